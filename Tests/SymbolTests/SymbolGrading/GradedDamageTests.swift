import Imaging
import PictureDamage
import QREncoding
import QRScanning
import QRSymbology
import SymbolDrawing
import SymbolGrading
import Testing

/// Grades of damaged fixtures, from the weakest damage to the strongest.
struct GradedDamageTests {
  /// Damage that a grade is to fall with. Shadows cross the symbol in one direction, spots are where the seed puts them.
  static let ladders: [(kind: Damage.Kind, strengths: [Double], cause: String)] = [
    (.defocus, [1, 2, 3, 4], "blurred"), (.noise, [10, 40, 80], "weak"), (.dotGain, [0.1, 0.2, 0.4, 0.6], "growth"),
    (.occlusion, [0.01, 0.03, 0.06], "weak"), (.dirt, [0.01, 0.03, 0.06], "weak"),
    (.underexposure, [0.2, 1, 2, 3], "more light"), (.shadow, [0.2, 0.5, 1], "shadows"),
    (.perspective, [10, 25, 40], "angle"), (.quietZone, [1, 2, 3], "quiet zone"),
    (.streaks, [0.02, 0.1], "print head"),
  ]

  static func picture(_ kind: Damage.Kind, _ strength: Double) throws -> GrayImage {
    let symbol = try QREncoder(level: .medium).encode("https://example.com/25")
    let image = GrayImage(symbol, scale: 8)
    let far = Double(8 * (symbol.size + 4))
    let corners = Corners(left: 32, top: 32, right: far, bottom: far)
    var scene = Scene(Picture(image), symbols: [.init(corners: corners, size: symbol.size)])
    try Damage(kind, strength).apply(to: &scene, seed: 5)
    return scene.picture.gray
  }

  @Test(arguments: ladders)
  func `the grade falls with the strength of damage`(
    kind: Damage.Kind, strengths: [Double], cause: String
  ) throws {
    var grades: [SymbolGrade.Grade] = []
    var remedies: [String] = []
    for strength in strengths {
      let picture = try Self.picture(kind, strength)
      guard let detection = try QRScanner().scan(picture).first else { continue }
      let grade = try SymbolGrade(of: detection, in: picture)
      grades.append(grade.overall)
      remedies += grade.remedies.map(\.description)
    }
    #expect(grades.count >= 2)
    for (weaker, stronger) in zip(grades, grades.dropFirst()) {
      // More of the same kind of spots may leave out the part that pulled the grade down before.
      let tolerance = [.dirt, .occlusion].contains(kind) ? 1 : 0
      #expect(stronger.rawValue <= weaker.rawValue + tolerance, "\(kind): \(grades)")
    }
    #expect((grades.last ?? .a) < .a && remedies.contains { $0.contains(cause) }, "\(kind): \(remedies)")
  }
}
