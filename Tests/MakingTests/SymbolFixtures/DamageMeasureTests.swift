import Foundation
import Imaging
import QRScanning
import QRSymbology
import SymbolFixtures
import Testing

@testable import PictureDamage

/// What damages promise in numbers, measured in pictures.
struct DamageMeasureTests {
  /// A symbol of 33 modules with 8 pixels each, in a picture of one gray level.
  private func scene(_ level: UInt8) -> Scene {
    let corners = Corners(left: 32, top: 32, right: 32 + 33 * 8, bottom: 32 + 33 * 8)
    return Scene(
      Picture(GrayImage(width: 328, height: 328, filledWith: level)), symbols: [.init(corners: corners, size: 33)])
  }

  /// The share of modules that look nearly the same whether they were dark or light.
  private func covered(_ damage: Damage, seed: UInt64) throws -> Double {
    // A symbol shows through its stains.
    let limit = damage.kind == .stain ? 220 : 128
    let pictures = try [UInt8(0), 255].map { level in
      var scene = scene(level)
      try damage.apply(to: &scene, seed: seed)
      return scene.picture.gray
    }
    let hidden = (0..<33 * 33).count { module in
      let (x, y) = (32 + module % 33 * 8 + 4, 32 + module / 33 * 8 + 4)
      return Int(pictures[1][x: x, y: y]) - Int(pictures[0][x: x, y: y]) < limit
    }
    return Double(hidden) / (33 * 33)
  }

  @Test(arguments: [Damage.Kind.finger, .sticker, .stain, .tornEdge])
  func `things cover the share of modules that the strength says, on average`(kind: Damage.Kind) throws {
    for strength in kind.ladder {
      let shares = try (1...8).map { try covered(Damage(kind, strength), seed: $0) }
      let mean = shares.reduce(0, +) / Double(shares.count)
      #expect(0.75 * strength - 0.005...1.3 * strength + 0.015 ~= mean, "\(kind.rawValue):\(strength) covers \(mean)")
    }
  }

  @Test(arguments: [-0.14, -0.1, -0.03, 0.05, 0.35, 1])
  func `corners behind a lens are where the lens shows them, and it shows what was farther from the middle`(
    strength: Double
  ) throws {
    // A symbol to the corners of the picture, which is the worst case.
    let picture = Picture(GrayImage(width: 240, height: 160, filledWith: 90))
    let old = Scene.PlacedSymbol(filling: picture, modules: 21)
    var scene = Scene(picture, symbols: [old])
    try Damage(.lens, strength).apply(to: &scene, seed: 1)
    for (old, new) in zip(old.corners.points, scene.symbols[0].corners.points) {
      let (x, y) = (new.x - 120, new.y - 80)
      // The share at the distance of a corner, and less by the square of the distance.
      let farther = 1 + strength * (x * x + y * y) / (120 * 120 + 80 * 80)
      #expect(abs(120 + x * farther - old.x) < 0.01 && abs(80 + y * farther - old.y) < 0.01, "\(new)")
    }
  }

  @Test(arguments: [-0.14, 0.35])
  func `the corners of a symbol behind a lens are those of its dark modules`(strength: Double) throws {
    let fixture = Fixture(DamageTests.message, style: .init(scale: 8), damages: [try Damage(.lens, strength)])
    let rendering = try fixture.render()
    let placed = try #require(rendering.scene.symbols.first).corners
    let picture = rendering.scene.picture.gray
    let middle = ImagePoint(x: Double(picture.width) / 2, y: Double(picture.height) / 2)
    // Three finder patterns have dark outer corners.
    for corner in [placed.topLeft, placed.topRight, placed.bottomLeft] {
      let (x, y) = (corner.x < middle.x ? 1 : -1, corner.y < middle.y ? 1 : -1)
      #expect(picture[x: Int(corner.x) + 4 * x, y: Int(corner.y) + 4 * y] < 64, "\(corner)")
      #expect(picture[x: Int(corner.x) - 4 * x, y: Int(corner.y) - 4 * y] > 192, "\(corner)")
    }
  }

  @Test(arguments: [(3.0, 4.0), (30, 40), (60, 80), (-60, 80), (-60, -80), (60, -80), (0, 90), (-90, 0), (1, 200)])
  func `motion blurs an approach along the way of the camera, however far it goes`(dx: Double, dy: Double) {
    for turned in [0.0, 10, -7] {
      let line = Approach.line(dx, dy, turned: turned)
      #expect(abs(line.length - min(hypot(dx, dy), 40)) < 1e-9)
      // A line has no direction: its angle is one of two that differ by 180 degrees.
      let expected = atan2(dy, dx) * 180 / .pi - turned
      let difference = abs(line.degrees - expected).truncatingRemainder(dividingBy: 180)
      #expect(min(difference, 180 - difference) < 1e-6, "\(dx), \(dy): \(line.degrees), not \(expected)")
    }
  }

  @Test(arguments: NegativePicture.Kind.allCases)
  func `nothing is read from a negative picture`(kind: NegativePicture.Kind) throws {
    for number in 1...2 {
      let style = Fixture.Style(sceneSize: .init(width: 400, height: 300))
      let picture = NegativePicture(kind, number: number)
      let rendering = try Fixture(.negative(picture), style: style, seed: UInt64(number)).render()
      #expect(rendering.messages.isEmpty && rendering.symbols.isEmpty && rendering.scene.symbols.isEmpty)
      #expect(try QRScanner().scan(rendering.scene.picture.gray).isEmpty, "\(kind) \(number)")
    }
  }
}
