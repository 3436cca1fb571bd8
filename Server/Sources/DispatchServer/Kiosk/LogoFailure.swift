/// The reason why a file cannot be the logo of a kiosk display.
public enum LogoFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file cannot be read, for this reason, which names the file.
  case file(String)
  /// The file is not a PNG picture of a moderate size, for this reason.
  case notLogo(path: String, reason: String)

  public var description: String {
    switch self {
    case .file(let reason): "\(reason); give a PNG picture of up to 128 KiB to --logo"
    case .notLogo(let path, let reason): "'\(path)' cannot be used as --logo: \(reason)"
    }
  }
}
