import Foundation
import HostSystem
import ImageCoding
import Imaging
import QRScanning
import QRSymbology
import SymbolGrading
import TestSupport
import Testing

@testable import OOBQRCommands

/// Readings leave the jail unchanged, and malformed ones are refused.
struct PictureReadingTests {
  /// A graded reading of a sample.
  private static func reading(of name: String) throws -> PictureReading {
    let image = try GrayImage(imageFile: try Files.bytes(Files.pictures.appending(path: name)))
    let detections = try QRScanner().scan(image)
    return PictureReading(
      symbols: detections.map { ReadSymbol($0, grade: GradeReport($0, in: image)) }, isComplete: false,
      orientation: .leftTop, attempts: ["0.1 ms, clean", ""])
  }

  @Test(arguments: ["numeric.png", "micro-m4.png", "nul.png", "part2.png", "four.png", "model1-version5.png"])
  func `a reading is unchanged when it leaves the jail`(name: String) throws {
    let reading = try Self.reading(of: name)
    let bytes = reading.workerBytes
    let other = try #require(PictureReading(workerBytes: bytes))
    #expect(other.workerBytes == bytes)
    #expect(other.attempts == reading.attempts)
    #expect(!other.isComplete && !other.leavesZBar && other.orientation == .leftTop)
    #expect(other.symbols.count == reading.symbols.count && !reading.symbols.isEmpty)
    for (a, b) in zip(reading.symbols, other.symbols) {
      #expect(a.message == b.message && a.corners == b.corners && a.engine == b.engine && a.attempt == b.attempt)
      #expect(a.version == b.version && a.structuredAppend == b.structuredAppend)
      #expect(a.grade?.text == b.grade?.text && a.grade?.json == b.grade?.json)
    }
  }

  @Test func `every reason for a missing grade is unchanged when it leaves the jail`() throws {
    var reasons: Set<String> = []
    for number in 1...SymbolGradingError.allCases.count + 1 {
      let report = try #require(GradeReport(numbers: [Double(number)]))
      #expect(report.numbers == [Double(number)])
      reasons.insert(report.text)
    }
    #expect(reasons.count == SymbolGradingError.allCases.count + 1)
  }

  /// Every byte and every length of an answer may be an attacker's.
  @Test func `a spoilt answer is refused or printed without a trap`() throws {
    let bytes = try Self.reading(of: "numeric.png").workerBytes
    var (refused, random) = (0, SeededGenerator(seed: 7))
    for count in 0..<bytes.count where PictureReading(workerBytes: Array(bytes[..<count])) == nil { refused += 1 }
    #expect(refused > bytes.count - 8, "\(refused) of \(bytes.count)")
    for _ in 0..<20_000 {
      var spoilt = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        spoilt[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      guard let reading = PictureReading(workerBytes: spoilt) else { continue }
      for symbol in reading.symbols { _ = (symbol.grade?.text, symbol.grade?.json, symbol.printedCorners) }
    }
  }

  /// Each would make this process work and hold memory without a bound.
  @Test func `an answer that is larger than any picture's is refused`() throws {
    let flags: [UInt8] = [0, 1, 1]
    func reading(_ attempts: [[UInt8]], symbols: [[UInt8]] = []) -> PictureReading? {
      PictureReading(workerBytes: Parts.joined([flags, Parts.joined(attempts)] + symbols))
    }
    let attempt = [UInt8](repeating: 0x61, count: 200)
    #expect(reading([[UInt8]](repeating: attempt, count: 1000))?.attempts.count == 1000)
    #expect(reading([[UInt8]](repeating: attempt, count: 1001)) == nil && reading([attempt + [0x61]]) == nil)
    let parts = try Self.reading(of: "numeric.png").symbols.flatMap(\.parts)
    let symbols = (0..<1 << 16).flatMap { _ in parts }
    #expect(reading([], symbols: symbols)?.symbols.count == 1 << 16)
    #expect(reading([], symbols: symbols + parts) == nil)
    typealias Answer = Confined<PictureReading>
    for (shortfall, failure, isRefused) in [(4096, 4096, false), (4097, 0, true), (0, 4097, true)] {
      let sentences = [shortfall, failure].map { [UInt8](repeating: 0x61, count: $0) }
      #expect((Answer(workerBytes: Parts.joined(sentences + [[]])) == nil) == isRefused)
    }
    #expect(Answer(workerBytes: Parts.joined([[], [0x61], [], []])) == nil)
    #expect(PictureReading.mostBytes <= 1 << 25)
  }

  @Test func `an impossible grade is refused`() throws {
    let numbers = try #require(try Self.reading(of: "numeric.png").symbols.first?.grade?.numbers)
    for (index, value) in [(3, -1), (4, -0.5), (4, 0), (5, 1.5), (6, 99), (7, 13), (8, 7), (8, 0.5), (10, -1)] {
      var spoilt = numbers
      spoilt[index] = value
      #expect(GradeReport(numbers: spoilt) == nil, "\(index): \(value)")
    }
    #expect(GradeReport(numbers: numbers) != nil)
    #expect(GradeReport(numbers: Array(numbers.dropLast())) == nil)
    #expect(GradeReport(numbers: []) == nil && GradeReport(numbers: [6]) == nil && GradeReport(numbers: [1, 1]) == nil)
  }
}
