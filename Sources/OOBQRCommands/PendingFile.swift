import Glibc

/// A file that is written piece by piece under another name, and gets its own when it is complete.
///
/// What goes to standard output, a device or a pipe waits in a temporary file, too: nothing of it is written when the
/// work fails half way.
final class PendingFile {
  private let path: String
  /// The other name.
  let temporary: String
  private let descriptor: Int32
  /// Standard output, a device or a pipe, which is written to in place.
  private let isCopied: Bool
  private var isOpen = true

  init(_ path: String) throws {
    self.path = path
    var status = stat()
    let exists = unsafe path != "-" && stat(path, &status) == 0
    if !exists, path != "-", errno != ENOENT {
      throw FileSystem.Failure.cannotWrite(path: path, reason: FileSystem.reason())
    }
    if exists, status.st_mode & S_IFMT == S_IFDIR {
      throw FileSystem.Failure.cannotWrite(path: path, reason: FileSystem.reason(EISDIR))
    }
    if !exists, FileSystem.isSymbolicLink(path) {
      throw FileSystem.Failure.cannotWrite(path: path, reason: "it is a symbolic link to nothing")
    }
    isCopied = path == "-" || exists && status.st_mode & S_IFMT != S_IFREG
    let target = exists ? FileSystem.resolved(path) : path
    let folder = isCopied ? FileSystem.temporaryFolder : FileSystem.directory(of: target)
    temporary = folder + ".oobqr-\(UInt64.random(in: 0...UInt64.max)).tmp"
    // What replaces a file gets that file's mode, before the first byte, which may be secret.
    descriptor = unsafe open(temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, isCopied || exists ? 0o600 : 0o666)
    guard descriptor >= 0 else {
      throw FileSystem.Failure.cannotWrite(path: isCopied ? temporary : path, reason: FileSystem.reason())
    }
    if exists, !isCopied, fchmod(descriptor, status.st_mode & 0o7777) != 0 {
      throw FileSystem.Failure.cannotWrite(path: path, reason: FileSystem.reason())
    }
    // Nothing is left of it then, whatever ends the process.
    if isCopied { FileSystem.remove(temporary) }
  }

  /// A file that goes nowhere: in the temporary folder, readable by its owner alone, and gone with this object.
  init() throws {
    path = "a temporary file"
    isCopied = true
    temporary = FileSystem.temporaryFolder + ".oobqr-\(UInt64.random(in: 0...UInt64.max)).tmp"
    descriptor = unsafe open(temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileSystem.Failure.cannotWrite(path: temporary, reason: FileSystem.reason()) }
  }

  deinit { discard() }

  func append(_ bytes: [UInt8]) throws {
    try FileSystem.writeAll(bytes, descriptor: descriptor, name: isCopied ? temporary : path)
  }

  /// Gives the file its name, or copies it to where it goes.
  func commit() throws {
    if isCopied {
      lseek(descriptor, 0, SEEK_SET)
      var bytes = [UInt8](repeating: 0, count: 65536)
      let output = try path == "-" ? nil : FileSystem.openForWriting(path)
      defer { if let output { close(output) } }
      while true {
        let count = unsafe read(descriptor, &bytes, bytes.count)
        if count < 0 { throw FileSystem.Failure.cannotRead(path: temporary, reason: FileSystem.reason()) }
        if count == 0 { break }
        if let output {
          try FileSystem.writeAll(Array(bytes[..<count]), descriptor: output, name: path)
        } else {
          try Console.current.writeOutput(Array(bytes[..<count]))
        }
      }
      return discard()
    }
    isOpen = false
    let target = FileSystem.exists(path) ? FileSystem.resolved(path) : path
    guard close(descriptor) == 0, unsafe rename(temporary, target) == 0 else {
      let failure = FileSystem.Failure.cannotWrite(path: path, reason: FileSystem.reason())
      FileSystem.remove(temporary)
      throw failure
    }
  }

  /// Removes what was written; nothing after ``commit()``.
  func discard() {
    guard isOpen else { return }
    isOpen = false
    close(descriptor)
    FileSystem.remove(temporary)
  }
}

extension FileSystem {
  /// Where temporary files go, with a slash at its end.
  static var temporaryFolder: String {
    let named = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? ""
    return (named.isEmpty ? "/tmp" : named) + "/"
  }
}
