import HostSystem
import ImageCoding
import Imaging
import PictureDamage
import SymbolFixtures

/// A contact sheet of all kinds of damage: a strip of pictures for each kind, and a page that shows them.
struct DamageGallery {
  /// The largest side of a picture in a strip, in pixels.
  private static let side = 160

  /// Writes `KIND.png` for each kind, and `README.md`, which describes them.
  static func write(to directory: String) throws {
    if FileSystem.exists(directory), !FileSystem.isDirectory(directory) {
      throw CommandFailure("'\(directory)' is not a directory")
    }
    try FileSystem.makeDirectory(directory)
    guard let carrier = FixtureMessage.carriers.first else { return }
    // One seed for all pictures, so that only the strength differs.
    var random = SplitMix64(seed: 1, item: 0)
    let seed = random.next()
    var page = """
      # The kinds of damage

      Made by `oobqr fixtures kinds --pictures DIR`. Each strip shows the undamaged symbol and then the strengths of the
      suites. Seed 1 chooses missing options; the steps of a strip differ only in strength.

      | damage | strengths | pictures |
      | --- | --- | --- |

      """
    for kind in Damage.Kind.allCases {
      let style = Fixture.Style(scale: kind.model.suiteScale ?? 4)
      let steps = kind.model.range == nil ? [0] : kind.model.ladder
      var pictures = [try Fixture(carrier, style: style).render().scene.picture.image]
      for strength in steps {
        let rendering = try Fixture(carrier, style: style, damages: [Damage(kind, strength)], seed: seed).render()
        // The pixels of a JPEG come from its file.
        pictures.append(kind == .jpeg ? try ColorImage(imageFile: rendering.file) : rendering.scene.picture.image)
      }
      try Console.current.write(try Self.strip(pictures), to: "\(directory)/\(kind.rawValue).png")
      let strengths =
        kind.model.range == nil ? "" : "\(steps.map(Damage.shown).joined(separator: ", ")) \(kind.model.unit)"
      page +=
        "| **\(kind.rawValue)**: \(kind.model.summary) | \(strengths) | ![\(kind.rawValue)](\(kind.rawValue).png) |\n"
    }
    try Console.current.write(Array(page.utf8), to: "\(directory)/README.md")
  }

  /// Puts pictures side by side on gray, as a PNG.
  private static func strip(_ pictures: [ColorImage]) throws -> [UInt8] {
    // A strip without colour is a gray picture.
    let planes = (0..<3).map { plane in
      strip(
        pictures.map { picture in
          GrayImage(
            width: picture.width, height: picture.height,
            pixels: stride(from: plane, to: picture.pixels.count, by: 3).map { picture.pixels[$0] })
        }.map { $0.reduced(by: (max($0.width, $0.height) + side - 1) / side) })
    }
    if planes[0] == planes[1] && planes[1] == planes[2] { return try PNG.encode(planes[0]) }
    let pixels = planes[0].pixels.indices.flatMap { i in planes.map { $0.pixels[i] } }
    return try PNG.encode(ColorImage(width: planes[0].width, height: planes[0].height, pixels: pixels))
  }

  private static func strip(_ pictures: [GrayImage]) -> GrayImage {
    let (gap, width) = (8, pictures.reduce(8) { $0 + $1.width + 8 })
    let height = (pictures.map(\.height).max() ?? 0) + 2 * gap
    var strip = GrayImage(width: width, height: height, filledWith: 128)
    var left = gap
    for picture in pictures {
      for y in 0..<picture.height {
        for x in 0..<picture.width { strip[x: left + x, y: gap + y] = picture[x: x, y: y] }
      }
      left += picture.width + gap
    }
    return strip
  }
}
