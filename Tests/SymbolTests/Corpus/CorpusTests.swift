import Foundation
import ImageCoding
import Imaging
import QRScanning
import QRSymbology
import TestSupport
import Testing

/// Photographs in a folder beside the checkout; skipped where there is none.
@Suite(.enabled(if: Files.corpus != nil, "no corpus of real pictures beside the checkout"))
struct CorpusTests {
  /// Counts of one folder.
  struct Rate {
    var symbols = 0
    var read = 0
    /// Messages that no expectation covers.
    var wrong = 0
  }

  /// A way of scanning, and the symbols that it reads in each folder.
  struct Pin: CustomTestStringConvertible {
    var engine: Detection.Engine?
    var effort: QRScanner.Effort
    var reads: [String: Int]
    /// One in this many pictures without a symbol is scanned: at `hard` a debug build takes seconds for each.
    var negativeStep = 1

    var testDescription: String { "\(engine?.rawValue ?? "all engines"), \(effort)" }
  }

  /// On Debian 12. zbar's own command differs by one or two: it gets other grays from ImageMagick, and does not look for
  /// light on dark.
  static let pins = [
    Pin(
      effort: .normal,
      reads: ["zxing": 184, "zxing-cpp": 68, "jsqr": 37, "micro": 19, "negatives": 0, "photos": 37, "art": 50]),
    Pin(
      effort: .hard,
      reads: ["zxing": 184, "zxing-cpp": 68, "jsqr": 37, "micro": 19, "negatives": 0, "photos": 37, "art": 52],
      negativeStep: 8),
    Pin(
      engine: .zbar, effort: .normal,
      reads: ["zxing": 162, "zxing-cpp": 52, "jsqr": 24, "micro": 0, "negatives": 0]),
  ]

  @Test(arguments: pins) func `as many symbols per folder are read as are pinned`(pin: Pin) async throws {
    let corpus = try #require(Files.corpus)
    let scanner = QRScanner(engine: pin.engine, effort: pin.effort)
    let pictures = try await withThrowingTaskGroup(of: (folder: String, rate: Rate).self) { group in
      for (index, (path, rows)) in try ExpectedSymbol.read(corpus).enumerated() {
        if path.hasPrefix("negatives/"), index % pin.negativeStep != 0 { continue }
        group.addTask {
          let image = try GrayImage(imageFile: Files.bytes(corpus.appending(path: path)))
          return (String(path.prefix { $0 != "/" }), Rate(try scanner.scan(image).map(\.message), of: rows))
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    var rates: [String: Rate] = [:]
    for (folder, rate) in pictures {
      var sum = rates[folder] ?? Rate()
      (sum.symbols, sum.read, sum.wrong) = (sum.symbols + rate.symbols, sum.read + rate.read, sum.wrong + rate.wrong)
      rates[folder] = sum
    }
    for (folder, rate) in rates.sorted(by: { $0.key < $1.key }) {
      print("corpus \(folder), \(pin.testDescription): \(rate.read) of \(rate.symbols) read, \(rate.wrong) wrong")
      #expect(rate.wrong == 0, "\(folder)")
      // More reads than this are an improvement, which is pinned as well.
      if let pinned = pin.reads[folder] { #expect(rate.read == pinned, "\(folder)") }
    }
    #expect(rates.values.map(\.symbols).reduce(0, +) == 400)
  }
}

extension CorpusTests {
  @Test func `a higher effort reads whatever a lower one reads`() async throws {
    let corpus = try #require(Files.corpus)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (path, _) in try ExpectedSymbol.read(corpus) where !path.hasPrefix("negatives/") {
        group.addTask { try expectMoreByEffort(GrayImage(imageFile: Files.bytes(corpus.appending(path: path))), path) }
      }
      try await group.waitForAll()
    }
  }
}

extension CorpusTests.Rate {
  /// Counts the messages of one picture.
  init(_ messages: [[UInt8]], of rows: [ExpectedSymbol]) {
    var found = messages
    for row in rows where row.kind == "text" || row.kind == "bytes" {
      symbols += 1
      guard let hit = found.firstIndex(where: { row.matches($0) }) else { continue }
      found.remove(at: hit)
      read += 1
    }
    if rows.contains(where: { $0.kind == "unread" || $0.kind == "structured-append" }) { return }
    // A sheet of decorated symbols may have more of one message than are listed.
    wrong = found.count { message in !rows.contains { $0.matches(message) } }
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
