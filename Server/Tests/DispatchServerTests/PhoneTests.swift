import Foundation
import HandsetSimulation
import ImageCoding
import Imaging
import OutOfBand
import QREncoding
import SymbolDrawing
import Testing
import TextFormats

@testable import DispatchServer
@testable import PhoneSimulation

@Suite struct PhoneTests {
  /// Lets a phone act on a thread of its own: it waits for the server.
  static func act(
    _ name: String, _ user: PhoneUser, on message: [UInt8], policy: TrustPolicy? = nil
  ) async throws -> PhoneReport {
    var phone = SimulatedPhone(try PhoneName(parsing: name), user: user)
    if let policy { phone.policy = policy }
    let acting = phone
    let input = try PhoneMessage(message)
    return await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: acting.act(on: input)) }
    }
  }

  /// A new operation: its response, and the picture or link in it.
  static func dispatched(
    _ dispatcher: String, _ server: RunningServer
  ) async throws -> (response: DispatchResponse, message: [UInt8]) {
    let response = try await server.dispatch(dispatcher)
    switch response.carried {
    case .png(let picture): return (response, picture)
    case .link(let link): return (response, Array(link.utf8))
    default: throw RawExchange.Failure(reason: "nothing is carried")
    }
  }

  @Test(
    arguments: ["android-14:camera", "ios-18:camera", "access-app", "android-12:samsung-camera"], PhoneUser.allCases)
  func `a phone scans the picture of an app link, and the operation ends as its user wants`(
    _ name: String, _ user: PhoneUser
  ) async throws {
    try await RunningServer.with { server in
      let (response, picture) = try await Self.dispatched("link-png-qr-code", server)
      let report = try await Self.act(name, user, on: picture)
      let status = try await server.status(try #require(response.sessionID)).status
      switch user {
      case .approve:
        #expect(report.ending == .reported(status: "succeeded"))
        #expect(status == .succeeded)
      case .decline:
        #expect(report.ending == .reported(status: "failed"))
        #expect(status == .failed)
      case .ignore:
        #expect(report.ending == .ignored)
        #expect(status == .clientAuthenticating)
      }
      #expect(report.isDone)
      #expect(report.operation == .authentication)
    }
  }

  @Test func `a custom URI does nothing on the camera of Android 14, and its token stays good`() async throws {
    try await RunningServer.with({ $0.link = .customURI(scheme: "myaccessapp") }) { server in
      let (response, picture) = try await Self.dispatched("link-png-qr-code", server)
      let report = try await Self.act("android-14:camera", .approve, on: picture)
      #expect(report.ending == .notOpened)
      #expect(report.verdict.outcome == .notForwarded)
      #expect(!report.isDone)
      #expect(report.text.contains("instead   use an app link"))
      #expect(try await server.status(try #require(response.sessionID)).status == .tokenCreated)
      let other = try await Self.act("ios-18:camera", .approve, on: picture)
      #expect(other.ending == .reported(status: "succeeded"))
    }
  }

  @Test func `a payload without a link opens in the app's own scanner alone`() async throws {
    try await RunningServer.with { server in
      let (_, picture) = try await Self.dispatched("png-qr-code", server)
      #expect(try await Self.act("android-14:camera", .approve, on: picture).ending == .notOpened)
      #expect(try await Self.act("access-app", .approve, on: picture).isDone)
    }
  }

  @Test func `a phone without a verdict that opens the app redeems nothing`() async throws {
    try await RunningServer.with { server in
      let (response, link) = try await Self.dispatched("link", server)
      let report = try await Self.act("android-14:aperture", .approve, on: link)
      #expect(!report.verdict.outcome.reachesApp)
      #expect(report.ending == .notOpened)
      #expect(try await server.status(try #require(response.sessionID)).status == .tokenCreated)
    }
  }

  @Test func `a plain payload by push is not acted on`() async throws {
    try await RunningServer.with { server in
      let id = try await PushTests.newTarget(server)
      let request = DispatchRequest(.push, GetUAFRequest(.authentication, username: "jeff"), targetID: id)
      _ = try await server.post(DispatchServiceTests.path, request.json.description)
      let box = try await server.post("/phone/messages", #"{"dispatchTargetId":"\#(id)"}"#)
      let payload = try #require(try JSONDocument(parsing: box.body).value["messages"]?.elements?.first?["payload"])
      let report = try await Self.act("android-14:push", .approve, on: Array(payload.description.utf8))
      #expect(report.verdict.outcome == .notForwarded)
      #expect(report.ending == .notOpened)
    }
  }

  @Test func `the second phone, and a late one, are told why`() async throws {
    try await RunningServer.with { server in
      let (_, picture) = try await Self.dispatched("link-png-qr-code", server)
      _ = try await Self.act("ios-18:camera", .approve, on: picture)
      let second = try await Self.act("android-14:camera", .approve, on: picture)
      #expect(
        second.ending == .refused("the token was not redeemed: the status code is 1403 (TokenAlreadyRedeemed)"))
      let (_, late) = try await Self.dispatched("link", server)
      server.clock.advance(seconds: 200)
      let expired = try await Self.act("android-14:chrome", .approve, on: late)
      #expect(expired.ending == .refused("the token was not redeemed: the status code is 1408 (TokenExpired)"))
    }
  }

  @Test(arguments: [
    (#"{"fault":"drop","on":"redeem"}"#, "the server closed the connection without an answer"),
    (#"{"fault":"error","on":"redeem"}"#, "the server answered with HTTP status 500"),
    (
      #"{"fault":"error","on":"outcome"}"#,
      "the server did not take the end of the operation (HTTP status 500): the server fails on demand"
    ),
  ])
  func `a phone survives a server that fails`(_ fault: String, _ reason: String) async throws {
    try await RunningServer.with { server in
      _ = try await server.post("/faults", fault)
      let (_, link) = try await Self.dispatched("link", server)
      let report = try await Self.act("ios-18:safari", .approve, on: link)
      #expect(report.ending == .refused(reason))
    }
  }

  @Test func `a token goes to hosts of the policy alone`() async throws {
    try await RunningServer.with { server in
      let (response, link) = try await Self.dispatched("link", server)
      let policy = TrustPolicy(redeemHosts: ["fido.example.com"])
      let report = try await Self.act("ios-18:safari", .approve, on: link, policy: policy)
      #expect(report.verdict.outcome == .refused)
      #expect(report.ending == .notOpened)
      #expect(try await server.status(try #require(response.sessionID)).status == .tokenCreated)
    }
  }

  @Test func `the callback of the user's choice is opened`() async throws {
    try await RunningServer.with { server in
      for (user, expected) in [
        (PhoneUser.approve, "https://www.siven.ch/done?order=7"), (.decline, "mybusinessapp://cancelled"),
        (.ignore, nil),
      ] {
        let (_, message) = try await Self.dispatched("link", server)
        let plain = try DispatchLink(parsing: String(decoding: message, as: UTF8.self))
        let callbacks = [
          CallbackURL(.success, "https://www.siven.ch/done?order=7"), CallbackURL(.cancel, "mybusinessapp://cancelled"),
        ].map { "\($0.kind.parameter)=\(PercentEncoding.encode($0.text))&" }.joined()
        let link = plain.description.replacing("?", with: "?" + callbacks)
        let report = try await Self.act("android-14:chrome", user, on: Array(link.utf8))
        #expect(report.isDone)
        #expect(report.callback == expected)
      }
    }
  }

  @Test func `a report has neither token nor payload`() async throws {
    try await RunningServer.with { server in
      let (response, link) = try await Self.dispatched("link", server)
      let report = try await Self.act("android-14:chrome", .approve, on: link)
      let token = try #require(response.token)
      for text in [report.text, report.json.description] {
        #expect(!text.contains(token))
        #expect(!text.contains("eyJ"))
      }
      #expect(report.text.contains("token \(token.prefix(8))…"))
      #expect(report.json["status"]?.text == "succeeded")
    }
  }

  // MARK: Without a server

  @Test(arguments: [
    "", "android", "android-14", "android-:camera", "android-x:camera", "android-1:camera", "windows-11:camera",
    "android-14:camera:x", "ios-18", "android-+14:camera", "android-014x:camera", "android-1000:camera",
  ])
  func `what is not a phone says what is one`(_ text: String) {
    #expect(throws: InvalidPhoneName.form(text)) { try PhoneName(parsing: text) }
    #expect("\(InvalidPhoneName.form(text))".contains("android-8:camera"))
  }

  @Test func `a scanner that there is not is answered with those that there are`() throws {
    let error = try #require(throws: InvalidPhoneName.self) { try PhoneName(parsing: "android-14:eye") }
    #expect("\(error)".contains("there is no scanner or browser 'eye'; there are camera, android-camera,"))
    #expect(try PhoneName(parsing: "Android-14:Camera").entry.program?.id == "android-camera")
    #expect(try PhoneName(parsing: "ios-11:camera").handset == .iOS(11))
    #expect(try PhoneName(parsing: "android-8:push").entry == .push)
  }

  @Test func `a picture has one symbol`() throws {
    let symbol = GrayImage(try QREncoder().encode("https://example.com"), scale: 4)
    let one = try PNG.encode(symbol)
    #expect(try PhoneMessage(one).bytes == Array("https://example.com".utf8))
    #expect(throws: PhoneMessageFailure.symbols(0)) {
      try PhoneMessage(try PNG.encode(GrayImage(width: 100, height: 100)))
    }
    var two = GrayImage(width: symbol.width * 2, height: symbol.height)
    for y in 0..<symbol.height {
      for x in 0..<two.width { two[x: x, y: y] = symbol[x: x % symbol.width, y: y] }
    }
    #expect(throws: PhoneMessageFailure.symbols(2)) { try PhoneMessage(try PNG.encode(two)) }
    #expect(throws: PhoneMessageFailure.self) { try PhoneMessage(Array(one.prefix(100))) }
    #expect(throws: PhoneMessageFailure.empty) { try PhoneMessage(Array("\r\n".utf8)) }
    #expect(try PhoneMessage(Array("a b\n".utf8)).bytes == Array("a b".utf8))
  }

  @Test func `only http to this machine counts as https`() throws {
    func secured(_ url: String) throws -> Bool {
      let bytes = OutOfBandPayload.json(token: "b4b07559-f934-4597-a1c5-44d89f691e8f", redeemURL: url)
      let link = Array("https://access.example.com/open?dispatchTokenResponse=\(Base64.encodeURL(bytes))".utf8)
      let raw = Array(Base64.encodeURL(bytes).utf8)
      let changed = [bytes, link, raw].map { SimulatedPhone.secured($0, MessageCheck($0)) != $0 }
      #expect(Set(changed).count == 1)
      return changed[0]
    }
    #expect(try secured("http://127.0.0.1:9080/nevisfido/token/redeem/authentication"))
    #expect(try secured("http://localhost/nevisfido/token/redeem/authentication"))
    #expect(try !secured("http://fido.example.com/nevisfido/token/redeem/authentication"))
    #expect(try !secured("http://127.0.0.1.example.com/nevisfido/token/redeem/authentication"))
    #expect(try !secured("https://127.0.0.1/nevisfido/token/redeem/authentication"))
  }

  @Test func `the program's exit code says how far it went`() async throws {
    let program = try Program(["--port", "0", "--scheme", "myaccessapp"])
    let server = RunningServer(port: try await program.port(), clock: TestClock(), log: LogLines())
    let (_, message) = try await Self.dispatched("link", server)
    let link = String(decoding: message, as: UTF8.self)
    func run(_ arguments: [String]) throws -> Program { try Program(["act"] + arguments, named: "oobqr-phone") }
    #expect(try await run([link, "--as", "android-14:camera", "--outcome", "approve"]).ended() == 1)
    #expect(try await run([link, "--as", "ios-18:camera", "--outcome", "decline", "--json"]).ended() == 0)
    let wrong = try run([link, "--as", "nokia-3310:camera", "--outcome", "approve"])
    #expect(await wrong.ended() == 64)
    #expect(wrong.said.contains("'nokia-3310:camera' is not a phone"))
    let blank = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).png")
    try Data(try PNG.encode(GrayImage(width: 50, height: 50))).write(to: blank)
    defer { try? FileManager.default.removeItem(at: blank) }
    let empty = try run([blank.path, "--as", "access-app", "--outcome", "approve"])
    #expect(await empty.ended() == 4)
    #expect(empty.said == "oobqr-phone: the picture has no symbol that can be read\n")
    #expect(await program.stop(SIGTERM) == 0)
  }

  @Test func `pictures are scanned as they appear in a folder`() async throws {
    let program = try Program(["--port", "0"])
    let server = RunningServer(port: try await program.port(), clock: TestClock(), log: LogLines())
    let (_, message) = try await Self.dispatched("link", server)
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    func write(_ image: GrayImage, _ name: String) throws {
      try Data(try PNG.encode(image)).write(to: folder.appendingPathComponent(name))
    }
    try write(GrayImage(width: 50, height: 50), "known.png")
    let arguments = ["act", "--as", "android-14:camera", "--outcome", "approve", "--watch", folder.path, "--count"]
    let phone = try Program(arguments + ["1"], named: "oobqr-phone")
    try await Task.sleep(for: .seconds(1))
    try write(GrayImage(try QREncoder().encode(message), scale: 4), "login.png")
    #expect(await phone.ended() == 0)
    // The token is spent, and the next picture has no symbol.
    let second = try Program(arguments + ["2"], named: "oobqr-phone")
    try await Task.sleep(for: .seconds(1))
    try write(GrayImage(try QREncoder().encode(message), scale: 4), "again.png")
    try write(GrayImage(width: 60, height: 60), "blank.png")
    #expect(await second.ended() == 4)
    #expect(second.said.contains("oobqr-phone: the picture has no symbol that can be read\n"))
    #expect(try await Program(arguments + ["0"], named: "oobqr-phone").ended() == 64)
    #expect(await program.stop(SIGTERM) == 0)
  }
}
