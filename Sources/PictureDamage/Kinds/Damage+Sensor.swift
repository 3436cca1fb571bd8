/// Damage by sensors and files.
extension Damage.Kind {
  public static let noise = Self(
    "noise", "The sensor is noisy: every value changes by a normally distributed amount, colours independently.",
    unit: "gray levels (standard deviation)", range: 0...128, ladder: [20, 40, 50, 60, 90], needsSymbol: false
  ) { damage, _, scene, random in
    scene.picture.addNoise(sigma: damage.strength, &random)
  }

  public static let saltPepper = Self(
    "salt-pepper", "Pixels are stuck: this share of them is black or white, at random.",
    unit: "share of pixels", range: 0...1, ladder: [0.005, 0.02, 0.04, 0.07, 0.15], needsSymbol: false
  ) { damage, _, scene, random in
    // A threshold on 32 random bits; another bit chooses between black and white.
    let limit = UInt64((damage.strength * 4_294_967_296).rounded())
    scene.picture.change { _, _ -> UInt8? in
      let bits = random.next()
      return bits >> 32 < limit ? (bits & 1 == 0 ? 0 : 255) : nil
    } to: { _, stuck, _ in
      stuck
    }
  }

  public static let jpeg = Self(
    "jpeg", "The picture, with slight noise, is stored as JPEG; lower quality means more blocking and ringing.",
    unit: "quality", range: 1...100, ladder: [60, 20, 5, 2, 1], suiteScale: 2, parameters: [.noise(8)],
    needsSymbol: false
  ) { _, _, scene, _ in
    // The file's encoder does the rest.
  }

  public static let contrast = Self(
    "contrast", "Haze or faded ink: dark and light move towards middle gray, and slight noise remains.",
    unit: "percent of contrast lost", range: 0...100, ladder: [80, 90, 95, 96, 98], parameters: [.noise(1)],
    needsSymbol: false
  ) { damage, _, scene, _ in
    let kept = 1 - damage.strength / 100
    scene.picture.mapValues((0...255).map { UInt8((128 + (Double($0) - 128) * kept).rounded()) })
  }
}
