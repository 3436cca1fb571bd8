public import Foundation
public import OutOfBand

extension MessageCheck {
  /// Checks a link as its `URL` writes it.
  ///
  /// - Parameters:
  ///   - url: Made of a text, a `URL` may already differ from it: it percent-encodes what it does not allow. Check the
  ///     text itself where you have it.
  ///   - options: The circumstances of the message.
  public init(_ url: URL, options: Options = Options()) { self.init(url.absoluteString, options: options) }
}

extension OutOfBandMessage {
  /// Recognises what a `URL` is.
  public init(_ url: URL) { self.init(url.absoluteString) }
}
