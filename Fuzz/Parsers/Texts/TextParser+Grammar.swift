import OutOfBand
import TextFormats

/// Choices that an input makes, byte after byte; what it does not decide is the first of all possibilities.
private struct Choices {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func index(below count: Int) -> Int { Int(rest.popFirst() ?? 0) % count }

  mutating func one(of texts: [String]) -> String { texts[index(below: texts.count)] }

  /// Up to 15 bytes, each a printable ASCII sign or a part of a longer one.
  mutating func text() -> String {
    (0..<index(below: 16)).map { _ in Self.signs[index(below: Self.signs.count)] }.joined()
  }

  private static let signs =
    (0x20..<0x7F).map { String(Unicode.Scalar(UInt8($0))) } + ["ä", "日", "\u{301}", "\n", "\0"]
}

extension TextParser {
  private static let payloadName = DispatchLink.payloadParameter

  /// Makes a link by its grammar: a sound one for even first bytes, otherwise one as written by hand.
  static func grammar(_ bytes: [UInt8]) {
    var choices = Choices(bytes)
    if choices.index(below: 2) == 0 { soundLink(&choices) } else { handwrittenLink(&choices) }
  }

  /// Builds a link, and reads it as each app does.
  private static func soundLink(_ choices: inout Choices) {
    let data = (0..<choices.index(below: 3)).map { JSONValue.Member("k\($0)", .string(choices.text())) }
    guard
      let redeemURL = try? RedeemURL(parsing: "https://fido.siven.ch/redeem/" + PercentEncoding.encode(choices.text()))
    else { preconditionFailure("any path is encoded") }
    let payload = OutOfBandPayload(token: Secret("t" + choices.text()), redeemURL: redeemURL, data: data)
    var callbacks: [CallbackURL] = []
    for kind in CallbackURL.Kind.allCases where choices.index(below: 2) == 1 {
      callbacks.append(
        CallbackURL(kind, choices.one(of: ["https://b.example/", "app://x-callback-url/"]) + choices.text()))
    }
    let base = "https://access.siven.ch/" + PercentEncoding.encode(choices.text())
    let scheme = choices.one(of: ["", "myaccessapp", "A+b.c-1"])
    guard
      let link = scheme.isEmpty
        ? try? DispatchLink(payload, base: base, callbacks: callbacks)
        : try? DispatchLink(payload, scheme: scheme, action: .register, callbacks: callbacks)
    else { preconditionFailure("base and scheme are sound") }
    let text = link.description
    guard let parsed = try? DispatchLink(parsing: text) else { preconditionFailure("a built link is read") }
    precondition(parsed == link && parsed.description == text, "a built link is read as it was built")
    precondition(parsed.payload == payload, "and its payload, too")
    for reader in LinkReader.allCases {
      precondition(reader.read(text) == .text(payload.base64URL), "every app gets the payload of a built link")
    }
    precondition(MessageCheck(text).payload == payload, "and so does the check")
  }

  /// Writes a link out of what links hold, in any order and encoded or not, and holds the apps against our own reader.
  private static func handwrittenLink(_ choices: inout Choices) {
    var text = choices.one(of: [
      "https://a.example/open", "HTTPS://a.example", "app://x-callback-url/authenticate", "app:x", "http://a.b/",
    ])
    while !choices.isAtEnd {
      text += choices.one(of: ["?", "&", "#", "?", "&"])
      text += choices.one(of: [
        payloadName, "DispatchTokenResponse", "dispatch%54okenResponse", "x-success", "x-error", "x-cancel", "lang", "",
      ])
      text += choices.one(of: ["=", "", "==", "%3D"])
      text += choices.one(of: [
        "eyJubWFfZGF0YSI6e319", "eyJh+b%3D=", "https://b.example/s?x=1", "https%3A%2F%2Fb.example%2Fs%3Fx%3D1", "%",
        "%zz",
        choices.text(),
      ])
    }
    let readings = LinkReader.allCases.map { $0.read(text) }
    _ = MessageCheck(text).diagnostics
    guard let link = try? DispatchLink(parsing: text) else { return }
    // Where all apps agree, ours is no other opinion.
    if case .text(let payload) = readings[0], !payload.isEmpty, Set(readings).count == 1 {
      precondition(link.payloadText == payload, "our reader gets what every app gets")
    }
    guard let again = try? DispatchLink(parsing: link.description) else {
      preconditionFailure("a repaired link is a link")
    }
    precondition(again == link, "a repaired link is repaired once")
  }
}
