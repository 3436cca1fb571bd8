import Foundation
import ImageCoding
import Imaging
import QREncoding
import QRSymbology
import TestSupport
import Testing

/// Model 1 symbols made by one program and read by another, neither of them ours (Tests/pictures/model_one.py).
struct ModelOneSymbolTests {
  static let symbols: [(version: Int, level: QRSymbol.ErrorCorrectionLevel, mask: Int, message: String)] = [
    (1, .medium, 0, "MODEL 1"), (5, .high, 3, "Model 1, version 5, two blocks at level H"),
    (12, .low, 6, "Model 1 of 1994, version 12: " + String(repeating: "0123456789", count: 30)),
  ]

  private func modules(_ version: Int) throws -> [Bool] {
    let image = try PNG.decode(Files.bytes(Files.pictures.appending(path: "model1-version\(version).png")))
    let size = 17 + 4 * version
    return (0..<size * size).map { image.pixels[(16 + $0 / size * 4) * image.width + 16 + $0 % size * 4] == 0 }
  }

  @Test(arguments: symbols) func `a message is read byte for byte`(
    version: Int, level: QRSymbol.ErrorCorrectionLevel, mask: Int, message: String
  ) throws {
    let symbol = try ModelOneSymbol(modules: modules(version))
    #expect((symbol.version.number, symbol.level, symbol.mask.reference) == (version, level, mask))
    let reading = try symbol.reading()
    #expect(String(decoding: reading.message, as: UTF8.self) == message)
    #expect(reading.correctedCodewords == 0 && reading.spareCorrection == 1)
  }

  @Test(arguments: symbols) func `damage is corrected, and too much damage is refused`(
    version: Int, level: QRSymbol.ErrorCorrectionLevel, mask: Int, message: String
  ) throws {
    var modules = try modules(version)
    let size = 17 + 4 * version
    // One module of a 4 × 2 block in the middle.
    modules[(size / 2) * size + size / 2].toggle()
    let reading = try ModelOneSymbol(modules: modules).reading()
    #expect(String(decoding: reading.message, as: UTF8.self) == message)
    #expect(reading.correctedCodewords == 1 && reading.spareCorrection < 1)
    for row in 9..<size - 9 {
      for column in 9..<size { modules[row * size + column].toggle() }
    }
    #expect(throws: SymbolFault.tooDamaged) { () throws in try ModelOneSymbol(modules: modules).reading() }
  }

  @Test func `symbols of Model 2 and of versions above 12 are refused`() throws {
    let symbol = try QREncoder().encode("Model 2")
    #expect(throws: SymbolFault.unreadableFormatInformation) { () throws in
      try ModelOneSymbol(modules: symbol.modules)
    }
    #expect(throws: SymbolFault.sizeOutOfRange(modules: 69 * 69)) { () throws in
      try ModelOneSymbol(modules: Array(repeating: false, count: 69 * 69))
    }
    #expect(throws: SymbolFault.unreadableFormatInformation) { () throws in try QRSymbol(modules: modules(5)) }
  }
}
