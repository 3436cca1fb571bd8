import QREncoding
import QRSymbology
import TestSupport
import Testing

/// Our own encoder against libqrencode, module for module.
struct EncoderEqualityTests {
  @Test(arguments: QRSymbol.ErrorCorrectionLevel.allCases)
  func `every version at every level has the same modules as libqrencode's`(
    _ level: QRSymbol.ErrorCorrectionLevel
  ) throws {
    var random = SeededGenerator(seed: UInt64(level.row))
    for version in QRSymbol.Version.all {
      // Four of the eight for each version, in turn.
      for index in 0..<4 {
        let alphabet = Self.alphabets[(version.number % 2 * 4 + index + level.row) % Self.alphabets.count]
        let length = Int.random(in: 1...version.byteCapacity(at: level), using: &random)
        let message = random.bytes(length, from: alphabet)
        var encoder = QREncoder(level: level, version: version)
        let ours = try encoder.encode(message)
        encoder.engine = .libqrencode
        #expect(try encoder.encode(message) == ours, "version \(version) with \(length) bytes")
        #expect(try ours.reading().message == message)
      }
    }
  }

  private static let alphabets: [[UInt8]] = [
    Array(0...255), Array("0123456789".utf8), Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 $%*+-./:".utf8),
    Array("eyJub25jZSI6Ij0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_".utf8),
    // Equal bytes make runs, blocks and patterns like finders of every width.
    [0], [255], [0x55, 0xAA], [0, 255],
  ]

  @Test func `ECI has the same modules, too, and GS1 data is read as such`() throws {
    for message in ["0104912345123459\u{1D}10ABC%1", "5%\u{1D}x"] {
      var encoder = QREncoder()
      encoder.isGS1 = true
      let ours = try encoder.encode(message)
      #expect(try ours.reading().isGS1 && ours.reading().message == Array(message.utf8))
      encoder.engine = .libqrencode
      #expect(throws: QREncodingError.unsupported(engine: .libqrencode, option: "GS1 data")) {
        try encoder.encode(message)
      }
    }
    for eci in [3, 26, 127, 128, 899, 16_383, 16_384, 999_999] {
      var encoder = QREncoder()
      encoder.eci = eci
      let ours = try encoder.encode("Grüezi")
      #expect(try ours.reading().segments.map(\.eci) == [eci])
      // libqrencode writes numbers of three bytes differently; other readers read ours.
      guard eci < 16_384 else { continue }
      encoder.engine = .libqrencode
      #expect(try encoder.encode("Grüezi") == ours, "ECI \(eci)")
    }
  }

  @Test func `libqrencode makes the requested symbol with an ECI, or says that it does not`() throws {
    var encoder = QREncoder()
    encoder.eci = 26
    encoder.engine = .libqrencode
    var (made, refused) = (0, 0)
    for length in 1...120 {
      do {
        let reading = try encoder.encode(String(repeating: "x", count: length)).reading()
        #expect(reading.message.count == length && reading.segments.map(\.eci) == [26])
        made += 1
      } catch {
        #expect(
          "\(error)".hasPrefix("the engine libqrencode does not support ECI 26 and these \(length) bytes in version "))
        refused += 1
      }
    }
    #expect(made > 80 && refused > 0)
  }
}
