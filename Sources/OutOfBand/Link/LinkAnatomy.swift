public import TextFormats

/// A link's parameters as they were meant: callbacks that are not percent-encoded swallow neither their neighbours nor
/// the payload.
///
/// Every example in AA-2.4 and AA-2.8 has such callbacks, and the app link template of AA-2.8 has a second `?`. So a
/// known parameter begins after any `?` or `&`, even inside the value of another one.
public struct LinkAnatomy: Hashable, Sendable {
  /// The link as written, split into its components.
  public let url: URLText
  /// In the order of the text.
  let parameters: [RawParameter]
  /// Where the parameters begin: after the first `?`.
  let start: Int
  /// The payload parameter.
  let payload: RawParameter?
  /// What the payload parameter decodes to; `nil` when it is missing or not base64.
  let json: PayloadJSON?
  /// What is unusual about its base64.
  let flaws: Base64.Flaws

  struct RawParameter: Hashable, Sendable {
    /// As written.
    var name: String
    /// As written.
    var rawValue: String
    /// Bytes before the name.
    var offset: Int
    /// The byte before the name: `?` or `&`.
    var separator: UInt8

    /// The value, decoded once, where a stray `%` stands for itself; as written when it is not UTF-8.
    var value: String {
      PercentEncoding.decode(rawValue) ?? PercentEncoding.decode(PercentEncoding.encodingStrayPercents(rawValue))
        ?? rawValue
    }
    var valueOffset: Int { offset + name.utf8.count + 1 }
    /// The known name that this one seems to be meant as, when it is misspelled.
    var meant: String? {
      if known != nil { return nil }
      return nameInHTML.flatMap { LinkAnatomy.knownNames[$0.lowercased()] }
        ?? Spelling.nearest(to: decodedName, among: LinkAnatomy.names)
    }
    private var decodedName: String { PercentEncoding.decode(name) ?? name }
    /// The name without `amp;`, where the ampersand before it is written as in HTML.
    var nameInHTML: String? {
      separator == UInt8(ascii: "&") && decodedName.hasPrefix("amp;") ? String(decodedName.dropFirst(4)) : nil
    }
    /// The name as it was meant, a known one in its documented spelling.
    var meantName: String {
      let name = nameInHTML ?? decodedName
      return LinkAnatomy.knownNames[name.lowercased()] ?? name
    }
    /// The name in its documented spelling, when it is a known one in any case.
    var known: String? { LinkAnatomy.knownNames[decodedName.lowercased()] }
  }

  static let callbackNames = CallbackURL.Kind.allCases.map(\.parameter)
  /// Names that mean something, by their lower-case form.
  static let knownNames: [String: String] = Dictionary(
    uniqueKeysWithValues: names.map { ($0.lowercased(), $0) })
  private static let names = [DispatchLink.payloadParameter] + callbackNames + ["x-source"]

  /// - Parameter known: JSON that the link was made from, if any; it is not parsed again.
  init(_ text: String, carrying known: PayloadJSON? = nil) {
    ParsingObserver.current?.see(.link(text))
    self.init(URLText(text), carrying: known)
  }

  private init(_ url: URLText, carrying known: PayloadJSON?) {
    self.url = url
    (parameters, start) = Self.parameters(of: url)
    payload = Self.payload(in: parameters)
    guard let payload, case .success(let decoded) = Base64.decode(payload.value) else {
      (json, flaws) = (nil, Base64.Flaws())
      return
    }
    (json, flaws) = (PayloadJSON(decoded.bytes, unless: known), decoded.flaws)
  }

  /// Splits the query.
  private static func parameters(of url: URLText) -> ([RawParameter], start: Int) {
    let bytes = url.bytes
    let start = url.queryRange?.lowerBound ?? bytes.firstIndex(of: UInt8(ascii: "?")).map { $0 + 1 }
    guard let start else { return ([], bytes.count) }
    var parameters: [RawParameter] = []
    var position = start
    while position <= bytes.count {
      // The parameter ends at an `&`, or at any `?` or `&` that a known name follows.
      var end = position
      while end < bytes.count, !Self.isBoundary(bytes, at: end) { end += 1 }
      Self.add(bytes[position..<end], at: position, to: &parameters, after: bytes[position - 1])
      position = end + 1
    }
    // A fragment without known parameters does not belong to a value, but to that of a callback.
    if var last = parameters.last, let hash = last.rawValue.utf8.firstIndex(of: UInt8(ascii: "#")),
      !Self.callbackNames.contains(last.meantName)
    {
      last.rawValue = String(last.rawValue[..<hash])
      parameters[parameters.count - 1] = last
    }
    return (parameters, start)
  }

  private static func isBoundary(_ bytes: [UInt8], at index: Int) -> Bool {
    if bytes[index] == UInt8(ascii: "&") { return true }
    guard bytes[index] == UInt8(ascii: "?") else { return false }
    let rest = bytes[(index + 1)...].prefix(24)
    guard let equals = rest.firstIndex(of: UInt8(ascii: "=")) else { return false }
    return knownNames[String(decoding: rest[..<equals], as: UTF8.self).lowercased()] != nil
  }

  /// Adds a parameter, or returns it to the un-encoded callback before it, when it belongs to that callback's query.
  private static func add(
    _ piece: ArraySlice<UInt8>, at offset: Int, to parameters: inout [RawParameter], after separator: UInt8
  ) {
    if piece.isEmpty { return }
    let equals = piece.firstIndex(of: UInt8(ascii: "="))
    let name = String(decoding: piece[..<(equals ?? piece.endIndex)], as: UTF8.self)
    let value = equals.map { String(decoding: piece[($0 + 1)...], as: UTF8.self) } ?? ""
    let new = RawParameter(name: name, rawValue: value, offset: offset, separator: separator)
    if new.known == nil, let last = parameters.last, callbackNames.contains(last.known ?? ""),
      last.rawValue.contains("://"), last.rawValue.contains("?")
    {
      parameters[parameters.count - 1].rawValue += "&" + String(decoding: piece, as: UTF8.self)
    } else {
      parameters.append(new)
    }
  }

  /// The first payload parameter that has a value, cut where base64url text ends. The apps compare its name by letter, so one in
  /// the documented spelling comes before those in another.
  private static func payload(in parameters: [RawParameter]) -> RawParameter? {
    let known = parameters.filter { $0.known == DispatchLink.payloadParameter }
    let candidates = known.filter { $0.name == DispatchLink.payloadParameter } + known
    guard var payload = candidates.first(where: { !$0.rawValue.isEmpty }) ?? candidates.first else { return nil }
    payload.rawValue = String(payload.rawValue.unicodeScalars.prefix { $0 != "?" && $0 != "#" })
    return payload
  }

  /// The first of each kind.
  var callbacks: [(callback: CallbackURL, parameter: RawParameter)] {
    var seen: Set<String> = []
    return parameters.compactMap { parameter in
      guard let kind = CallbackURL.Kind.allCases.first(where: { $0.parameter == parameter.meantName }),
        seen.insert(kind.parameter).inserted
      else { return nil }
      return (CallbackURL(kind, parameter.value), parameter)
    }
  }

  var otherParameters: [DispatchLink.Parameter] {
    parameters.filter { !Self.names.contains($0.meantName) || $0.meantName == "x-source" }.map {
      DispatchLink.Parameter($0.meantName, $0.value)
    }
  }

  var target: DispatchLink.Target {
    let scheme = url.scheme ?? ""
    if scheme == "https" || scheme == "http" { return .appLink(base: url.string(0..<url.pathRange.upperBound)) }
    return .customURI(scheme: scheme, action: action)
  }

  /// What follows `x-callback-url/`, or the host, where the action is in its place.
  var action: String {
    var action = url.path.unicodeScalars.drop { $0 == "/" }
    // Without `//`, the host is in the path.
    let first = action.prefix { $0 != "/" }
    if url.host != Self.callbackHost, String(first).lowercased() == Self.callbackHost {
      action = action[first.endIndex...].drop { $0 == "/" }
    }
    return action.isEmpty && url.host != Self.callbackHost ? url.host ?? "" : String(action)
  }

  /// The host of every custom URI (AA-2.4; AA-2.8).
  static let callbackHost = "x-callback-url"
}
