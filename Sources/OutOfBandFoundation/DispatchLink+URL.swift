public import Foundation
public import OutOfBand
public import TextFormats

extension DispatchLink {
  /// Reads a link, such as the one that an app was opened with.
  ///
  /// - Parameter url: An app link or a custom URI.
  /// - Throws: `Fault` when it carries no payload, or is neither https nor a custom URI.
  public init(parsing url: URL) throws(Fault) { try self.init(parsing: url.absoluteString) }

  /// The link, with its token in full; `nil` only when Foundation refuses the scheme or the base that it was built with.
  public var url: URL? { URL(string: description) }
}

extension RedeemURL {
  /// Where the token is redeemed.
  ///
  /// - Parameter url: An absolute https URL without a user.
  /// - Throws: `Fault` for any other.
  public init(_ url: URL) throws(Fault) { try self.init(parsing: url.absoluteString) }

  /// The same as a `URL`; `nil` when Foundation refuses what is not a valid character in it.
  public var url: URL? { URL(string: text) }
}
