import Glibc
import Synchronization

/// Temporary files.
extension FileSystem {
  /// The folder for temporary files, with a final slash.
  static var temporaryFolder: String {
    let named = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? ""
    return (named.isEmpty ? "/tmp" : named) + "/"
  }

  private static let (temporaryPrefix, temporarySuffix) = (".oobqr-", ".tmp")

  /// A new name for a file that does not have its own yet.
  static var temporaryName: String { "\(temporaryPrefix)\(UInt64.random(in: 0...UInt64.max))\(temporarySuffix)" }

  static func isTemporary(_ name: String) -> Bool {
    guard name.hasPrefix(temporaryPrefix), name.hasSuffix(temporarySuffix) else { return false }
    return UInt64(name.dropFirst(temporaryPrefix.count).dropLast(temporarySuffix.count)) != nil
  }

  /// Opens a new file without a name in the temporary folder. Only its owner can read it.
  static func openNameless() throws(FileFailure) -> FileDescriptor {
    let path = temporaryFolder + temporaryName
    guard let file = FileDescriptor(opening: path, O_RDWR | O_CREAT | O_EXCL, mode: 0o600) else { throw .writing(nil) }
    remove(path)
    return file
  }

  private static let cleaned = Mutex<Set<String>>([])

  /// Removes the temporary files that killed runs have left in a directory, once for each: it may hold many files.
  ///
  /// - Parameter directory: Its path; empty for the current one.
  package static func removeTemporaryFiles(in directory: String) {
    guard cleaned.withLock({ $0.insert(directory).inserted }) else { return }
    let directory = directory.isEmpty ? "." : directory
    for case .success(let name) in (try? entries(of: directory, beginning: temporaryPrefix)) ?? []
    where isTemporary(name) {
      let path = "\(directory)/\(name)"
      // A run holds the lock as long as it lives.
      guard let file = FileDescriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
        flock(file.raw, LOCK_EX | LOCK_NB) == 0
      else { continue }
      remove(path)
    }
  }
}
