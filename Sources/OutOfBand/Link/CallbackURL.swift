import TextFormats

/// Where the phone goes after the operation (x-callback-url 1.0; AA-2.8 supports success, error and cancel).
public struct CallbackURL: Hashable, Sendable {
  /// Which end of the operation it is for.
  public let kind: Kind
  /// The URL itself, not percent-encoded.
  public let text: String

  public init(_ kind: Kind, _ text: String) {
    self.kind = kind
    self.text = text
  }

  /// The outcome that the callback reports.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case success, error, cancel

    /// The parameter's name in a link: `x-success`, `x-error` or `x-cancel`.
    public var parameter: String { "x-" + rawValue }
  }

  /// The URL that the text is in percent-encoding; `nil` if it is a URL itself, or none.
  var decodedAgain: String? {
    guard URLText(text).scheme == nil, let again = PercentEncoding.decode(text), URLText(again).scheme != nil else {
      return nil
    }
    return again
  }
}
