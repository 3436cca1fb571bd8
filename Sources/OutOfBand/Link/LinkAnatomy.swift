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
    /// The byte before the name: `?`, `&` or `#`.
    var separator: UInt8

    /// The value, decoded once, where a stray `%` stands for itself. What is not UTF-8 is read as Latin-1, unless it is a URL that
    /// has not been encoded.
    var value: String {
      let sound = PercentEncoding.encodingStrayPercents(rawValue)
      return PercentEncoding.decode(sound)
        ?? (isLatin1 ? PercentEncoding.decodingWindows1252(sound) : rawValue)
    }
    /// Whether escapes that are not UTF-8 are those of Latin-1: not beside other characters, and not in a URL of its own.
    private var isLatin1: Bool { rawValue.utf8.allSatisfy { $0 < 0x80 } && URLText(rawValue).scheme == nil }
    var valueOffset: Int { offset + name.utf8.count + 1 }
    /// The known name that this one seems to be meant as, when it is misspelled.
    var meant: String? {
      known == nil ? Spelling.nearest(to: PercentEncoding.decode(name) ?? name, among: LinkAnatomy.names) : nil
    }
    /// The name in its documented spelling, when it is a known one in any case.
    var known: String? {
      let lower = (PercentEncoding.decode(name) ?? name).lowercased()
      return LinkAnatomy.knownNames[lower]
    }
  }

  static let callbackNames = CallbackURL.Kind.allCases.map(\.parameter)
  /// Names that mean something, by their lower-case form.
  static let knownNames: [String: String] = Dictionary(
    uniqueKeysWithValues: names.map { ($0.lowercased(), $0) })
  private static let names = [DispatchLink.payloadParameter] + callbackNames + ["x-source"]

  /// What stands for `&` in the source of a web page.
  static let ampersandInHTML = "&amp;"

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
    let fragment = url.fragmentRange.flatMap { isBoundary(bytes, at: $0.lowerBound - 1) ? $0.lowerBound : nil }
    let start = url.queryRange?.lowerBound ?? fragment ?? bytes.firstIndex(of: UInt8(ascii: "?")).map { $0 + 1 }
    guard let start else { return ([], bytes.count) }
    var parameters: [RawParameter] = []
    var position = start
    let fragmentStart = Self.plainFragmentStart(in: url)
    while position <= bytes.count {
      // The parameter ends at an `&`, or at any `?` or `#` that a known name follows. No payload has a `?`.
      let isPayload = Self.isKnown(bytes, at: position) { $0 == DispatchLink.payloadParameter }
      var end = position
      while end < bytes.count, !Self.isBoundary(bytes, at: end), !isPayload || bytes[end] != UInt8(ascii: "?") {
        end += 1
      }
      Self.add(bytes[position..<end], at: position, to: &parameters, after: bytes[position - 1])
      // What follows the fragment's first `&` belongs to it, too.
      let holdsFragment = (position...end).contains(fragmentStart)
      if holdsFragment, !Self.callbackNames.contains(parameters.last?.known ?? "") { break }
      position = end + 1
    }
    return (parameters.compactMap(withoutFragment), start)
  }

  /// A parameter without the beginning of a fragment, which is part of none but a callback that is not percent-encoded.
  private static func withoutFragment(_ parameter: RawParameter) -> RawParameter? {
    if callbackNames.contains(parameter.known ?? ""), parameter.rawValue.contains("://") { return parameter }
    var kept = parameter
    kept.name = String(parameter.name.prefix { $0 != "#" })
    kept.rawValue = kept.name == parameter.name ? String(parameter.rawValue.prefix { $0 != "#" }) : ""
    return kept.name.isEmpty && parameter.name.hasPrefix("#") ? nil : kept
  }

  /// Where a fragment without known parameters begins, and the end of the link if there is none.
  private static func plainFragmentStart(in url: URLText) -> Int {
    guard let fragment = url.fragmentRange else { return url.bytes.count }
    let names = url.string(fragment).split { "?&".contains($0) }.map { $0.prefix { $0 != "=" }.lowercased() }
    return names.contains { knownNames[$0] != nil } ? url.bytes.count : fragment.lowerBound
  }

  private static func isBoundary(_ bytes: [UInt8], at index: Int) -> Bool {
    if bytes[index] == UInt8(ascii: "&") { return true }
    return [UInt8(ascii: "?"), UInt8(ascii: "#")].contains(bytes[index]) && isKnown(bytes, at: index + 1) { _ in true }
  }

  /// Whether a parameter begins with a known name that is wanted.
  private static func isKnown(_ bytes: [UInt8], at index: Int, _ isWanted: (String) -> Bool) -> Bool {
    let beginning = bytes[index...].prefix(23)
    guard let equals = beginning.firstIndex(of: UInt8(ascii: "=")) else { return false }
    let name = String(decoding: beginning[..<equals], as: UTF8.self)
    return knownNames[name.lowercased()].map(isWanted) ?? false
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

  /// The first payload parameter that carries JSON, or at least has a value, cut where base64url text ends. The apps compare its
  /// name by letter, so one in the documented spelling comes before those in another.
  private static func payload(in parameters: [RawParameter]) -> RawParameter? {
    let known = parameters.filter { $0.known == DispatchLink.payloadParameter }.map { parameter in
      var cut = parameter
      cut.rawValue = String(parameter.rawValue.unicodeScalars.prefix { $0 != "?" && $0 != "#" })
      return cut
    }
    let candidates = known.filter { $0.name == DispatchLink.payloadParameter } + known
    if known.count < 2 { return known.first }
    return candidates.first(where: carriesObject) ?? candidates.first { !$0.rawValue.isEmpty } ?? candidates.first
  }

  /// Whether a value is base64 of what begins like a JSON object.
  private static func carriesObject(_ parameter: RawParameter) -> Bool {
    Base64.bytes(parameter.value)?.first == UInt8(ascii: "{")
  }

  /// Of each kind the first that is a URL, or at least has a value.
  var callbacks: [(callback: CallbackURL, parameter: RawParameter)] {
    let all = parameters.compactMap { parameter in
      CallbackURL.Kind.allCases.first { $0.parameter == parameter.known }.map {
        (callback: CallbackURL($0, parameter.value), parameter: parameter)
      }
    }
    return all.grouped { $0.callback.kind == $1.callback.kind }.map { same in
      same.first { URLText($0.callback.decodedAgain ?? $0.callback.text).scheme != nil }
        ?? same.first { !$0.callback.text.isEmpty } ?? same[0]
    }
  }

  /// The first parameter whose `&` is written as in HTML.
  var parameterInHTML: RawParameter? {
    parameters.first { $0.separator == UInt8(ascii: "&") && $0.name.hasPrefix("amp;") }
  }

  var otherParameters: [DispatchLink.Parameter] {
    parameters.filter { $0.known == nil || $0.known == "x-source" }.map {
      DispatchLink.Parameter(
        PercentEncoding.decode($0.name) ?? $0.name, $0.value,
        keepsPlus: $0.rawValue.contains("+") && !$0.rawValue.uppercased().contains("%2B"))
    }
  }

  var target: DispatchLink.Target {
    let scheme = url.scheme ?? ""
    if scheme == "https" || scheme == "http" {
      return .appLink(
        base: route.map { url.string(0..<url.pathRange.lowerBound) + $0 } ?? url.string(0..<url.pathRange.upperBound))
    }
    return .customURI(scheme: scheme, action: action)
  }

  /// The path behind `#`, with which the scripts of a page tell its views apart, as in `/#/open?…`.
  var route: String? {
    guard ["", "/"].contains(url.path), let fragment = url.fragment, fragment.hasPrefix("/"),
      fragment.contains(DispatchLink.payloadParameter)
    else { return nil }
    return String(fragment.prefix { $0 != "?" && $0 != "&" })
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
