import HostSystem
import ImageCoding
import Imaging
import OutOfBand
import PictureDamage
import QRSymbology
import SymbolFixtures

/// The contact sheet of all damages: a strip of pictures for each kind, and a page that shows them.
struct DamageGallery {
  /// Largest side of a picture in a strip, in pixels.
  private static let side = 160

  /// Writes `KIND.png` for each kind, and `README.md`, which tells what they show.
  static func write(to directory: String) throws {
    try FileSystem.makeDirectory(directory)
    guard let carrier = FixtureMessage.carriers.first else { return }
    var page = """
      # What damages look like

      Made by `oobqr fixtures kinds --pictures DIR`. Each strip begins with the undamaged symbol and goes on with the
      strengths that suites use. Options that are not given are chosen by seed 1; here they may differ from step to step
      in nothing but the strength.

      | damage | strengths | pictures |
      | --- | --- | --- |

      """
    for kind in Damage.Kind.allCases {
      let style = Fixture.Style(scale: kind.model.suiteScale ?? 4)
      let steps = kind.model.range == nil ? [0] : kind.model.ladder
      var pictures = [try Fixture(carrier, style: style).render().scene.picture.gray]
      for strength in steps {
        let rendering = try FixtureSuite.fixtures(of: [carrier], damages: [[Damage(kind, strength)]], style: style)[0]
          .render()
        // A JPEG's pixels are those of its file.
        pictures.append(try kind == .jpeg ? JPEG.decode(rendering.file) : rendering.scene.picture.gray)
      }
      let strip = try PNG.encode(
        Self.strip(pictures.map { $0.reduced(by: (max($0.width, $0.height) + side - 1) / side) }))
      try Console.current.write(strip, to: "\(directory)/\(kind.rawValue).png")
      let strengths =
        kind.model.range == nil ? "" : "\(steps.map(Damage.shown).joined(separator: ", ")) \(kind.model.unit)"
      page +=
        "| **\(kind.rawValue)**: \(kind.model.summary) | \(strengths) | ![\(kind.rawValue)](\(kind.rawValue).png) |\n"
    }
    try Console.current.write(Array(page.utf8), to: "\(directory)/README.md")
  }

  /// Pictures side by side on gray.
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
