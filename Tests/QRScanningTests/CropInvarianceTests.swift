import Imaging
import PictureDamage
import QREncoding
import QRSymbology
import SymbolDrawing
import Testing

@testable import QRScanning

/// A symbol that is read in its surroundings is read in the whole picture.
struct CropInvarianceTests {
  /// A symbol at a place of a scene.
  struct Part {
    var message: String
    var scale: Int
    var x: Int
    var y: Int
    /// The gray levels of its modules; light modules on a dark ground where the first is greater.
    var dark: Int
    var light: Int
  }

  /// A bright disc: a lamp or its reflection.
  struct Lamp {
    var x: Int
    var y: Int
    var radius: Int
  }

  /// Clear symbols with others in the shadow, beside a lamp, and light on dark.
  static let scenes: [(ground: Int, parts: [Part], lamps: [Lamp])] = [
    (
      150,
      [
        Part(message: "clear", scale: 6, x: 40, y: 40, dark: 20, light: 235),
        Part(message: "in the shadow", scale: 3, x: 500, y: 60, dark: 60, light: 80),
        Part(message: "light on dark", scale: 4, x: 480, y: 330, dark: 220, light: 40),
        Part(message: "darker", scale: 8, x: 60, y: 330, dark: 25, light: 50),
      ], []
    ),
    (
      90,
      [
        Part(message: "beside a lamp", scale: 4, x: 80, y: 80, dark: 70, light: 95),
        Part(message: "below a lamp", scale: 3, x: 560, y: 420, dark: 40, light: 56),
        Part(message: "far from it", scale: 4, x: 60, y: 400, dark: 10, light: 240),
      ], [Lamp(x: 450, y: 160, radius: 70)]
    ),
    (
      120,
      [
        Part(message: "clear as well", scale: 3, x: 60, y: 500, dark: 0, light: 255),
        Part(message: "faint, light on dark", scale: 5, x: 420, y: 80, dark: 90, light: 60),
        Part(message: "faint", scale: 12, x: 40, y: 60, dark: 100, light: 130),
      ], [Lamp(x: 700, y: 560, radius: 40)]
    ),
    // No symbol that the first pass reads.
    (
      70,
      [
        Part(message: "bright on dark", scale: 6, x: 60, y: 60, dark: 240, light: 10),
        Part(message: "deep in the shadow", scale: 4, x: 480, y: 300, dark: 66, light: 82),
      ], [Lamp(x: 640, y: 120, radius: 60)]
    ),
  ]

  /// The scene with noise and a little blur, and for each symbol the part of it with a quarter of its width around it.
  static func picture(_ index: Int) throws -> (whole: GrayImage, crops: [GrayImage]) {
    let scene = scenes[index]
    var image = GrayImage(width: 800, height: 640, pixels: Array(repeating: UInt8(scene.ground), count: 800 * 640))
    var crops: [(columns: Range<Int>, rows: Range<Int>)] = []
    for part in scene.parts {
      let drawing = GrayImage(try QREncoder(level: .medium).encode(part.message), scale: part.scale)
      for y in 0..<drawing.height {
        for x in 0..<drawing.width {
          image[x: part.x + x, y: part.y + y] = UInt8(drawing[x: x, y: y] == 0 ? part.dark : part.light)
        }
      }
      let side = drawing.width - 8 * part.scale
      let (from, length) = (4 * part.scale - side / 4, side + side / 2)
      crops.append(
        (
          max(0, part.x + from)..<min(800, part.x + from + length),
          max(0, part.y + from)..<min(640, part.y + from + length)
        ))
    }
    for lamp in scene.lamps {
      for y in lamp.y - lamp.radius...lamp.y + lamp.radius {
        for x in lamp.x - lamp.radius...lamp.x + lamp.radius
        where (x - lamp.x) * (x - lamp.x) + (y - lamp.y) * (y - lamp.y) < lamp.radius * lamp.radius {
          if 0..<800 ~= x && 0..<640 ~= y { image[x: x, y: y] = 255 }
        }
      }
    }
    var damaged = Scene(Picture(image), symbols: [])
    try Damage(.noise, 1.5).apply(to: &damaged, seed: 3)
    let whole = damaged.picture.gray
    return (
      whole,
      crops.map { crop in
        let rows = crop.rows.map {
          whole.pixels[$0 * 800 + crop.columns.lowerBound..<$0 * 800 + crop.columns.upperBound]
        }
        return GrayImage(width: crop.columns.count, height: crop.rows.count, pixels: Array(rows.joined()))
      }
    )
  }

  @Test(arguments: scenes.indices) func `what is read in a part is read in the whole`(index: Int) throws {
    let (whole, crops) = try Self.picture(index)
    let messages = Self.scenes[index].parts.map(\.message)
    for (crop, message) in zip(crops, messages) {
      #expect(try QRScanner().scan(crop).map(\.text) == [message])
    }
    let found = try QRScanner().scan(whole)
    #expect(Set(found.compactMap(\.text)) == Set(messages) && found.count == messages.count)
    // Each is found at its place.
    for part in Self.scenes[index].parts {
      let corner = try #require(found.first { $0.text == part.message }?.corners.topLeft)
      let place = (x: Double(part.x + 4 * part.scale), y: Double(part.y + 4 * part.scale))
      #expect(abs(corner.x - place.x) < Double(part.scale) && abs(corner.y - place.y) < Double(part.scale))
    }
  }

  // In the last scene the passes for pictures without a dark symbol are enough.
  @Test(arguments: scenes.indices.dropLast()) func `without regions some are missed`(index: Int) throws {
    var scanner = QRScanner()
    scanner.changes = ["search.searchesRegions": 0]
    let found = try scanner.scan(try Self.picture(index).whole)
    #expect(found.count < Self.scenes[index].parts.count)
  }
}
