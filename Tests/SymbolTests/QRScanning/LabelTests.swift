import Imaging
import PictureDamage
import QREncoding
import QRScanning
import QRSymbology
import SymbolDrawing
import TestSupport
import Testing

/// Symbols on labels whose gray is not that of the page.
struct LabelTests {
  @Test(
    arguments: [2, 3, 4],
    [(50, 200, 255), (30, 150, 255), (180, 80, 0), (240, 140, 30), (225, 50, 17), (165, 71, 20)]
      as [(UInt8, UInt8, UInt8)])
  func `a small label is read on a large page`(
    scale: Int, grays: (module: UInt8, ground: UInt8, page: UInt8)
  ) throws {
    let (label, messages) = try PageTests.Page(version: 2, gap: 4, scale: scale, columns: 1, rows: 1).drawn()
    for side in [700, 1000] {
      var image = GrayImage(width: side, height: side, filledWith: grays.page)
      image.draw(label.inGrays(grays.module, grays.ground), x: side / 3, y: side / 3)
      try PageTests.expect(messages, in: image)
    }
  }

  @Test(arguments: [2, 3, 4], [(20, 140), (60, 150), (40, 110)] as [(module: UInt8, ground: UInt8)])
  func `a Micro QR symbol on a gray label is read beside another symbol`(
    scale: Int, grays: (module: UInt8, ground: UInt8)
  ) throws {
    let (other, messages) = try PageTests.Page(version: 2, gap: 4, scale: 3, columns: 1, rows: 1).drawn()
    for text in ["12345", "MICRO 2", "m3.ab", "M4 has most"] {
      let label = GrayImage(try QREncoder().encodeMicro(Array(text.utf8)), scale: scale)
      var image = other.above(GrayImage(width: other.width, height: label.height + 40))
      image.draw(label.inGrays(grays.module, grays.ground), x: 20, y: other.height + 20)
      try PageTests.expect(messages + [text], in: image)
    }
  }

  @Test(arguments: [(206, 5), (206, 13), (206, 30), (255, 13), (255, 50)] as [(module: UInt8, ground: UInt8)])
  func `a light symbol on a label is read on a black page, beside a dark Micro QR symbol`(
    grays: (module: UInt8, ground: UInt8)
  ) throws {
    let (label, messages) = try PageTests.Page(version: 1, gap: 4, scale: 3, columns: 1, rows: 1).drawn()
    let micro = GrayImage(try QREncoder().encodeMicro(Array("12345".utf8)), scale: 3)
    for side in [900, 1300] {
      var image = GrayImage(width: side, height: side, filledWith: 0)
      image.draw(label.inGrays(grays.module, grays.ground), x: 70, y: side / 2)
      image.draw(micro, x: side / 2, y: 20)
      try PageTests.expect(messages + ["12345"], in: image)
    }
  }

  @Test(
    arguments: [QRScanner.Effort.normal, .hard],
    ["rotation:0", "rotation:20", "rotation:90", "rotation:200", "perspective:20+rotation:10"])
  func `a label whose finder pattern is worn off is read beside another`(
    effort: QRScanner.Effort, turn: String
  ) throws {
    for (text, scale) in [("worn", 5), ("worn", 8), (String(repeating: "a long one ", count: 7), 5)] {
      let symbol = try QREncoder(level: .high).encode(text)
      let label = GrayImage(symbol, scale: scale)
      let other = GrayImage(try QREncoder().encode("beside"), scale: scale)
      for (column, row) in [(0, 0), (symbol.size - 7, 0), (0, symbol.size - 7)] {
        var worn = label
        // All but the outer row and column of the pattern.
        let rest = GrayImage(width: 6 * scale, height: 6 * scale, filledWith: 200)
        worn.draw(rest, x: (column + 4) * scale, y: (row + 5) * scale)
        var page = GrayImage(
          width: 2 * label.width + other.width, height: 2 * max(label.height, other.height), filledWith: 255)
        page.draw(worn, x: label.width / 2, y: label.height / 2)
        page.draw(other, x: label.width * 7 / 4, y: label.height / 2)
        var scene = Scene(Picture(page), symbols: [])
        for damage in try Damage.list(parsing: turn) { try damage.apply(to: &scene, seed: 1) }
        let found = try QRScanner(engine: .modules, effort: effort).scan(scene.picture.gray)
        #expect(Set(found.map(\.text)) == [text, "beside"], "\(text) \(scale) \(column) \(row)")
      }
    }
  }
}
