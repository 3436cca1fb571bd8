/// A setting that cannot work.
public struct InvalidSettings: Error, Hashable, Sendable, CustomStringConvertible {
  /// As the command line has it, without dashes.
  public let name: String
  /// A clause that follows the name.
  public let reason: String

  /// The setting is of builds with TLS.
  public static func needsTLS(_ name: String) -> InvalidSettings {
    InvalidSettings(name: name, reason: "needs a build with TLS: 'make serve TLS=1', or 'swift build --traits TLS'")
  }

  public var description: String { "--\(name) \(reason)" }
}
