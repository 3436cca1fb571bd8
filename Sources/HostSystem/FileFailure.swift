import Glibc

/// Why a file could not be read or written. `-` is standard input or output.
public enum FileFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The system refused to open or read it.
  case cannotRead(path: String, reason: String)
  /// The system refused to create, write or rename it.
  case cannotWrite(path: String, reason: String)
  /// The file is longer than the caller reads.
  case tooLong(path: String, limit: Int)

  /// With the path as it is: whoever shows it to a user redacts it first, as a link may have been given for a path.
  public var description: String { sentence { $0 } }

  /// The reason as a clause.
  ///
  /// - Parameter shown: Makes a path fit to be shown.
  package func sentence(_ shown: (String) -> String) -> String {
    func name(_ path: String, _ stream: String) -> String { path == "-" ? stream : "'\(shown(path))'" }
    return switch self {
    case .cannotRead(let path, let reason): "cannot read \(name(path, "standard input")): \(reason)"
    case .cannotWrite(let path, let reason): "cannot write \(name(path, "standard output")): \(reason)"
    case .tooLong(let path, let limit):
      "\(name(path, "standard input")) is longer than \(limit) bytes, the most that is read"
    }
  }

  /// What the system says about the call that just failed.
  package static func systemReason(_ code: Int32 = errno) -> String { unsafe String(cString: strerror(code)) }
}
