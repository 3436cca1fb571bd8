import Glibc

/// A file that is written in pieces under a temporary name, and renamed when it is complete.
///
/// Output for a device or a pipe is also held in a temporary file: none of it is written if the work fails half way.
package final class PendingFile {
  /// The destination of the content.
  private enum Destination {
    /// A regular file: the temporary one is renamed to it.
    case file(String)
    /// A device or a pipe: the content is copied to it.
    case stream(String)
    /// None: the creator of the file reads it.
    case none
  }

  private let destination: Destination
  /// The temporary name.
  package let temporary: String
  private var descriptor: FileDescriptor?

  /// Begins a file for a path.
  package init(_ path: String) throws(FileFailure) {
    var status = stat()
    let exists = unsafe stat(path, &status) == 0
    if !exists, errno != ENOENT { throw .cannotWrite(path: path, reason: FileFailure.systemReason()) }
    if exists, status.st_mode & S_IFMT == S_IFDIR {
      throw .cannotWrite(path: path, reason: FileFailure.systemReason(EISDIR))
    }
    if !exists, FileSystem.isSymbolicLink(path) {
      throw .cannotWrite(path: path, reason: "it is a symbolic link to nothing")
    }
    if exists, status.st_mode & S_IFMT != S_IFREG {
      destination = .stream(path)
      temporary = Self.temporaryName(in: FileSystem.temporaryFolder)
      descriptor = try Self.create(temporary, mode: 0o600, for: temporary)
      // Unlinked at once, so nothing remains however the process ends.
      FileSystem.remove(temporary)
      return
    }
    destination = .file(path)
    temporary = Self.temporaryName(in: FileSystem.directory(of: exists ? FileSystem.resolved(path) : path))
    let file = try Self.create(temporary, mode: exists ? 0o600 : 0o666, for: path)
    // The replacement gets the old file's mode before the first byte is written, because the content may be secret.
    if exists, fchmod(file.raw, status.st_mode & 0o7777) != 0 {
      let reason = FileFailure.systemReason()
      FileSystem.remove(temporary)
      throw .cannotWrite(path: path, reason: reason)
    }
    descriptor = consume file
  }

  /// Begins a file in the temporary folder, readable only by its owner and removed with this object.
  package init() throws(FileFailure) {
    destination = .none
    temporary = Self.temporaryName(in: FileSystem.temporaryFolder)
    descriptor = try Self.create(temporary, mode: 0o600, for: temporary)
  }

  deinit { discard() }

  private static func temporaryName(in folder: String) -> String {
    folder + ".oobqr-\(UInt64.random(in: 0...UInt64.max)).tmp"
  }

  private static func create(_ name: String, mode: mode_t, for path: String) throws(FileFailure) -> FileDescriptor {
    guard let file = FileDescriptor(opening: name, O_RDWR | O_CREAT | O_EXCL, mode: mode) else {
      throw .cannotWrite(path: path, reason: FileFailure.systemReason())
    }
    return file
  }

  /// The name for errors.
  private var name: String {
    switch destination {
    case .file(let path): path
    case .stream, .none: temporary
    }
  }

  package func append(_ bytes: [UInt8]) throws(FileFailure) {
    try FileSystem.writeAll(bytes, descriptor: openDescriptor, name: name)
  }

  private var openDescriptor: Int32 { descriptor?.raw ?? -1 }

  /// Renames the file to its destination, or copies it to the device or pipe.
  package func commit() throws(FileFailure) {
    switch destination {
    case .file(let path):
      guard let file = descriptor.take() else { return }
      let target = FileSystem.exists(path) ? FileSystem.resolved(path) : path
      guard file.close(), unsafe rename(temporary, target) == 0 else {
        let reason = FileFailure.systemReason()
        FileSystem.remove(temporary)
        throw .cannotWrite(path: path, reason: reason)
      }
    case .stream(let path):
      let output = try FileSystem.openForWriting(path)
      rewind()
      while true {
        let piece = try nextPiece()
        if piece.isEmpty { break }
        try FileSystem.writeAll(piece, descriptor: output.raw, name: path)
      }
      discard()
    case .none: discard()
    }
  }

  /// Rewinds to the beginning, for ``nextPiece()``.
  package func rewind() { lseek(openDescriptor, 0, SEEK_SET) }

  /// Returns the next of the bytes that were written, 64 KiB at most; none at the end.
  package func nextPiece() throws(FileFailure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 65536)
    guard let count = descriptor?.read(into: &bytes), count >= 0 else {
      throw .cannotRead(path: temporary, reason: FileFailure.systemReason())
    }
    return Array(bytes[..<count])
  }

  /// Removes the temporary file; does nothing after ``commit()``.
  package func discard() {
    guard descriptor.take() != nil else { return }
    FileSystem.remove(temporary)
  }
}
