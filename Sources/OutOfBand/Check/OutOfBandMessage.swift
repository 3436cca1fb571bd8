public import TextFormats
public import UAEPass
public import WebPages

/// What a symbol, a link or a text turns out to be.
///
/// ```swift
/// switch OutOfBandMessage(detection.message) {
/// case .payload(let json, _): print("a payload of \(json.bytes.count) bytes")
/// case .link(let anatomy): print("a link: \(anatomy.url.host ?? "no host")")
/// case .foreign(let kind): print(kind)  // otpauth, wifi, …
/// default: print("not an out-of-band message")
/// }
/// ```
public enum OutOfBandMessage: Hashable, Sendable {
  /// The JSON of a payload, whether sound or not, and how it was carried.
  case payload(PayloadJSON, carriedAs: Carriage)
  /// A link or custom URI that carries a payload, or should.
  case link(LinkAnatomy)
  /// JSON that servers exchange, not for a phone.
  case server(ServerObject)
  /// A file that associates a domain with an app.
  case association(AssociationFile)
  /// A URI for the UAE PASS app.
  case uaePass(UAEPassURI)
  /// A web page.
  case page(HTMLPage)
  /// A message of another system.
  case foreign(ForeignMessageKind)
  /// An https or http URL that carries no payload.
  case web(URLText)
  /// A URI of another scheme.
  case uri(URLText)
  case text(String)
  /// Text in UTF-16, which the programs that take messages do not read.
  case utf16([UInt8])
  /// Bytes that are not UTF-8.
  case binary([UInt8])

  /// How a payload's JSON is carried.
  public enum Carriage: Hashable, Sendable {
    case json
    /// Base64, with what is unusual about it.
    case base64(String, Base64.Flaws)
    /// A text that is meant as base64 and has a character at this offset that is not.
    case brokenBase64(String, offset: Int)
    /// A compact JWE without the JSON around it that makes it a payload.
    case bareJWE(CompactJWE)
  }

  /// Recognises what a text is.
  public init(_ text: String) { self.init(text.utf8) }

  /// Recognises what bytes are.
  public init(_ bytes: some Sequence<UInt8>) { self.init(Array(bytes), carrying: nil) }

  /// Recognises what bytes are.
  ///
  /// - Parameter known: JSON that the message was made from, if any; it is not parsed again.
  init(_ bytes: [UInt8], carrying known: PayloadJSON?) {
    if Self.isUTF16(bytes) {
      self = .utf16(bytes)
      return
    }
    guard let text = String(utf8: bytes) else {
      self = .binary(bytes)
      return
    }
    let beginning = text.first { !$0.isWhitespace && $0 != "\u{FEFF}" }
    // A chat begins a line with '[' and a time, an Internet shortcut with a word in brackets.
    let isJSON =
      beginning == "{" || beginning == "[" && !text.contains("](") && (!text.contains("://") || text.contains("\""))
    if isJSON {
      let json = PayloadJSON(bytes, unless: known)
      self = Self.exchanged(json) ?? .payload(json, carriedAs: .json)
    } else if beginning == "<", let file = AssociationFile(xml: text) {
      self = .association(file)
    } else if beginning == "<", HTMLPage.isPage(text) {
      self = .page(HTMLPage(bytes))
    } else if let uri = UAEPassURI(text) {
      self = .uaePass(uri)
    } else if let anatomy = Self.link(text, known) {
      self = .link(anatomy)
    } else if let kind = ForeignMessageKind(text) {
      self = .foreign(kind)
    } else if case let url = URLText(text), url.isWeb, !text.contains(where: \.isNewline) {
      self = .web(url)
    } else if let payload = Self.base64(text, known) {
      self = payload
    } else if case let url = URLText(text), url.scheme != nil, !text.contains(where: \.isWhitespace) {
      self = .uri(url)
    } else {
      self = .text(text)
    }
  }

  /// Whether it is a payload, a link that carries one, or a request for one.
  public var isOutOfBand: Bool {
    switch self {
    case .payload, .link: true
    case .server(let object): object.isRequest
    case .association, .uaePass, .page, .foreign, .web, .uri, .text, .utf16, .binary: false
    }
  }

  /// Whether bytes begin with the byte order mark of UTF-16, or are Latin letters in UTF-16 without one.
  static func isUTF16(_ bytes: some RandomAccessCollection<UInt8>) -> Bool {
    guard bytes.count >= 4, bytes.count.isMultiple(of: 2) else { return false }
    if ByteOrderMark.utf16.contains(where: { bytes.starts(with: $0) }) { return true }
    let isZero = bytes.prefix(16).map { $0 == 0 }
    return zip(isZero, isZero.dropFirst()).allSatisfy { $0 != $1 }
  }

  /// A word for listings: `payload`, `jwe` (an encrypted payload without its JSON), `link` (https), `uri` (custom),
  /// `otpauth`, `web`, …
  public var kind: String {
    switch self {
    case .payload(_, .bareJWE): "jwe"
    case .payload: "payload"
    case .link(let anatomy): anatomy.url.isWeb ? "link" : "uri"
    case .server(let object): object.kind.rawValue
    case .association(let file): file.kind
    case .uaePass: "uae-pass"
    case .page: "page"
    case .foreign(let kind): kind.rawValue
    case .web: "web"
    case .uri: "other-uri"
    case .text: "text"
    case .utf16: "utf-16"
    case .binary: "binary"
    }
  }

  /// JSON that servers exchange or publish; `nil` for other JSON.
  private static func exchanged(_ json: PayloadJSON) -> OutOfBandMessage? {
    guard case .success(let document) = json.document else { return nil }
    return AssociationFile(document).map { .association($0) } ?? ServerObject(document).map { .server($0) }
  }

  /// A payload parameter, whatever its case, or the host that custom URIs have.
  private static func link(_ text: String, _ known: PayloadJSON?) -> LinkAnatomy? {
    let anatomy = LinkAnatomy(text, carrying: known)
    guard anatomy.url.scheme != nil, LinkWrapper.inner(of: anatomy.url) == nil else { return nil }
    // Any parameter that only such links have, whether it has a value or not; also after a ';', as it is in the source of a web
    // page ('&amp;') or where '&' should be: phones open an app by the host and path.
    let isOurs =
      anatomy.url.host == LinkAnatomy.callbackHost
      || anatomy.parameters.contains { $0.known != nil && $0.known != "x-source" }
      || anatomy.parameters.contains { $0.meant == DispatchLink.payloadParameter }
      || text.utf8.contains(UInt8(ascii: ";"))
        && text.contains(#/(?i);(?:dispatchTokenResponse|x-success|x-error|x-cancel)=/#)
    return isOurs ? anatomy : nil
  }

  /// A base64 text whose bytes are, or begin like, a JSON object, or are a JSON array; `eyJ` is how an object begins.
  private static func base64(_ text: String, _ known: PayloadJSON?) -> OutOfBandMessage? {
    switch Base64.decode(text) {
    case .success(let decoded):
      let first = decoded.bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
      guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
        return ServerObject(transactionContent: text, bytes: decoded.bytes).map { .server($0) }
      }
      let json = PayloadJSON(decoded.bytes, unless: known)
      // Many words decode to bytes that begin with a bracket.
      if first == UInt8(ascii: "["), json.value == nil { return nil }
      return exchanged(json) ?? .payload(json, carriedAs: .base64(text, decoded.flaws))
    case .failure(let fault):
      if let jwe = try? CompactJWE(parsing: text) { return .payload(PayloadJSON([]), carriedAs: .bareJWE(jwe)) }
      // A compact JWE has five such parts between dots; a signed token, which is not an out-of-band message, has three.
      return text.hasPrefix("eyJ")
        && [1, 5].contains(text.split(separator: ".", omittingEmptySubsequences: false).count)
        ? .payload(PayloadJSON([]), carriedAs: .brokenBase64(text, offset: fault.offset)) : nil
    }
  }
}
