import Glibc

/// The reason why a file could not be read or written. The path `-` is standard input or output.
public enum FileFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The system refused to open or read it.
  case cannotRead(path: String, reason: String)
  /// The system refused to create, write or rename it.
  case cannotWrite(path: String, reason: String)
  /// The system refused to create or write a temporary file in a folder.
  case cannotWriteTemporary(folder: String, reason: String)
  /// The file is longer than `limit` bytes, the most that the caller reads.
  case tooLong(path: String, limit: Int)

  /// Whether something was read, and not written.
  package var isAboutInput: Bool {
    switch self {
    case .cannotRead, .tooLong: true
    case .cannotWrite, .cannotWriteTemporary: false
    }
  }

  /// The reason with the path as it was given.
  public var description: String { sentence { $0 } }

  /// The reason as a clause.
  ///
  /// - Parameter shown: How a path is shown, because a link may have been given in its place.
  package func sentence(_ shown: (String) -> String) -> String {
    func name(_ path: String, _ stream: String) -> String { path == "-" ? stream : "'\(shown(path))'" }
    return switch self {
    case .cannotRead(let path, let reason): "cannot read \(name(path, "standard input")): \(reason)"
    case .cannotWrite(let path, let reason): "cannot write \(name(path, "standard output")): \(reason)"
    case .cannotWriteTemporary(let folder, let reason):
      "cannot write a temporary file in '\(folder)': \(reason); TMPDIR names another folder for temporary files"
    case .tooLong(let path, let limit):
      "\(name(path, "standard input")) is longer than \(limit) bytes, the most that is read"
    }
  }

  /// The call that just failed was to read a file.
  static func reading(_ path: String) -> FileFailure { .cannotRead(path: path, reason: systemReason()) }

  /// The call that just failed was to write a file.
  ///
  /// - Parameter path: `nil` for a file in the temporary folder.
  static func writing(_ path: String?) -> FileFailure {
    let reason = systemReason()
    guard let path else { return .cannotWriteTemporary(folder: FileSystem.temporaryFolder, reason: reason) }
    return .cannotWrite(path: path, reason: reason)
  }

  /// The system's message for the call that just failed, followed by the remedy if a limit of the process is the likely cause.
  package static func systemReason(_ code: Int32 = errno) -> String {
    let reason = unsafe String(cString: strerror(code))
    return switch code {
    case EMFILE: "\(reason); \(ProcessLimit.files)"
    case ENOMEM: "\(reason); \(ProcessLimit.memory)"
    case EFBIG: "\(reason); \(ProcessLimit.fileSize)"
    default: reason
    }
  }
}
