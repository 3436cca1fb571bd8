import CommandSupport
import HostSystem
import ImageCoding
import Imaging
import PictureDamage
import SymbolFixtures

/// A contact sheet of all kinds of damage: a strip of pictures for each kind, and a page that shows them.
struct DamageGallery {
  /// The largest side of a picture in a strip, in pixels.
  private static let side = 160

  /// Writes `KIND.png` for each kind, `SUITE.png` for each suite of a place, and `README.md`, which describes them.
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
      let style = Fixture.Style(scale: kind.suiteScale ?? 4)
      let steps = kind.range == nil ? [0] : kind.ladder
      var pictures = [try Fixture(carrier, style: style).render().scene.picture]
      for strength in steps {
        let rendering = try Fixture(carrier, style: style, damages: [Damage(kind, strength)], seed: seed).render()
        // The pixels of a JPEG come from its file.
        pictures.append(
          kind == .jpeg ? Picture(try ColorImage(imageFile: rendering.file)) : rendering.scene.picture)
      }
      try Console.current.write(try Self.strip(pictures), to: "\(directory)/\(kind.rawValue).png")
      let strengths =
        kind.range == nil ? "" : "\(steps.map(Damage.shown).joined(separator: ", ")) \(kind.unit)"
      page +=
        "| **\(kind.rawValue)**: \(kind.summary) | \(strengths) | ![\(kind.rawValue)](\(kind.rawValue).png) |\n"
    }
    page += """

      ## Suites of places

      From near to far; strengths are drawn for each picture.

      | suite | pixels per module | pictures |
      | --- | --- | --- |

      """
    for suite in FixtureSuite.allCases {
      guard let place = suite.place else { continue }
      let set = suite.fixtures(carriers: [carrier]).repeated(variants: 2)
      try Console.current.write(
        try Self.strip(set.map { Picture(try ColorImage(imageFile: $0.render().file)) }),
        to: "\(directory)/\(suite.rawValue).png")
      let resolutions = place.distances.map { Damage.shown($0.resolution) }.joined(separator: ", ")
      page +=
        "| **\(suite.rawValue)**: \(place.summary) | \(resolutions) | ![\(suite.rawValue)](\(suite.rawValue).png) |\n"
    }
    try Console.current.write(Array(page.utf8), to: "\(directory)/README.md")
  }

  /// Puts pictures side by side on gray, as a PNG.
  private static func strip(_ pictures: [Picture]) throws -> [UInt8] {
    let gap = 8
    let reduced = pictures.map { picture in
      let planes = picture.colored.planes.map { plane in
        GrayImage(width: picture.width, height: picture.height, pixels: plane)
          .reduced(by: (max(picture.width, picture.height) + side - 1) / side)
      }
      return Picture(width: planes[0].width, height: planes[0].height, planes: planes.map(\.pixels))
    }
    let (width, height) = (reduced.reduce(gap) { $0 + $1.width + gap }, (reduced.map(\.height).max() ?? 0) + 2 * gap)
    var strip = Picture(GrayImage(width: width, height: height, filledWith: 128)).colored
    var left = gap
    for picture in reduced {
      strip.put(picture, left: left, top: gap)
      left += picture.width + gap
    }
    // A strip without colour is a gray picture.
    let shown = Picture(withoutNeedlessColor: strip.image)
    return shown.isColor ? try PNG.encode(shown.image) : try PNG.encode(shown.gray)
  }
}
