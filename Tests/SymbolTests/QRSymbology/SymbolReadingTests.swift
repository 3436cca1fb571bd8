import Foundation
import ImageCoding
import Imaging
import PictureDamage
import QREncoding
import SymbolFixtures
import TestSupport
import Testing

@testable import QRSymbology

struct SymbolReadingTests {
  @Test(arguments: QRSymbol.Version.all)
  func `a full symbol of every version and level reads as its message, and one byte more does not fit`(
    version: QRSymbol.Version
  ) throws {
    var random = SplitMix64(seed: UInt64(version.number))
    for level in QRSymbol.ErrorCorrectionLevel.allCases {
      let message = random.bytes(version.byteCapacity(at: level))
      let encoder = QREncoder(level: level, version: version)
      #expect(throws: QREncodingError.self) { try encoder.encode([0x61] + message) }
      let reading = try encoder.encode(message).reading()
      #expect(reading.message == message && reading.correctedCodewords == 0 && reading.spareCorrection == 1)
      #expect(reading.segments.map(\.mode) == [.byte] && reading.structuredAppend == nil && !reading.isGS1)
    }
  }

  @Test func `the number of modules outside the function patterns is that of codewords and remainder bits`() {
    for version in QRSymbol.Version.all {
      #expect(8 * version.codewords...8 * version.codewords + 7 ~= version.codewordModules.count)
    }
  }

  @Test(
    arguments: [
      "mask0", "mask1", "mask2", "mask3", "mask4", "mask5", "mask6", "mask7", "level-l", "level-m", "level-q",
      "level-h", "numeric", "alphanumeric", "all-byte-values", "nul", "shift-jis-bytes", "kanji", "eci-utf8",
    ].map { ($0, 4) } + [6, 7, 14, 21, 27, 32, 36, 40].map { ("version\($0)", 2) })
  func `symbols of another encoder read as their messages`(name: String, scale: Int) throws {
    let expected = try #require(try ExpectedSymbol.read(Files.pictures).first { $0.path == "\(name).png" })
    let symbol = try symbol(ofPicture: name, scale: scale)
    #expect(try symbol.reading().message == expected.rows[0].message)
    if name.hasPrefix("version") { #expect("version\(symbol.version.number)" == name) }
  }

  @Test func `segments have their mode and ECI`() throws {
    #expect(try symbol(ofPicture: "kanji", scale: 4).reading().segments.map(\.mode) == [.kanji])
    let eci = try symbol(ofPicture: "eci-utf8", scale: 4).reading().segments
    #expect(eci.map(\.mode) == [.byte] && eci.map(\.eci) == [26])
  }

  @Test func `damage within the level's capacity is corrected and counted`() throws {
    var random = SplitMix64(seed: 9)
    let symbol = try QREncoder(level: .high).encode("damaged but readable")
    let order = symbol.version.codewordModules
    // One module in each of eight codewords; version 3-H corrects eleven in each of its two blocks.
    var modules = symbol.modules
    for codeword in 0..<8 { modules[order[8 * codeword + Int.random(in: 0..<8, using: &random)]].toggle() }
    let reading = try QRSymbol(modules: modules).reading()
    #expect(reading.message == Array("damaged but readable".utf8) && reading.correctedCodewords == 8)
    #expect(reading.spareCorrection < 1)
  }

  @Test func `uncertain modules are corrected beyond the capacity for errors`() throws {
    let symbol = try QREncoder(level: .high, version: QRSymbol.Version(1)).encode("sure")
    let order = symbol.version.codewordModules
    // Version 1-H: 17 correction codewords correct 8 errors, or more at known places.
    var modules = symbol.modules
    var uncertain = modules.map { _ in false }
    for codeword in 3..<14 {
      modules[order[8 * codeword]].toggle()
      uncertain[order[8 * codeword]] = true
    }
    let damaged = try QRSymbol(modules: modules)
    #expect(throws: SymbolFault.tooDamaged) { try damaged.reading() }
    let reading = try damaged.reading(isUncertain: uncertain)
    #expect(reading.message == Array("sure".utf8))
    #expect(reading.spareCorrection == 1 - 11.0 / 17)
    // An error at an unknown place costs twice as much as one at a known place.
    modules[order[8 * 20]].toggle()
    #expect(try QRSymbol(modules: modules).reading(isUncertain: uncertain).spareCorrection == 1 - 13.0 / 17)
  }

  @Test func `a quarter of the capacity is never used for known places`() throws {
    let symbol = try QREncoder(level: .high, version: QRSymbol.Version(1)).encode("sure")
    let order = symbol.version.codewordModules
    var modules = symbol.modules
    var uncertain = modules.map { _ in false }
    for codeword in 3..<17 {
      modules[order[8 * codeword]].toggle()
      uncertain[order[8 * codeword]] = true
    }
    let damaged = try QRSymbol(modules: modules)
    #expect(throws: SymbolFault.tooDamaged) { try damaged.reading(isUncertain: uncertain) }
  }

  @Test func `a terminator is not needed, and a truncated segment is an error`() throws {
    let version = try #require(QRSymbol.Version(1))
    #expect(throws: SymbolFault.malformed) {
      try SegmentReader([0x40, 0xF0, 0], .qr(version)).reading()
    }
    #expect(throws: SymbolFault.malformed) {
      try SegmentReader([0xF0], .qr(version)).reading()
    }
    // Byte mode, one byte, and no room for a terminator.
    #expect(try SegmentReader([0x40, 0x14, 0x10], .qr(version)).reading().message == [0x41])
  }

  @Test func `structured append, FNC1 and ECI are reported`() throws {
    let version = try #require(QRSymbol.Version(1))
    // Mode 3, symbol 2 of 4, parity AB; then byte mode with one byte.
    let set = try SegmentReader([0x31, 0x3A, 0xB4, 0x01, 0x41, 0x00], .qr(version)).reading()
    #expect(
      set.structuredAppend?.index == 1 && set.structuredAppend?.count == 4 && set.structuredAppend?.parity == 0xAB)
    #expect(set.message == [0x41])
    // A second place, and one behind the message.
    for codewords: [UInt8] in [
      [0x31, 0x3A, 0xB3, 0x03, 0xAB, 0x40, 0x14, 0x10], [0x40, 0x14, 0x13, 0x13, 0xAB, 0x00],
    ] {
      #expect(throws: SymbolFault.self) {
        try SegmentReader(codewords, .qr(version)).reading()
      }
    }
    // FNC1, then a single alphanumeric "%" (38): one character, six bits.
    let gs1 = try SegmentReader([0x52, 0x00, 0xCC], .qr(version)).reading()
    #expect(gs1.isGS1 && gs1.message == [0x1D])
    // FNC1 in second position with its application indicator, then the same character.
    let industry = try SegmentReader([0x96, 0x42, 0x00, 0xCC], .qr(version)).reading()
    #expect(!industry.isGS1 && industry.message == [0x1D])
  }

  /// The modules of a picture whose scale is known and whose quiet zone is four modules.
  private func symbol(ofPicture name: String, scale: Int) throws -> QRSymbol {
    let image = try PNG.decode(Files.bytes(Files.pictures.appending(path: "\(name).png")))
    let size = image.width / scale - 8
    return try QRSymbol(
      modules: (0..<size * size).map {
        image[x: (4 + $0 % size) * scale + scale / 2, y: (4 + $0 / size) * scale + scale / 2] < 128
      })
  }

  @Test func `erasures never turn random codewords into a message`() throws {
    var random = SplitMix64(seed: 11)
    let symbol = try QREncoder(level: .medium).encode("erasures")
    var reads = 0
    for _ in 0..<20_000 {
      var modules = symbol.modules
      var uncertain = modules.map { _ in false }
      // The lower right part holds only codewords: all of them random, and a third of them uncertain.
      for row in 9..<21 {
        for column in 9..<21 {
          modules[row * 21 + column] = random.next() & 1 == 0
          if random.next() % 3 == 0 { uncertain[row * 21 + column] = true }
        }
      }
      if (try? QRSymbol(modules: modules).reading(isUncertain: uncertain)) != nil { reads += 1 }
    }
    #expect(reads == 0)
  }
}
