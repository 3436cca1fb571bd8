import CJail
import Glibc

/// Files: read whole within a limit, written atomically.
///
/// ```swift
/// let bytes = try FileSystem.read("ca.pem", limit: 1 << 20)
/// try FileSystem.write(bytes, to: "copy.pem", mode: 0o600)
/// ```
public enum FileSystem {
  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: Of a file, or of a pipe, which is waited for.
  ///   - limit: Bytes; a longer file is refused.
  /// - Throws: ``FileFailure``.
  public static func read(_ path: String, limit: Int) throws(FileFailure) -> [UInt8] {
    try read(path, limit: ReadLimit(limit))
  }

  /// Reads a file.
  ///
  /// - Throws: ``FileFailure``.
  package static func read(_ path: String, limit: ReadLimit) throws(FileFailure) -> [UInt8] {
    let file = try FileDescriptor(reading: path)
    return try readAll(descriptor: file.raw, name: path, limit: limit)
  }

  /// Reads a file. If it is a pipe, also waits for a writer to open it.
  ///
  /// - Returns: `nil` if its end is not reached by the deadline.
  package static func read(
    _ path: String, limit: ReadLimit, until deadline: ContinuousClock.Instant
  ) throws(FileFailure) -> [UInt8]? {
    // Opening a pipe without a writer would wait for ever.
    let file = try FileDescriptor(reading: path, O_NONBLOCK)
    return try bytes(of: file.raw, name: path, limit: limit, until: isStream(path) ? deadline : nil)
  }

  /// Reads an open file to its end.
  ///
  /// - Parameter name: Its path, for errors.
  package static func readAll(descriptor: Int32, name: String, limit: ReadLimit) throws(FileFailure) -> [UInt8] {
    try bytes(of: descriptor, name: name, limit: limit, until: nil) ?? []
  }

  private static func bytes(
    of descriptor: Int32, name: String, limit: ReadLimit, until deadline: ContinuousClock.Instant?
  ) throws(FileFailure) -> [UInt8]? {
    var status = stat()
    let size = unsafe fstat(descriptor, &status) == 0 && status.isFile ? Int(status.st_size) : 0
    var bytes: [UInt8] = []
    while true {
      if let deadline, !FileDescriptor.wait(for: descriptor, POLLIN, until: deadline) { return nil }
      let piece = try readNext(descriptor: descriptor, name: name)
      if piece.isEmpty { return bytes }
      bytes += piece
      guard try limit.allowsMore(after: bytes, of: name) else { return bytes }
      if bytes.count == piece.count { bytes.reserveCapacity(min(size, limit.most(after: bytes), 1 << 26)) }
    }
  }

  /// Returns the next bytes as soon as there are any, 64 KiB at most; none at the end.
  package static func readNext(descriptor: Int32, name: String, most: Int = .max) throws(FileFailure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: min(most, 65536))
    let count = FileDescriptor.read(descriptor, into: &bytes)
    guard count >= 0 else { throw .reading(name) }
    return Array(bytes[..<count])
  }

  /// Reads as many bytes as there must be.
  static func read(_ count: Int, descriptor: Int32, name: String) throws(FileFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let piece = try readNext(descriptor: descriptor, name: name, most: count - bytes.count)
      if piece.isEmpty { throw .cannotRead(path: name, reason: "it is shorter than what was written") }
      bytes += piece
    }
    return bytes
  }

  /// Opens a file.
  ///
  /// - Returns: A function that returns the next bytes at each call, 64 KiB at most, and none at the end.
  package static func pieces(of path: String) throws(FileFailure) -> () throws(FileFailure) -> [UInt8] {
    let file = try FileDescriptor(reading: path)
    return { () throws(FileFailure) in try readNext(descriptor: file.raw, name: path) }
  }

  /// Writes a file under a temporary name and renames it, so that the path never holds a partial file.
  ///
  /// Devices and pipes are written directly. For a symbolic link of this user, or of root, the target is replaced, not the link.
  ///
  /// - Parameters:
  ///   - bytes: The whole content.
  ///   - path: Of a file in an existing folder.
  ///   - mode: Of a new file, before the umask; a file of this user that is replaced keeps its mode.
  ///   - waitsForDisk: Whether the content is on the disk before the file has its name, as after a power failure it is not
  ///     otherwise; many files are written faster without.
  /// - Throws: ``FileFailure``.
  public static func write(
    _ bytes: [UInt8], to path: String, mode: UInt32 = 0o666, waitsForDisk: Bool = true
  ) throws(FileFailure) {
    let file = try PendingFile(path, mode: mode)
    try file.append(bytes)
    try file.commit(waitsForDisk: waitsForDisk)
  }

  /// Writes a file without waiting for the disk.
  ///
  /// - Returns: `false` if there is anything of that name; nothing is written then.
  package static func create(_ bytes: [UInt8], at path: String, mode: UInt32 = 0o666) throws(FileFailure) -> Bool {
    if hasEntry(path) { return false }
    try write(bytes, to: path, mode: mode, waitsForDisk: false)
    return true
  }

  /// Waits until everything that was written to the file system of a directory is on the disk.
  ///
  /// For many files at the end, in place of waiting for each.
  package static func waitForDisk(of directory: String) throws(FileFailure) {
    let folder = try FileDescriptor(reading: directory)
    let raw = folder.raw
    guard SystemCall.run({ oobqr_syncfs(raw) }) == 0 else { throw .writing(directory) }
  }

  /// Writes all bytes to an open file.
  ///
  /// - Parameter name: Its path, for errors; `nil` for a file in the temporary folder.
  package static func writeAll(_ bytes: [UInt8], descriptor: Int32, name: String?) throws(FileFailure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { bytes in
        SystemCall.run { unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count) }
      }
      if count >= 0 { rest = rest.dropFirst(count) } else if errno != EINTR { throw .writing(name) }
    }
  }

  /// The descriptor of this process that a path names, as `/dev/stdout` does. The file behind it is written at its place there, and
  /// not replaced.
  package static func openStream(_ path: String) -> Int32? {
    if let index = ["/dev/stdin", "/dev/stdout", "/dev/stderr"].firstIndex(of: path) { return Int32(index) }
    for folder in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(folder) {
      return Int32(path.dropFirst(folder.count))
    }
    return nil
  }

  /// Opens a device or a pipe.
  static func openForWriting(_ path: String) throws(FileFailure) -> FileDescriptor {
    if let stream = openStream(path) {
      let copy = dup(stream)
      guard copy >= 0 else { throw .writing(path) }
      return FileDescriptor(owning: copy)
    }
    guard let file = FileDescriptor(opening: path, O_WRONLY) else { throw .writing(path) }
    return file
  }
}
