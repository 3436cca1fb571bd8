import Diagnosis
import Foundation
import HandsetSimulation
import ImageCoding
import Imaging
import KioskPrinting
import OutOfBand
import PictureDamage
import QREncoding
import QRScanning
import QRSymbology
import QRSymbols
import SymbolDrawing
import SymbolFixtures
import TestSupport
import Testing
import TextFormats

/// The Swift examples of README.md and of the pages in docs/.
struct LibraryExamplesTests {
  @Test func `the documented examples have the documented results`() throws {
    let symbol = try QREncoder(level: .medium).encode("https://example.com/login")
    let png = try PNG.encode(BilevelImage(symbol, scale: 8), dotsPerInch: 300)
    let svg = SVG.draw(symbol, scale: 8)
    let picture = try GrayImage(imageFile: png)  // PNG or JPEG
    let detections = try QRScanner(effort: .normal).scan(picture)
    let text = detections[0].text  // "https://example.com/login", or nil for bytes that are not UTF-8
    let bytes = detections[0].message  // exactly what the symbol holds
    let start = detections[0].corners.topLeft  // (32, 32), in pixels
    #expect(text == "https://example.com/login" && bytes == Array("https://example.com/login".utf8))
    #expect(start == ImagePoint(x: 32, y: 32) && svg.hasSuffix("</svg>\n"))
    let result = try QRScanner(effort: .hard).explain(picture, deadline: .now + .seconds(2))
    if !result.isComplete { print("there may be more than \(result.detections.count) symbols") }
    #expect(result.isComplete && result.detections.count == 1)

    let redeemURL = try RedeemURL(parsing: "https://fido.example.com/token/redeem/authentication")
    let payload = OutOfBandPayload(
      token: "b4b07559-f934-4597-a1c5-44d89f691e8f", redeemURL: redeemURL,
      data: [JSONValue.Member("correlationId", .number(17))])
    let done = CallbackURL(.success, "https://www.example.com/done?order=7")
    let link = try DispatchLink(payload, base: "https://access.example.com/open", callbacks: [done])
    let message = Array(link.description.utf8)
    let policy = TrustPolicy(redeemHosts: ["fido.example.com"], linkHosts: ["access.example.com"])
    let check = MessageCheck(message, options: MessageCheck.Options(policy: policy, channel: .link))
    let codes = check.diagnostics.map(\.rule.code)  // ["OOB601"]: a note
    let passes = check.diagnostics.allSatisfy { $0.severity != .error }  // true
    #expect(codes == ["OOB601"] && passes)

    let received = try OutOfBandPayload(json: payload.json)
    let redeemedAt = received.redeemURL?.description  // "https://fido.example.com/token/redeem/authentication"
    let scanned = try DispatchLink(parsing: link.description)
    let isSame = scanned.payload == received  // true
    #expect(redeemedAt == "https://fido.example.com/token/redeem/authentication" && isSame)

    let inTest = MessageCheck(link, options: MessageCheck.Options(policy: policy, channel: .qr))
    let findings = inTest.errors  // []: what an expectation compares
    let isReadByAll = inTest.readings.allSatisfy(\.isPayload)  // true: every example app gets it
    #expect(findings == [] && isReadByAll)

    let uri = try DispatchLink(payload, scheme: "myaccessapp").description
    let simulator = Simulator()
    let camera = try simulator.catalogue.scan("android-camera")
    let verdict = simulator.verdict(on: uri, camera, .android(14))
    let outcome = verdict.outcome  // .notForwarded
    let reason = verdict.sources  // ["AA-2.8"]
    #expect(outcome == .notForwarded && reason == ["AA-2.8"])

    let diagnosis = Diagnosis(RecognizedMessage(Array(uri.utf8)))
    let answer = diagnosis.answer  // "standard cameras of Android 13–16 do not open your app; …"
    let causes = diagnosis.causes.count  // 1
    #expect(answer?.hasPrefix("standard cameras of Android 13–16 do not open your app; ") == true && causes == 1)

    let login = FixtureMessage(name: "login", bytes: message)
    let fixture = Fixture(login, damages: try Damage.list(parsing: "perspective:20+noise:12"), seed: 7)
    let rendering = try fixture.render()
    let file = rendering.file  // a PNG for the scanner under test
    let pixels = rendering.scene.picture.gray  // the same picture, as pixels
    let expected = rendering.messages  // what it should read
    #expect(try PNG.decode(file) == pixels && expected == [message])
    #expect(try QRScanner().scan(pixels).map(\.message) == expected)

    let conditions = PrintConditions(resolution: .thermal, distance: 150)
    let plan = try PrintPlan(bytes: message.count, conditions: conditions)
    let dots = plan.levels[1].dots  // 5: for 150 mm at 203 dpi, at level M
    let printed = try PrintedSymbol(symbol, dots: dots)
    let isReadable = Preflight(conditions).examine(printed, holds: bytes).passes  // true
    #expect(plan.levels[1].level == .medium && dots == 5 && isReadable)
  }

  @Test func `the README's example prints what it says`() throws {
    let png = try QRPicture.make("https://example.com")
    for symbol in try QRPicture.read(png) {
      print(symbol.text ?? "\(symbol.message.count) bytes")  // https://example.com
    }
    #expect(try QRPicture.read(png).map(\.text) == ["https://example.com"])
    let code = try QRPicture.make("https://example.com/login")
    let read = try QRPicture.read(code)[0].text  // "https://example.com/login"
    #expect(read == "https://example.com/login")
    #expect(try QRPicture.read(QRPicture.make([0xFF, 0x00], scale: 1)).map(\.message) == [[0xFF, 0x00]])
  }

  @Test func `what cannot be made or read is refused with its limit`() {
    for (make, reason) in [
      ({ () throws(QRPicture.Failure) in try QRPicture.make("a", scale: 0) }, "the scale 0 is not in 1…100"),
      ({ () throws(QRPicture.Failure) in try QRPicture.make([UInt8](repeating: 97, count: 2332)) }, "which holds 2331"),
    ] {
      let failure = #expect(throws: QRPicture.Failure.self) { try make() }
      #expect(failure?.description.contains(reason) == true)
    }
    #expect(throws: QRPicture.Failure.self) { try QRPicture.read(Array("no picture".utf8)) }
  }

  @Test func `a message that is too long is refused as documented`() {
    do {
      _ = try QREncoder(level: .low).encode([UInt8](repeating: 97, count: 2954))
      Issue.record("it was encoded")
    } catch {
      print(error)  // 2954 bytes do not fit in a version 40 symbol at level L, which holds 2953; shorten the message
      #expect("\(error)".hasSuffix("version 40 symbol at level L, which holds 2953; shorten the message"))
    }
  }

  @Test func `the pages hold no other code`() throws {
    try expectNoOtherCode(in: DocumentPage.all.map(\.path), atLeast: 50)
  }
}
