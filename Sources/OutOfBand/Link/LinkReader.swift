import TextFormats

/// How an app pulls the payload out of a link: the vendor's four example apps do it in four ways.
///
/// ```swift
/// LinkReader.android.read("https://a.example/open?dispatchTokenResponse=eyJ+") // .text("eyJ ")
/// ```
/// Sources: the public example apps of nevissecurity, nevis-mobile-authentication-sdk-example-app-{ios, ios-rx, android,
/// android-coroutines, flutter, react}. None of them looks at scheme, host or path.
public enum LinkReader: String, Hashable, Sendable, CaseIterable {
  /// `URLComponents.queryItems`: the first, percent-decoded, `+` kept.
  case iOS
  /// `Uri.getQueryParameter`: the first, percent-decoded, `+` becomes a space; throws for opaque URIs.
  case android = "Android"
  /// `Uri.queryParameters`: the last, percent-decoded, `+` becomes a space.
  case flutter = "Flutter"
  /// Split at `?`, `&` and `=` without decoding: only what is between the first and the second `?`, cut at a `=`.
  case reactNative = "React Native"

  /// What a reader gets.
  public enum Result: Hashable, Sendable {
    /// This text, to be decoded as a payload.
    case text(String)
    /// Nothing: no such parameter where the reader looks.
    case nothing
    /// The reader throws or gives up, for this reason.
    case failure(String)
  }

  /// Reads a link as this app would.
  public func read(_ link: String) -> Result { read(URLText(link)) }

  /// Reads a link that has been split into its components.
  func read(_ url: URLText) -> Result {
    let pairs = (url.query ?? "").queryPairs
    switch self {
    case .iOS:
      if PercentEncoding.firstFault(in: url.bytes) != nil {
        return .failure("URLComponents refuses the malformed percent-encoding")
      }
      return pairs.first { $0.name == Self.name }.map { .text(PercentEncoding.decode($0.value) ?? "") }
        ?? .nothing
    case .android:
      if url.isOpaque { return .failure("getQueryParameter throws: the URI is opaque (no '//' after the scheme)") }
      guard let pair = pairs.first(where: { $0.name == Self.name }) else { return .nothing }
      return PercentEncoding.decode(pair.value, plusIsSpace: true).map { .text($0) }
        ?? .failure("malformed percent-encoding becomes U+FFFD")
    case .flutter:
      if PercentEncoding.firstFault(in: url.bytes) != nil {
        return .failure("Uri.parse refuses the malformed percent-encoding")
      }
      // All pairs are decoded at once: if one is not UTF-8, all are lost.
      let isUTF8 = pairs.allSatisfy {
        PercentEncoding.decode($0.name) != nil && PercentEncoding.decode($0.value) != nil
      }
      if !isUTF8 { return .failure("queryParameters throws: a parameter is not UTF-8") }
      let named = pairs.last { PercentEncoding.decode($0.name, plusIsSpace: true) == Self.name }
      return named.map { .text(PercentEncoding.decode($0.value, plusIsSpace: true) ?? "") } ?? .nothing
    case .reactNative:
      let parts = url.text.pieces(at: "?", maxSplits: 2, omittingEmpty: false)
      guard parts.count > 1 else { return .nothing }
      for pair in parts[1].pieces(at: "&", omittingEmpty: false) {
        let sides = pair.pieces(at: "=", maxSplits: 2, omittingEmpty: false)
        if sides[0] == Self.name { return sides.count > 1 && !sides[1].isEmpty ? .text(sides[1]) : .nothing }
      }
      return .nothing
    }
  }

  private static let name = DispatchLink.payloadParameter
}
