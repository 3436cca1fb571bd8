import Foundation
import ImageCoding
import Imaging
import QRScanning
import QRSymbology
import TestSupport
import Testing

/// Real pictures in a folder beside the checkout; skipped where there is none.
@Suite(.enabled(if: Files.corpus != nil, "no corpus of real pictures beside the checkout"))
struct CorpusTests {
  /// Reads per folder, and messages that no expectation covers.
  struct Rate {
    var symbols = 0
    var read = 0
    var wrong = 0
  }

  /// What each way of scanning reaches, on Debian 12. zbar's own command differs by one or two: it gets other
  /// grays from ImageMagick, and does not look for light on dark.
  static let least: [(engine: Detection.Engine?, reads: [String: Int])] = [
    (nil, ["zxing": 184, "zxing-cpp": 67, "jsqr": 37, "micro": 16, "negatives": 0]),
    (.zbar, ["zxing": 162, "zxing-cpp": 52, "jsqr": 24, "micro": 0, "negatives": 0]),
  ]

  @Test(arguments: least)
  func `the scan rate per folder is at least what it was`(
    least: (engine: Detection.Engine?, reads: [String: Int])
  ) throws {
    let corpus = try #require(Files.corpus)
    var rates: [String: Rate] = [:]
    for (path, rows) in try ExpectedSymbol.read(corpus) {
      let image = try GrayImage(imageFile: Files.bytes(corpus.appending(path: path)))
      var found = try QRScanner(engine: least.engine).scan(image).map(\.message)
      var rate = rates[String(path.prefix { $0 != "/" })] ?? Rate()
      for row in rows where row.kind == "text" || row.kind == "bytes" {
        rate.symbols += 1
        guard let hit = found.firstIndex(where: { row.matches($0) }) else { continue }
        found.remove(at: hit)
        rate.read += 1
      }
      if !rows.contains(where: { $0.kind == "unread" || $0.kind == "structured-append" }) { rate.wrong += found.count }
      rates[String(path.prefix { $0 != "/" })] = rate
    }
    let engine = least.engine?.rawValue ?? "default"
    for (folder, rate) in rates.sorted(by: { $0.key < $1.key }) {
      print("corpus \(folder), \(engine): \(rate.read) of \(rate.symbols) symbols read, \(rate.wrong) false reads")
      #expect(rate.wrong == 0, "\(folder)")
      #expect(rate.read >= (try #require(least.reads[folder])), "\(folder)")
    }
    #expect(rates.values.map(\.symbols).reduce(0, +) == 308)
  }
}

extension ExpectedSymbol {
  /// Whether a message holds the expected characters, in UTF-8 or, for texts, in an encoding that symbols use.
  func matches(_ found: [UInt8]) -> Bool {
    if found == message { return true }
    guard kind == "text", let text = String(validating: message, as: UTF8.self) else { return false }
    // GB 18030 has no name in Foundation.
    let chinese = String.Encoding(rawValue: 0x8000_0632)
    return [.shiftJIS, .isoLatin1, chinese].contains { String(bytes: found, encoding: $0) == text }
  }
}
