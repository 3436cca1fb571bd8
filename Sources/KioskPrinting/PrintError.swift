/// Why something cannot be printed.
public enum PrintError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Pango and cairo cannot be opened.
  case typesettingUnavailable(reason: String)
  /// cairo or Pango gave up.
  case typesettingFailed(reason: String)
  /// What was set could not be written: the writer's own error has been kept.
  case cannotWrite(reason: String)

  public var description: String {
    switch self {
    case .typesettingUnavailable(let reason):
      "cannot set type: \(reason); install Pango 1.44 or later with cairo 1.16 or later (Debian: libpangocairo-1.0-0)"
    case .typesettingFailed(let reason): "cannot set type: \(reason)"
    case .cannotWrite(let reason): reason
    }
  }
}
