import Glibc
import OutOfBand

/// Files, as the commands need them: read whole and within a limit, written whole or not at all.
enum FileSystem {
  /// Why a file could not be read or written.
  enum Failure: Error, CustomStringConvertible {
    case cannotRead(path: String, reason: String)
    case cannotWrite(path: String, reason: String)
    case tooLong(path: String, limit: Int)

    var description: String {
      switch self {
      case .cannotRead(let path, let reason): "cannot read \(name(path, "standard input")): \(reason)"
      case .cannotWrite(let path, let reason): "cannot write \(name(path, "standard output")): \(reason)"
      case .tooLong(let path, let limit):
        "\(name(path, "standard input")) is longer than \(limit) bytes, the most that is read"
      }
    }

    private func name(_ path: String, _ stream: String) -> String { path == "-" ? stream : "'\(shown(path))'" }

    /// A path, unless it looks like a link or a payload that was given in the place of one.
    private func shown(_ path: String) -> String {
      path.contains("/") && !path.contains("://") ? path : SecretText().redacted(path)
    }
  }

  /// Reads a file, or standard input for `-`.
  static func read(_ path: String, limit: Int) throws -> [UInt8] {
    if path == "-" { return try Console.current.readInput(limit) }
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure.cannotRead(path: path, reason: reason()) }
    defer { close(descriptor) }
    return try readAll(descriptor: descriptor, name: path, limit: limit)
  }

  static func readAll(descriptor: Int32, name: String, limit: Int) throws -> [UInt8] {
    var status = stat()
    let size = unsafe fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    var bytes: [UInt8] = []
    // One byte more than the size tells the end of a regular file in the first round.
    var chunk = [UInt8](repeating: 0, count: min(max(size + 1, 65536), limit + 1))
    while true {
      let count = unsafe Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0 {
        if errno == EINTR { continue }
        throw Failure.cannotRead(path: name, reason: reason())
      }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
      if bytes.count > limit { throw Failure.tooLong(path: name, limit: limit) }
    }
  }

  /// Writes a file under a temporary name and renames it, so that the path never holds half of it.
  ///
  /// Devices and pipes are written directly; the target of a symbolic link is replaced, not the link.
  static func write(_ bytes: [UInt8], to path: String) throws {
    if path == "-" { return try Console.current.writeOutput(bytes) }
    var status = stat()
    let exists = unsafe stat(path, &status) == 0
    if !exists && errno != ENOENT { throw Failure.cannotWrite(path: path, reason: reason()) }
    if exists, status.st_mode & S_IFMT == S_IFDIR {
      throw Failure.cannotWrite(path: path, reason: reason(EISDIR))
    }
    if exists, status.st_mode & S_IFMT != S_IFREG { return try writeDirectly(bytes, to: path) }
    var link = stat()
    if !exists, unsafe lstat(path, &link) == 0 {
      throw Failure.cannotWrite(path: path, reason: "it is a symbolic link to nothing")
    }

    let target = exists ? resolved(path) : path
    let temporary = directory(of: target) + ".oobqr-\(UInt64.random(in: 0...UInt64.max)).tmp"
    let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw Failure.cannotWrite(path: path, reason: reason()) }
    do {
      // Before the first byte, which may be secret.
      if exists, fchmod(descriptor, status.st_mode & 0o7777) != 0 {
        throw Failure.cannotWrite(path: path, reason: reason())
      }
      try writeAll(bytes, descriptor: descriptor, name: path)
    } catch {
      close(descriptor)
      unsafe unlink(temporary)
      throw error
    }
    guard close(descriptor) == 0, unsafe rename(temporary, target) == 0 else {
      let failure = Failure.cannotWrite(path: path, reason: reason())
      unsafe unlink(temporary)
      throw failure
    }
  }

  static func writeAll(_ bytes: [UInt8], descriptor: Int32, name: String) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        throw Failure.cannotWrite(path: name, reason: reason())
      }
      rest = rest.dropFirst(count)
    }
  }

  private static func writeDirectly(_ bytes: [UInt8], to path: String) throws {
    let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure.cannotWrite(path: path, reason: reason()) }
    defer { close(descriptor) }
    try writeAll(bytes, descriptor: descriptor, name: path)
  }

  private static func resolved(_ path: String) -> String {
    guard let real = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  /// The directory part with its slash, empty for a bare name.
  private static func directory(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  /// What the system says about the call that just failed.
  static func reason(_ code: Int32 = errno) -> String { unsafe String(cString: strerror(code)) }
}
