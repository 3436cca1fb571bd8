/// A setting that cannot work.
public struct InvalidSettings: Error, Hashable, Sendable, CustomStringConvertible {
  /// As the command line has it, without dashes.
  public let name: String
  /// A clause that follows the name.
  public let reason: String

  public var description: String { "--\(name) \(reason)" }
}
