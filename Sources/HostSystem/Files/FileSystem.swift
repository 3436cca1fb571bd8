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
    guard let file = FileDescriptor(opening: path, O_RDONLY) else {
      throw .cannotRead(path: path, reason: FileFailure.reasonNotToOpen(path))
    }
    return try readAll(descriptor: file.raw, name: path, limit: limit)
  }

  /// Reads a file. If it is a pipe, also waits for a writer to open it.
  ///
  /// - Returns: `nil` if its end is not reached by the deadline.
  package static func read(
    _ path: String, limit: ReadLimit, until deadline: ContinuousClock.Instant
  ) throws(FileFailure) -> [UInt8]? {
    // Opening a pipe without a writer would wait for ever.
    guard let file = FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK) else {
      throw .cannotRead(path: path, reason: FileFailure.reasonNotToOpen(path))
    }
    var status = stat()
    if unsafe fstat(file.raw, &status) == 0, [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) {
      return try readAll(descriptor: file.raw, name: path, limit: limit)
    }
    var bytes: [UInt8] = []
    while true {
      let left = ContinuousClock.now.duration(to: deadline)
      guard left > .zero else { return nil }
      var event = pollfd(fd: file.raw, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&event, 1, Int32(min(left / .milliseconds(1) + 1, 60_000))) > 0 else { continue }
      let piece = try readNext(descriptor: file.raw, name: path)
      if piece.isEmpty { return bytes }
      bytes += piece
      guard try limit.allowsMore(after: bytes, of: path) else { return bytes }
    }
  }

  /// Returns the next bytes as soon as there are any, 64 KiB at most; none at the end.
  package static func readNext(descriptor: Int32, name: String) throws(FileFailure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 65536)
    let count = FileDescriptor.read(descriptor, into: &bytes)
    guard count >= 0 else { throw .cannotRead(path: name, reason: FileFailure.systemReason()) }
    return Array(bytes[..<count])
  }

  /// Reads as many bytes of a file of ours as it must have.
  ///
  /// - Parameters:
  ///   - count: At least 0.
  ///   - read: Reads into memory at most this many bytes, after those that were read before.
  static func whole(
    _ count: Int, name: String, read: (_ start: UnsafeMutableRawPointer?, _ left: Int, _ filled: Int) -> Int
  ) throws(FileFailure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let more = unsafe bytes.withUnsafeMutableBytes {
        unsafe read($0.baseAddress.map { unsafe $0 + filled }, count - filled, filled)
      }
      if more < 0, errno == EINTR { continue }
      guard more > 0 else {
        let reason = more == 0 ? "the file is shorter than what was written" : FileFailure.systemReason()
        throw .cannotRead(path: name, reason: reason)
      }
      filled += more
    }
    return bytes
  }

  /// Reads an open file to its end.
  ///
  /// - Parameter name: Its path, for errors.
  package static func readAll(descriptor: Int32, name: String, limit: ReadLimit) throws(FileFailure) -> [UInt8] {
    var status = stat()
    let isFile = unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    // Of an input that has been read in part, the rest.
    let size = isFile ? Int(status.st_size) - max(0, Int(lseek(descriptor, 0, SEEK_CUR))) : 0
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = FileDescriptor.read(descriptor, into: &chunk)
      if count < 0 { throw .cannotRead(path: name, reason: FileFailure.systemReason()) }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
      guard try limit.allowsMore(after: bytes, of: name) else { return bytes }
      // The rest of a longer file comes in larger pieces.
      if bytes.count == count, size > count {
        _ = try limit.allows(size, after: bytes, of: name)
        bytes.reserveCapacity(min(size, limit.most(after: bytes)))
        chunk = [UInt8](repeating: 0, count: min(size, 1 << 20))
      }
    }
  }

  /// Writes a file under a temporary name and renames it, so that the path never holds a partial file.
  ///
  /// Devices and pipes are written directly. For a symbolic link the target is replaced, not the link.
  ///
  /// - Parameters:
  ///   - bytes: The whole content.
  ///   - path: Of a file in an existing folder.
  ///   - mode: Of a new file, before the umask; an old file's mode is kept.
  ///   - waitsForDisk: Whether the content is on the disk before the file has its name, as after a power failure it is not
  ///     otherwise; many files are written faster without.
  /// - Throws: ``FileFailure``.
  public static func write(
    _ bytes: [UInt8], to path: String, mode: UInt32 = 0o666, waitsForDisk: Bool = true
  ) throws(FileFailure) {
    var status = stat()
    let exists = unsafe stat(path, &status) == 0
    if !exists && errno != ENOENT { throw .cannotWrite(path: path, reason: FileFailure.systemReason()) }
    if exists, ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) || openStream(path) != nil {
      let target = try openForWriting(path)
      return try writeAll(bytes, descriptor: target.raw, name: path)
    }
    let file = try PendingFile(path, mode: mode)
    try file.append(bytes)
    try file.commit(waitsForDisk: waitsForDisk)
  }

  /// Writes a new file, which has its name when it is complete, with the fewest system calls and without waiting for the disk.
  ///
  /// - Returns: `false` if there is anything of that name; nothing is written then.
  package static func create(_ bytes: [UInt8], at path: String, mode: UInt32 = 0o666) throws(FileFailure) -> Bool {
    let folder = directory(of: path)
    if let file = FileDescriptor(opening: folder.isEmpty ? "." : folder, O_WRONLY | PendingFile.unnamed, mode: mode) {
      try writeAll(bytes, descriptor: file.raw, name: path)
      if SystemCall.link("/proc/self/fd/\(file.raw)", path) == 0 { return true }
      if errno == EEXIST { return false }
    }
    // A file system without unnamed files, or no /proc.
    if exists(path) || isSymbolicLink(path) { return false }
    try write(bytes, to: path, mode: mode, waitsForDisk: false)
    return true
  }

  /// Waits until everything that was written to the file system of a directory is on the disk.
  ///
  /// For many files at the end, in place of waiting for each.
  package static func waitForDisk(of directory: String) throws(FileFailure) {
    guard let folder = FileDescriptor(opening: directory, O_RDONLY) else {
      throw .cannotRead(path: directory, reason: FileFailure.systemReason())
    }
    guard SystemCall.syncfs(folder.raw) == 0 else {
      throw .cannotWrite(path: directory, reason: FileFailure.systemReason())
    }
  }

  /// Writes all bytes to an open file.
  ///
  /// - Parameter name: Its path, for errors.
  package static func writeAll(_ bytes: [UInt8], descriptor: Int32, name: String) throws(FileFailure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe SystemCall.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        throw .cannotWrite(path: name, reason: FileFailure.systemReason())
      }
      rest = rest.dropFirst(count)
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
      guard copy >= 0 else { throw .cannotWrite(path: path, reason: FileFailure.systemReason()) }
      return FileDescriptor(owning: copy)
    }
    if let reason = reasonNotToTrust(pipe: path) { throw .cannotWrite(path: path, reason: reason) }
    guard let file = FileDescriptor(opening: path, O_WRONLY) else {
      throw .cannotWrite(path: path, reason: FileFailure.reasonNotToOpen(path))
    }
    return file
  }
}
