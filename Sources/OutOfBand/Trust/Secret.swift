import TextFormats

/// A bearer secret, such as a one-time token: whoever has it can redeem it. It prints only its beginning.
///
/// ```swift
/// let token = Secret("b4b07559-f934-4597-a1c5-44d89f691e8f")
/// "\(token)"   // b4b07559…
/// token.value  // b4b07559-f934-4597-a1c5-44d89f691e8f
/// ```
public struct Secret: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible,
  CustomDebugStringConvertible
{
  /// The whole secret.
  public let value: String

  public init(_ value: String) { self.value = value }
  public init(stringLiteral value: String) { self.value = value }

  /// The first eight characters and `…`, and never more than half of its leading letters, digits, `.`, `-`, `_` and `~`.
  public var description: String { Self.shortened(value) }
  public var debugDescription: String { description }

  /// The same for a text.
  public static func shortened(_ text: String) -> String {
    let head = text.utf8.prefix { PercentEncoding.isUnreserved($0) }
    return String(Substring(head.prefix(min(8, head.count / 2)))) + "…"
  }

  /// A URL without its parameters and fragment, which may hold secrets of a session; `?…` or `#…` stands for them.
  public static func withoutParameters(_ url: String) -> String {
    guard let end = url.unicodeScalars.firstIndex(where: { $0 == "?" || $0 == "#" }) else { return url }
    return "\(url[..<end])\(url.unicodeScalars[end])…"
  }
}
