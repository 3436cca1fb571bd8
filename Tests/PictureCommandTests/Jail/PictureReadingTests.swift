import Foundation
import HostSystem
import ImageCoding
import Imaging
import QRScanning
import QRSymbology
import SymbolGrading
import TestSupport
import Testing

@_spi(Fuzzing) @testable import ConfinedReading
@testable import PictureCommands

/// Answers leave the jail unchanged, and malformed ones are refused.
struct PictureReadingTests {
  /// A graded reading of a sample.
  private static func reply(_ name: String) throws -> PictureReply {
    let image = try GrayImage(imageFile: try Files.bytes(Files.pictures.appending(path: name)))
    let symbols = try QRScanner().scan(image).map { detection in
      ReadSymbol(
        detection, grade: ReadSymbol.Grade(detection, in: image, until: TimeLimit(.now + .seconds(600))), in: image)
    }
    return PictureReply(
      reading: PictureReading(
        symbols: symbols, orientation: .leftTop, attempts: ["0.1 ms, clean", ""], isComplete: false))
  }

  @Test func `a worker is killed after 22 seconds with a limit by the clock, and after 44 with one of CPU time`() {
    var options = PictureReader.Options()
    #expect(options.seconds == 20 && options.mostSeconds == 44)
    options.countsWaiting = true
    #expect(options.mostSeconds == 22)
  }

  @Test(arguments: [
    ("numeric.png", "1", "]Q1"), ("micro-m4.png", "M4", "]Q1"), ("nul.png", "1", "]Q1"), ("part2.png", "2", "]Q1"),
    ("rmqr-7-rows.png", "R7x43", "]Q1"), ("model1-version5.png", "5", "]Q0"), ("eci-utf8.png", "1", "]Q2"),
  ])
  func `a reading is unchanged when it leaves the jail`(name: String, version: String, identifier: String) throws {
    let reply = try Self.reply(name)
    let bytes = WorkerCoding.bytes(of: reply)
    let other = try WorkerCoding.value(PictureReply.self, in: bytes)
    #expect(WorkerCoding.bytes(of: other) == bytes)
    let symbol = try #require(other.reading?.symbols.first)

    #expect(symbol.version.map { "\($0)" } ?? "nil" == version)
    #expect(symbol.symbologyIdentifier == identifier && symbol.segments.map(\.eci) == [identifier == "]Q2" ? 26 : nil])
    #expect((symbol.level == nil, symbol.mask == nil) == (false, name.hasPrefix("rmqr")))
    #expect(symbol.structuredAppend?.count == (name == "part2.png" ? 3 : nil))
    #expect(other.reading?.cut(by: 1)?.hasPrefix("the search was cut short because of its limit of 1 second,") == true)
  }

  @Test func `every reason is unchanged when it leaves the jail`() throws {
    let grades = SymbolGradingError.allCases.map { ReadSymbol.Grade.ungradable($0) } + [.outOfTime]
    for grade in grades {
      let other = try WorkerCoding.value(ReadSymbol.Grade.self, in: WorkerCoding.bytes(of: grade))
      #expect(GradeReport(other).text == GradeReport(grade).text)
    }
    for failure in [PictureFailure.refused(reason: "a"), .tooManyPixels(reason: "b"), .outOfMemory] {
      #expect(try WorkerCoding.value(PictureFailure.self, in: WorkerCoding.bytes(of: failure)) == failure)
    }
  }

  /// Every byte and every length of an answer may be an attacker's.
  @Test func `a spoilt answer is refused or printed without a trap`() throws {
    let bytes = WorkerCoding.bytes(of: try Self.reply("part2.png"))
    var random = SeededGenerator(seed: 7)
    for _ in 0..<20_000 {
      var spoilt = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        spoilt[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      JailReply.read(spoilt)
    }
  }

  @Test func `a version and a place in a set that no symbol has are missing`() throws {
    struct Forged: Encodable {
      var message: [UInt8] = [0x61]
      var corners = Corners(topLeft: corner, topRight: corner, bottomRight: corner, bottomLeft: corner)
      var engine = "modules"
      var segments: [Int] = []
      var versionName: String
      var place: [UInt8]

      private static let corner = ImagePoint(x: 0, y: 0)
    }
    for (name, place) in [("41", [0, 0, 1]), ("M5", [16, 3, 1]), ("R7x7", [1, 17, 1]), ("-1", [1])] {
      let symbol = try WorkerCoding.value(
        ReadSymbol.self, in: WorkerCoding.bytes(of: Forged(versionName: name, place: place.map { UInt8($0) })))
      #expect(symbol.version == nil)
      #expect(symbol.leastVersion == 1 && symbol.structuredAppend == nil)
    }
  }
}
