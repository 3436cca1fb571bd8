import Imaging
import QREncoding
import QRScanning
import QRSymbology
import TestSupport
import Testing

/// Symbols on labels whose gray is not that of the page.
struct LabelTests {
  @Test(
    arguments: [2, 3, 4],
    [(50, 200, 255), (30, 150, 255), (180, 80, 0), (240, 140, 30), (225, 50, 17), (165, 71, 20)] as [(Int, Int, Int)])
  func `a small label is read on a large page`(scale: Int, grays: (module: Int, ground: Int, page: Int)) throws {
    let (label, messages) = try PageTests.Page(version: 2, gap: 4, scale: scale, columns: 1, rows: 1).drawn()
    for side in [700, 1000] {
      var pixels = [UInt8](repeating: UInt8(grays.page), count: side * side)
      for y in 0..<label.height {
        for x in 0..<label.width {
          let isDark = label.pixels[y * label.width + x] == 0
          pixels[(side / 3 + y) * side + side / 3 + x] = UInt8(isDark ? grays.module : grays.ground)
        }
      }
      let found = try QRScanner(engine: .modules).scan(GrayImage(width: side, height: side, pixels: pixels))
      #expect(Set(found.compactMap(\.text)) == messages, "\(side)")
    }
  }

  @Test(arguments: [2, 3, 4], [(20, 140), (60, 150), (40, 110)] as [(module: Int, ground: Int)])
  func `a Micro QR symbol on a gray label is read beside another symbol`(
    scale: Int, grays: (module: Int, ground: Int)
  ) throws {
    let (other, messages) = try PageTests.Page(version: 2, gap: 4, scale: 3, columns: 1, rows: 1).drawn()
    for text in ["12345", "MICRO 2", "m3.ab", "M4 has most"] {
      let symbol = try QREncoder().encodeMicro(Array(text.utf8))
      let side = (symbol.size + 8) * scale
      var image = GrayImage(
        width: other.width, height: other.height + side + 40,
        pixels: other.pixels + [UInt8](repeating: 255, count: other.width * (side + 40)))
      for y in 0..<side {
        for x in 0..<side {
          let (row, column) = (y / scale - 4, x / scale - 4)
          let isInside = 0..<symbol.size ~= row && 0..<symbol.size ~= column
          let isDark = isInside && symbol.modules[row * symbol.size + column]
          image.pixels[(other.height + 20 + y) * image.width + 20 + x] = UInt8(isDark ? grays.module : grays.ground)
        }
      }
      let found = try QRScanner(engine: .modules).scan(image).compactMap(\.text)
      #expect(found.sorted() == (messages + [text]).sorted(), "\(text)")
    }
  }

  @Test(arguments: [(206, 5), (206, 13), (206, 30), (255, 13), (255, 50)] as [(module: Int, ground: Int)])
  func `a light symbol on a label is read on a black page, beside a dark Micro QR symbol`(
    grays: (module: Int, ground: Int)
  ) throws {
    let (label, messages) = try PageTests.Page(version: 1, gap: 4, scale: 3, columns: 1, rows: 1).drawn()
    let symbol = try QREncoder().encodeMicro(Array("12345".utf8))
    let other = (symbol.size + 8) * 3
    for side in [900, 1300] {
      var image = GrayImage(width: side, height: side, filledWith: 0)
      for y in 0..<label.height {
        for x in 0..<label.width {
          let isDark = label.pixels[y * label.width + x] == 0
          image.pixels[(side / 2 + y) * side + 70 + x] = UInt8(isDark ? grays.module : grays.ground)
        }
      }
      for y in 0..<other {
        for x in 0..<other {
          let (row, column) = (y / 3 - 4, x / 3 - 4)
          let isInside = 0..<symbol.size ~= row && 0..<symbol.size ~= column
          let isDark = isInside && symbol.modules[row * symbol.size + column]
          image.pixels[(20 + y) * side + side / 2 + x] = isDark ? 0 : 255
        }
      }
      let found = try QRScanner(engine: .modules).scan(image).compactMap(\.text)
      #expect(found.sorted() == (messages + ["12345"]).sorted(), "\(side)")
    }
  }
}
