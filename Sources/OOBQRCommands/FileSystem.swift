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
    if exists, ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) { return try writeDirectly(bytes, to: path) }
    let file = try PendingFile(path)
    try file.append(bytes)
    try file.commit()
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
    let descriptor = try openForWriting(path)
    defer { close(descriptor) }
    try writeAll(bytes, descriptor: descriptor, name: path)
  }

  /// Opens what is there already: a device or a pipe.
  static func openForWriting(_ path: String) throws -> Int32 {
    let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure.cannotWrite(path: path, reason: reason()) }
    return descriptor
  }

  static func resolved(_ path: String) -> String {
    guard let real = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  /// The directory part with its slash, empty for a bare name.
  static func directory(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  /// What the system says about the call that just failed.
  static func reason(_ code: Int32 = errno) -> String { unsafe String(cString: strerror(code)) }
}
