import Imaging
import QREncoding
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
}
