public import TextFormats

/// Secrets that are known, and how a text is shown without them.
///
/// Shortened are the known secrets, the value of `dispatchTokenResponse`, and base64url that begins as an object does (`eyJ`: payloads
/// and compact JWEs). Everything else is shown as it is.
///
/// ```swift
/// MessageCheck(link).secrets.redacted("no route to \(link)")  // no route to https://a.example/o?dispatchTokenResponse=eyJhbGci…
/// ```
public struct Secrets: Hashable, Sendable {
  /// The longest first, as one may be part of another.
  private var known: [String]

  public init(_ secrets: some Sequence<Secret> = []) {
    known = Set(secrets.map(\.value)).filter { $0.count > 3 }.sorted { ($0.count, $0) > ($1.count, $1) }
  }

  /// The secrets of both.
  public func union(_ other: Secrets) -> Secrets { Secrets((known + other.known).map { Secret($0) }) }

  /// The text with secrets shortened.
  public func redacted(_ text: String) -> String {
    var shown = text
    for secret in known where secret.utf8.count <= shown.utf8.count && shown.contains(secret) {
      shown = shown.replacing(secret, with: Secret.shortened(secret))
    }
    return Self.shorteningForms(in: shown)
  }

  /// The value with the texts in it redacted.
  public func redacted(_ value: JSONValue) -> JSONValue {
    switch value {
    case .object(let members): .object(members.map { .init(redacted($0.name), redacted($0.value)) })
    case .array(let elements): .array(elements.map(redacted))
    case .string(let text): .string(redacted(text))
    case .number, .boolean, .null: value
    }
  }

  /// Shortens payloads in links and base64url that begins with `eyJ`, by their form alone.
  private static func shorteningForms(in text: String) -> String {
    let bytes = Array(text.utf8)
    func isObject(_ index: Int) -> Bool {
      bytes[index] == UInt8(ascii: "e") && bytes[index...].starts(with: "eyJ".utf8)
    }
    guard let first = bytes.indices.first(where: { valueStart(bytes, $0) != nil || isObject($0) }) else { return text }
    var shown = Array(bytes[..<first])
    var index = first
    while index < bytes.count {
      if let start = valueStart(bytes, index) {
        shown += bytes[index..<start]
        let end = bytes[start...].firstIndex { isValueEnd($0) } ?? bytes.count
        let value = String(decoding: bytes[start..<end], as: UTF8.self)
        shown += (value.isEmpty || value.hasSuffix("…") && value.count <= 9 ? value : Secret.shortened(value)).utf8
        index = end
      } else if isObject(index), index == 0 || !isBase64URL(bytes[index - 1]) {
        let end = bytes[index...].firstIndex { !isBase64URL($0) && $0 != UInt8(ascii: ".") } ?? bytes.count
        let run = bytes[index..<end]
        shown += run.count > 24 ? Array(Secret.shortened(String(decoding: run, as: UTF8.self)).utf8) : Array(run)
        index = end
      } else {
        shown.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: shown, as: UTF8.self)
  }

  private static let parameter = Array(DispatchLink.payloadParameter.lowercased().utf8)

  /// Where the value begins, if the payload parameter of a link does, also one that is percent-encoded within another link.
  private static func valueStart(_ bytes: [UInt8], _ index: Int) -> Int? {
    guard bytes[index] | 0x20 == parameter[0], bytes.count - index > parameter.count,
      zip(bytes[index...], parameter).allSatisfy({ $0 | 0x20 == $1 })
    else { return nil }
    let rest = bytes[(index + parameter.count)...]
    for equals in ["=", "%3D", "%3d", "%253D"] where rest.starts(with: equals.utf8) {
      return rest.startIndex + equals.utf8.count
    }
    return nil
  }

  private static func isValueEnd(_ byte: UInt8) -> Bool { byte <= 0x20 || "&#;'\"<>`%,)]}".utf8.contains(byte) }

  private static func isBase64URL(_ byte: UInt8) -> Bool {
    PercentEncoding.isUnreserved(byte) && byte != UInt8(ascii: ".") && byte != UInt8(ascii: "~")
  }
}

extension Secrets {
  /// The secrets of a message, sound or not: its tokens, and the payloads that it carries.
  ///
  /// - Parameter carried: The JSON that the message was found to carry.
  init(of message: OutOfBandMessage, carrying carried: JSONValue?) {
    var found: [String] = []
    switch message {
    case .payload(_, .base64(let text, _)), .payload(_, .brokenBase64(let text, _)): found.append(text)
    case .payload(_, .bareJWE(let jwe)): found.append(jwe.text)
    case .text(let text) where text.utf8.count <= 1 << 16 && PayloadMishap(text, decoded: nil)?.json != nil:
      found.append(text)
    case .link(let anatomy): found += Self.payloads(of: anatomy)
    case .server(let object):
      // The link in a response of the dispatcher is worth as much as the token.
      if let link = object.value["dispatcherInformation"]?["response"]?.text,
        case .link(let anatomy) = OutOfBandMessage(Array(link.utf8))
      {
        found += Self.payloads(of: anatomy)
      }
    default: break
    }
    if let carried { Self.addTokens(in: carried, to: &found) }
    self.init(found.map { Secret($0) })
  }

  /// The payloads of a link as they are written and as they are meant, and the tokens in them.
  private static func payloads(of anatomy: LinkAnatomy) -> [String] {
    var found: [String] = []
    for value in anatomy.parameters.filter({ $0.known == DispatchLink.payloadParameter }).prefix(16) {
      if !PayloadMishap.isPlaceholder(value.value) { found += [value.rawValue, value.value] }
      if value != anatomy.payload, let json = Base64.bytes(value.value).flatMap({ PayloadJSON($0).value }) {
        addTokens(in: json, to: &found)
      }
    }
    return found
  }

  /// Adds the texts and numbers of members that are named `token`, or seem to be meant so.
  private static func addTokens(in value: JSONValue, to found: inout [String]) {
    var rest = [(value: value, isToken: false)]
    while let (next, isToken) = rest.popLast(), found.count < 64 {
      switch next {
      case .object(let members): rest += members.map { ($0.value, isToken || Spelling.isToken($0.name)) }
      case .array(let elements): rest += elements.map { ($0, isToken) }
      case .string(let text), .number(let text): if isToken { found.append(text) }
      case .boolean, .null: break
      }
    }
  }
}

extension Diagnostic {
  /// The same finding without secrets, and without anything that would steer a terminal.
  func redacted(by secrets: Secrets) -> Diagnostic {
    func shown(_ text: String) -> String { PrintableText.of(secrets.redacted(text)) }
    let place: Place = if case .pointer(let pointer) = place { .pointer(shown(pointer)) } else { place }
    return Diagnostic(
      rule, shown(message), at: place, remedy: remedy == rule.fix ? remedy : shown(remedy), severity: severity)
  }
}

extension RecognizedMessage {
  /// Whether what carries the message is only for its owner: it is for an app, or comes from a server, or holds such a message.
  package var isSecret: Bool {
    if content.isOutOfBand { return true }
    if case .server = content { return true }
    let text = String(decoding: bytes, as: UTF8.self)
    return Secrets().redacted(text) != text
  }
}
