import Foundation
import ImageCoding
import Imaging
import QREncoding
import QRScanning
import SymbolDrawing
import TestSupport
import Testing

/// Searches that end by the clock, in pictures that were made to take long.
struct DeadlineTests {
  @Test func `a search ends at its deadline with what was read so far`() throws {
    let picture = try Killers.spoiltPage(side: 1600, besides: "so far")
    let start = ContinuousClock.now
    let scanner = QRScanner(engine: .modules, effort: .hard)
    let result = try scanner.explain(picture, deadline: start + .seconds(2))
    #expect(result.detections.map(\.text) == ["so far"] && !result.isComplete)
    // Some stages do not look at the clock, and without optimisation they take a second.
    #expect(start.duration(to: .now) < .seconds(8))
    #expect(result.attempts.reduce(Duration.zero) { $0 + $1.duration } > .seconds(1))
  }

  @Test func `after the deadline only a clean drawing is still read`() throws {
    let file = try Files.bytes(Files.pictures.appending(path: "four.png"))
    let result = try QRScanner().explain(PNG.decode(file), deadline: .now)
    #expect(result.detections.isEmpty && !result.isComplete)
    #expect(try QRScanner(engine: .zbar).explain(PNG.decode(file), deadline: .now).isComplete == false)
    let clean = GrayImage(try QREncoder().encode("clean"), scale: 3)
    #expect(try QRScanner().scan(clean, deadline: .now).map(\.text) == ["clean"])
  }

  @Test(arguments: [nil, Detection.Engine.modules, .zbar])
  func `a search that ends before its deadline is complete`(engine: Detection.Engine?) throws {
    let picture = try PNG.decode(Files.bytes(Files.pictures.appending(path: "four.png")))
    let scanner = QRScanner(engine: engine)
    let result = try scanner.explain(picture, deadline: .now + .seconds(600))
    #expect(try result.isComplete && result.detections == scanner.scan(picture) && result.detections.count == 4)
    let blank = try QRScanner(effort: .hard).explain(GrayImage(width: 40, height: 40), deadline: .now + .seconds(600))
    #expect(blank.isComplete && blank.detections.isEmpty)
  }

  @Test func `a limit of CPU time is that of the thread`() throws {
    let (waiting, working) = (TimeLimit(.now + .milliseconds(50)), TimeLimit(processorTime: .milliseconds(50)))
    Thread.sleep(forTimeInterval: 0.2)
    #expect(waiting.left <= .zero && working.left > .zero && working.left <= .milliseconds(50))
    let picture = try Killers.spoiltPage(side: 1600, besides: "so far")
    let result = try QRScanner(engine: .modules, effort: .hard).explain(picture, until: working)
    #expect(!result.isComplete && working.left <= .zero)
    #expect((working + .seconds(60)).left > .seconds(50))
  }

  @Test func `zbar gets no picture that would take it too long`() throws {
    let picture = try Killers.field(side: 1600, besides: "zbar")
    let start = ContinuousClock.now
    let result = try QRScanner(engine: .zbar).explain(picture, deadline: start + .seconds(4))
    // A later deadline would change nothing.
    #expect(result.isComplete && start.duration(to: .now) < .seconds(8))
    // At half its size the field is gray.
    #expect(result.detections.map(\.text) == ["zbar"])
    #expect(result.attempts.map(\.pass) == [.zbar(width: 800, height: 800)])
  }
}
