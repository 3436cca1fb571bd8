public import TextFormats

/// Shows text without the secrets in it. A token is a bearer secret: anyone who has it can redeem it, and a
/// payload in base64url is worth as much as its token.
public struct SecretText: Hashable, Sendable {
  /// Texts that are known to be secret, the longest first.
  private let secrets: [String]

  /// Without known secrets: shortens only what looks like one.
  public init() { secrets = [] }

  /// Finds the secrets of a message, sound or not.
  ///
  /// - Parameter carried: The JSON that the message was found to carry.
  init(of message: OutOfBandMessage, carrying carried: JSONValue?) {
    var found: Set<String> = []
    switch message {
    case .payload(_, .base64(let text, _)), .payload(_, .brokenBase64(let text, _)): found.insert(text)
    case .link(let anatomy):
      let values = anatomy.parameters.filter { $0.known == DispatchLink.payloadParameter }
      let read = anatomy.payload
      for value in values.prefix(16) {
        found.insert(value.rawValue)
        found.insert(value.value)
        // The payload that was read is in `carried`; its duplicates are secret, too.
        if value != read, case .success(let decoded) = Base64.decode(value.value),
          let json = PayloadJSON(decoded.bytes).value
        {
          Self.addTokens(in: json, to: &found)
        }
      }
    case .server(let object):
      // The link in a response of the dispatcher is worth as much as the token.
      if let link = object.value["dispatcherInformation"]?["response"]?.text,
        case .link(let anatomy) = OutOfBandMessage(Array(link.utf8))
      {
        for value in anatomy.parameters.filter({ $0.known == DispatchLink.payloadParameter }).prefix(16) {
          found.formUnion([value.rawValue, value.value])
          if case .success(let decoded) = Base64.decode(value.value), let json = PayloadJSON(decoded.bytes).value {
            Self.addTokens(in: json, to: &found)
          }
        }
      }
    default: break
    }
    if let carried { Self.addTokens(in: carried, to: &found) }
    secrets = found.filter { $0.count > 3 }.sorted { ($0.count, $0) > ($1.count, $1) }
  }

  private static func addTokens(in value: JSONValue, to found: inout Set<String>) {
    var rest = [value]
    while let next = rest.popLast(), found.count < 64 {
      for member in next.members ?? [] {
        if member.name == "token", let text = member.value.text { found.insert(text) }
        rest.append(member.value)
      }
      rest += next.elements ?? []
    }
  }

  /// The first eight characters of a secret, and never more than half of it.
  public static func shortened(_ secret: String) -> String { secret.prefix(min(8, secret.count / 2)) + "…" }

  /// The text with secrets shortened: those that are known, and all that looks like a UUID or like base64url of a
  /// payload.
  public func redacted(_ text: String) -> String {
    var shown = text
    for secret in secrets where shown.utf8.count >= secret.utf8.count && shown.contains(secret) {
      shown = shown.replacing(secret, with: Self.shortened(secret))
    }
    return shown.contains("%") ? redactingEncoded(Self.shorteningRuns(in: shown)) : Self.shorteningRuns(in: shown)
  }

  /// Redacts percent-encoded pieces that hold a secret once they are decoded.
  private func redactingEncoded(_ text: String) -> String {
    func isURLByte(_ byte: UInt8) -> Bool { 0x21...0x7E ~= byte && byte != UInt8(ascii: "'") }
    var shown = ""
    var rest = text[...].utf8
    while !rest.isEmpty {
      let piece = rest.prefix(while: isURLByte)
      shown += redactingEncodedPiece(String(Substring(piece)))
      rest = rest[piece.endIndex...]
      let between = rest.prefix { !isURLByte($0) }
      shown += String(Substring(between))
      rest = rest[between.endIndex...]
    }
    return shown
  }

  private func redactingEncodedPiece(_ piece: String) -> String {
    guard piece.contains("%"), let decoded = PercentEncoding.decode(piece), decoded != piece else { return piece }
    // What was encoded twice is decoded here again.
    let redacted = redacted(decoded)
    return redacted == decoded ? piece : redacted
  }

  /// The value with all its texts redacted.
  public func redacted(_ value: JSONValue) -> JSONValue {
    switch value {
    case .object(let members): .object(members.map { .init(redacted($0.name), redacted($0.value)) })
    case .array(let elements): .array(elements.map { redacted($0) })
    case .string(let text): .string(redacted(text))
    default: value
    }
  }

  /// Shortens unbroken runs of base64url characters: of 40 and more, or in the form of a UUID.
  private static func shorteningRuns(in text: String) -> String {
    func isRunByte(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    var shown = ""
    var rest = Substring(text)
    while !rest.isEmpty {
      let run = rest.utf8.prefix(while: isRunByte)
      let groups = run.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false).map(\.count)
      shown +=
        run.count >= 40 || groups == [8, 4, 4, 4, 12] ? Substring(shortened(String(Substring(run)))) : Substring(run)
      rest = rest[run.endIndex...]
      let between = rest.utf8.prefix { !isRunByte($0) }
      shown += Substring(between)
      rest = rest[between.endIndex...]
    }
    return shown
  }
}

extension Diagnostic {
  /// The same finding with all its text redacted.
  func redacted(by secrets: SecretText) -> Diagnostic {
    let place: Place =
      switch place {
      case .pointer(let pointer): .pointer(PrintableText.of(secrets.redacted(pointer)))
      default: place
      }
    return Diagnostic(
      rule, secrets.redacted(message), at: place, remedy: remedy == rule.fix ? remedy : secrets.redacted(remedy),
      severity: severity)
  }
}
