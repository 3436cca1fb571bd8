public import TextFormats

/// The URI by which the identity server opens the UAE PASS app (UAEP, step 4), split as it was meant.
///
/// ```swift
/// let uri = UAEPassURI("uaepass://digitalid?successurl=https%3A%2F%2Fid.uaepass.ae%2Fs&failureurl=…")
/// uri?.environment         // .production
/// uri?.success?.url.text   // https://id.uaepass.ae/s
/// ```
/// The documents show the callbacks un-encoded, so that their own `?` and `&` break out: parameters of another name that
/// follow such a callback are taken as part of it.
public struct UAEPassURI: Hashable, Sendable {
  /// The URI as written, split into its components.
  public let url: URLText
  /// In the order of the text.
  let parameters: [Parameter]

  package struct Parameter: Hashable, Sendable {
    /// The bytes of name, `=` and value.
    package var range: Range<Int>
    /// As written.
    package var name: String
    /// Bytes from here on are the value.
    var valueStart: Int
    /// Which parameter it is, whatever the case of its name.
    var kind: Kind?
  }

  enum Kind: Hashable, Sendable {
    case callback(Callback.Kind)
    /// `closeondone`, which the SDK copies set.
    case closing
  }

  /// A URL that the UAE PASS app opens when it is done.
  public struct Callback: Hashable, Sendable {
    public let kind: Kind
    /// The name as written: `successURL` in the documents, often `successurl` on the wire.
    public let name: String
    /// The URL, and how it was encoded.
    public let url: NestedURL
    /// The value as written.
    package let rawValue: String
    /// Bytes before the name.
    package let offset: Int
    /// Bytes before the value.
    package let valueOffset: Int

    /// When it is opened.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      case success, failure

      /// The parameter's name as UAEP writes it.
      public var parameter: String { rawValue + "URL" }
    }
  }

  /// Splits a URI for the UAE PASS app; `nil` for any other text.
  ///
  /// `mobileid://`, which UAEP names as a default, counts where a callback follows.
  public init?(_ text: String) {
    let url = URLText(text)
    let isGeneric = url.scheme == UAEPassURI.genericScheme
    guard isGeneric || Environment(scheme: url.scheme) != nil else { return nil }
    self.url = url
    parameters = Self.parameters(url)
    if isGeneric, callbacks.isEmpty { return nil }
  }

  /// The environment whose app has the URI's scheme; `nil` for `mobileid`.
  public var environment: Environment? { Environment(scheme: url.scheme) }

  /// The environment of the server that the callbacks lead to, which is more reliable than the scheme: the
  /// server writes `uaepass` in staging, too.
  public var serverEnvironment: Environment? {
    callbacks.prefix(20).lazy.compactMap { callback in
      let url = URLText(callback.url.text)
      let original = ResumeURL(callback)?.original.map { URLText($0.text) }
      return Environment(identityHost: (original ?? url).host)
    }.first
  }

  /// All success and failure URLs, in the order of the text, including duplicates.
  public var callbacks: [Callback] {
    parameters.compactMap { parameter in
      guard case .callback(let kind) = parameter.kind else { return nil }
      let raw = url.string(parameter.valueStart..<parameter.range.upperBound)
      return Callback(
        kind: kind, name: parameter.name, url: NestedURL(raw), rawValue: raw, offset: parameter.range.lowerBound,
        valueOffset: parameter.valueStart)
    }
  }

  /// Parameters that may belong to the un-encoded callback before them, whose query has begun.
  package var claimed: [(parameter: Parameter, callback: Parameter)] {
    zip(parameters.dropFirst(), parameters).filter { $0.kind == .closing && Self.isOpen($1, url.bytes) }
      .map { ($0, $1) }
  }

  /// The first success URL.
  public var success: Callback? { callbacks.first { $0.kind == .success } }
  /// The first failure URL.
  public var failure: Callback? { callbacks.first { $0.kind == .failure } }

  // MARK: Splitting

  private static let names: [String: Kind] = [
    "successurl": .callback(.success), "failureurl": .callback(.failure), "closeondone": .closing,
  ]

  private static func parameters(_ url: URLText) -> [Parameter] {
    let bytes = url.bytes
    guard let question = bytes.firstIndex(of: UInt8(ascii: "?")) else { return [] }
    var parameters: [Parameter] = []
    // Whether the last parameter is a callback whose own query has begun, un-encoded.
    var isInsideCallback = false
    var start = question + 1
    while start <= bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "&")) ?? bytes.count
      let parameter = parameter(start..<end, bytes)
      if let parameter, parameter.kind == nil, isInsideCallback {
        parameters[parameters.count - 1].range = parameters[parameters.count - 1].range.lowerBound..<end
      } else if let parameter {
        parameters.append(parameter)
        isInsideCallback = isOpen(parameter, bytes)
      }
      start = end + 1
    }
    return parameters
  }

  private static func parameter(_ range: Range<Int>, _ bytes: [UInt8]) -> Parameter? {
    if range.isEmpty { return nil }
    let equals = bytes[range].firstIndex(of: UInt8(ascii: "="))
    let name = String(decoding: bytes[range.lowerBound..<(equals ?? range.upperBound)], as: UTF8.self)
    // Names that matter are short.
    let known = name.utf8.count <= 60 ? names[(PercentEncoding.decode(name) ?? name).lowercased()] : nil
    return Parameter(
      range: range, name: name, valueStart: equals.map { $0 + 1 } ?? range.upperBound, kind: known)
  }

  /// Whether what follows `&` may belong to this parameter: it is a callback, un-encoded, with a query or a fragment.
  private static func isOpen(_ parameter: Parameter, _ bytes: [UInt8]) -> Bool {
    guard case .callback = parameter.kind else { return false }
    let value = bytes[parameter.valueStart..<parameter.range.upperBound]
    guard value.contains(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) else { return false }
    return NestedURL(String(decoding: value, as: UTF8.self)).encoding == .none
  }
}
