public import Imaging
public import PictureDamage
import QREncoding
import QRSymbology
import SymbolDrawing
import SymbolFixtures

/// A picture from which no message may be read, except one that is partly in it.
public struct NoisePicture: Sendable {
  public let kind: Kind
  public let image: GrayImage
  /// The message of the symbol that is partly in the picture; `nil` without one.
  public let message: [UInt8]?

  public enum Kind: String, Sendable, CaseIterable {
    case noise
    case texture = "texture of modules"
    case part = "part of a symbol"
  }

  public init(_ kind: Kind, _ random: inout SplitMix64) {
    self.kind = kind
    switch kind {
    case .noise: (image, message) = (Self.noise(&random), nil)
    case .texture: (image, message) = (Self.texture(&random), nil)
    case .part: (image, message) = Self.part(&random)
    }
  }

  /// Gray noise, pixel by pixel.
  private static func noise(_ random: inout SplitMix64) -> GrayImage {
    let (width, height) = (40 + Int(random.next() % 100), 40 + Int(random.next() % 100))
    return GrayImage(width: width, height: height, pixels: random.bytes(width * height))
  }

  /// Random dark and light modules, with finder patterns at random places.
  private static func texture(_ random: inout SplitMix64) -> GrayImage {
    let (scale, side) = (2 + Int(random.next() % 4), 25 + Int(random.next() % 30))
    var modules = (0..<side * side).map { _ in random.next() & 1 == 0 }
    for _ in 0..<Int(random.next() % 6) {
      let (left, top) = (Int(random.next() % UInt64(side - 8)), Int(random.next() % UInt64(side - 8)))
      for row in 0..<8 {
        for column in 0..<8 {
          let ring = max(abs(column - 3), abs(row - 3))
          modules[(top + row) * side + left + column] = ring != 2 && ring != 4
        }
      }
    }
    var image = GrayImage(width: side * scale, height: side * scale)
    for y in 0..<image.height {
      for x in 0..<image.width where modules[y / scale * side + x / scale] { image[x: x, y: y] = 0 }
    }
    return image
  }

  /// Three fifths of a symbol, and noise: error correction can read some.
  private static func part(_ random: inout SplitMix64) -> (GrayImage, message: [UInt8]?) {
    let message = random.bytes(10 + Int(random.next() % 100))
    guard let symbol = try? QREncoder(level: .high).encode(message) else { return (noise(&random), nil) }
    var image = GrayImage(symbol, scale: 2 + Int(random.next() % 3))
    let kept = image.height * 3 / 5
    let isUpper = random.next() & 1 == 0
    for y in isUpper ? kept..<image.height : 0..<image.height - kept {
      for x in 0..<image.width { image[x: x, y: y] = UInt8(truncatingIfNeeded: random.next()) }
    }
    return (image, message)
  }
}
