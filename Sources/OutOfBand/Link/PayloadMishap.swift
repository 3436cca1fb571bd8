import TextFormats

/// What a text is instead of base64url of a payload's JSON, where that can be told.
enum PayloadMishap: Hashable, Sendable {
  case empty
  /// What a template or a script writes where it has no value.
  case placeholder(String)
  /// A payload in another encoding: the encodings that were undone, from the outside in.
  case encoded([Encoding], PayloadJSON)
  /// JSON that ends early, after so many bytes.
  case cut(bytes: Int, missing: Missing)
  /// A text that a program has shortened to show it.
  case shortened
  /// A text whose letters something made capitals, or small: base64url distinguishes them.
  case recased(isUpper: Bool)

  enum Encoding: String, Hashable, Sendable {
    case percent = "percent-encoding"
    case base64 = "base64url"
    case hexadecimal
    /// Quotation marks with a backslash, as where JSON is made of JSON.
    case string = "a JSON string"
  }

  /// How many bytes of JSON are missing.
  enum Missing: Hashable, Sendable {
    /// If the payload ends as payloads do.
    case exactly(Int)
    case atLeast(Int)
    case unknown
  }

  /// - Parameter json: What the text decodes to as base64; `nil` when it does not.
  init?(_ text: String, decoded json: PayloadJSON?) {
    if json?.value?.members != nil { return nil }
    if text.allSatisfy(\.isWhitespace) {
      self = .empty
    } else if let (layers, payload) = Self.undone(text) {
      self = .encoded(layers, payload)
    } else if Self.isPlaceholder(text) {
      self = .placeholder(text)
    } else if json?.value == nil,
      let words = (json?.bytes ?? Self.decodedStart(text)).flatMap({ String(utf8: $0) }),
      !words.isEmpty, Self.isPlaceholder(words)
    {
      self = .placeholder(words)
    } else if text.hasSuffix("…") || text.hasSuffix("...") || text.contains("***") {
      self = .shortened
    } else if text.utf8.count >= 40, text == text.uppercased() || text == text.lowercased(),
      text.utf8.allSatisfy({ $0.isLetterOrDigit(or: "-_=") }), text.utf8.contains(where: \.isLetter)
    {
      self = .recased(isUpper: text == text.uppercased())
    } else if let bytes = json?.bytes ?? Self.decodedStart(text), let missing = Self.missing(from: bytes) {
      self = .cut(bytes: bytes.count, missing: missing)
    } else {
      return nil
    }
  }

  /// The JSON that was meant.
  var json: PayloadJSON? { if case .encoded(_, let json) = self { json } else { nil } }

  // MARK: Encodings

  private static func undone(_ text: String) -> ([Encoding], PayloadJSON)? {
    var (layers, rest) = ([Encoding](), text)
    while layers.count < 5 {
      if rest.first == "{", !rest.hasPrefix("{\\") {
        let json = PayloadJSON(Array(rest.utf8))
        return json.value?.members == nil ? nil : (layers, json)
      }
      guard let (layer, bytes) = decoded(rest), let next = String(utf8: bytes) else { return nil }
      layers.append(layer)
      rest = next
    }
    return nil
  }

  private static func decoded(_ text: String) -> (Encoding, [UInt8])? {
    if text.hasPrefix("\"") || text.hasPrefix("{\\") {
      // Quotation marks around base64url are not part of it.
      return unescaped(text).flatMap { $0.first == "{" || $0.first == "\"" ? (.string, Array($0.utf8)) : nil }
    }
    if text.contains("%") { return PercentEncoding.decode(text).map { (.percent, Array($0.utf8)) } }
    let digits = text.hasPrefix("0x") ? String(text.dropFirst(2)) : text
    if digits.hasPrefix("7b") || digits.hasPrefix("7B"), digits.count.isMultiple(of: 2),
      digits.utf8.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit })
    {
      let pairs = stride(from: 0, to: digits.utf8.count, by: 2).map { digits.utf8.dropFirst($0).prefix(2) }
      return (.hexadecimal, pairs.compactMap { UInt8(String(Substring($0)), radix: 16) })
    }
    return Base64.bytes(text).map { (.base64, $0) }
  }

  /// The text that a string of JSON stands for; its quotation marks may be missing, as in a part of a log.
  static func unescaped(_ text: String) -> String? {
    PayloadJSON(Array((text.hasPrefix("\"") ? text : "\"\(text)\"").utf8)).value?.text
  }

  // MARK: Placeholders

  /// What languages print for nothing, and what documentation writes for something.
  private static let words: Set = [
    "undefined", "null", "nil", "none", "nan", "true", "false", "(null)", "[object object]", "[object promise]",
    "optional(nil)", "payload", "token", "string", "todo", "base64url", "dispatchtokenresponse", "...", "…",
  ]

  /// The signs around a name in templates: mustache, shell, JavaScript, Ruby, Python, JSP, batch files, documentation.
  private static let signs = [
    ("<", ">"), ("{{", "}}"), ("{", "}"), ("${", "}"), ("#{", "}"), ("[", "]"), ("%", "%"), ("__", "__"), ("$", ""),
    (":", ""), ("@", ""),
  ]

  /// Whether a text is a placeholder: short, and nothing that a payload could be.
  static func isPlaceholder(_ text: String) -> Bool {
    guard text.utf8.count <= 64, !text.contains("\"") else { return false }
    return words.contains(text.lowercased())
      || signs.contains { text.hasPrefix($0.0) && text.hasSuffix($0.1) && text.count > $0.0.count + $0.1.count }
      // Making the regular expression takes longer than all else.
      || text.first.map { "%xX.YMT".contains($0) } == true
        && text.wholeMatch(of: #/%[0-9$]*l*[sduix@]|[xX]{3,}|\.{3,}|(?:YOUR|MY|THE)[A-Z0-9_\-]+/#) != nil
  }

  // MARK: Cut off

  /// The bytes of base64 that may end at any character.
  private static func decodedStart(_ text: String) -> [UInt8]? {
    Base64.bytes(text.utf8.count % 4 == 1 ? String(text.dropLast()) : text)
  }

  /// How payloads end, plain and encrypted.
  private static let endings = ["\"}", "\""].map { end in
    end + #","nma_data_content_type":"application/\#(end == "\"" ? "jose" : "json")","nma_data_version":"1"}"#
  }

  /// What makes an object of JSON that ends within a text, before or after a value, or within a name.
  private static let closings = ["", "\"", "0", ":0", "\":0", "\"\":0"].flatMap { end in
    ["}", "}}", "}}}"].map { end + $0 }
  }

  /// How much is missing from JSON that ends early; `nil` when it has another fault.
  private static func missing(from bytes: [UInt8]) -> Missing? {
    guard bytes.first == UInt8(ascii: "{") else { return nil }
    func isObject(_ rest: some Sequence<UInt8>) -> Bool { PayloadJSON(bytes + rest).value?.members != nil }
    for ending in endings.map({ Array($0.utf8) }) where bytes.starts(with: #"{"nma_data":"#.utf8) {
      let present = (4..<ending.count).last { bytes.suffix($0).elementsEqual(ending.prefix($0)) }
      if let present, isObject(ending.dropFirst(present)) { return .exactly(ending.count - present) }
      if isObject(ending) { return .atLeast(ending.count) }
    }
    return closings.contains { isObject($0.utf8) } ? .unknown : nil
  }
}
