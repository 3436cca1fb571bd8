import Glibc

/// A file that is written in pieces under the name `NAME.part`, which stays after an interruption and can be continued, and
/// gets its own name when it is complete.
package final class ResumableFile {
  private let path: String
  private let descriptor: FileDescriptor
  /// The name while it is written.
  package let partial: String
  /// The bytes that an interrupted run left behind.
  package let length: Int

  /// Creates the file with mode 0600, or opens what an earlier run left behind.
  ///
  /// - Parameter resumes: Whether the partial file may exist already; otherwise that is an error.
  /// - Throws: ``FileFailure/cannotWrite(path:reason:)``, also if either name is that of a link, a device or a pipe, or of a
  ///   file with other names.
  package init(_ path: String, resumes: Bool) throws(FileFailure) {
    (self.path, partial) = (path, path + ".part")
    try FileSystem.refuseLinks(to: FileSystem.directory(of: path))
    for name in [path, partial] {
      if let reason = FileSystem.reasonNotToReplaceEntry(name) { throw .cannotWrite(path: name, reason: reason) }
    }
    let flags = O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | (resumes ? 0 : O_EXCL)
    guard let file = FileDescriptor(opening: partial, flags, mode: 0o600) else {
      throw .cannotWrite(path: partial, reason: errno == EEXIST ? Self.owner(of: partial) : FileFailure.systemReason())
    }
    // It may have been put there since the check above.
    var status = stat()
    if unsafe fstat(file.raw, &status) == 0, let reason = FileSystem.reasonNotToTrust(partial, status) {
      throw .cannotWrite(path: partial, reason: reason)
    }
    guard Self.lock(file.raw) else {
      throw .cannotWrite(path: partial, reason: "another run is writing it")
    }
    length = Int(lseek(file.raw, 0, SEEK_END))
    // Known before the work rather than after it.
    if let reason = Self.becomingLike(path, file.raw) {
      if length == 0 { FileSystem.remove(partial) }
      throw .cannotWrite(path: path, reason: reason)
    }
    // The content may be secret, whatever mode an earlier run or the file to be replaced has.
    guard SystemCall.fchmod(file.raw, 0o600) == 0 else {
      throw .cannotWrite(path: partial, reason: FileFailure.systemReason())
    }
    descriptor = consume file
  }

  /// Locks a file. A child that is being started may hold the lock of an earlier run for a moment, until it closes what it inherited.
  ///
  /// - Returns: `false` if another run still holds the lock after 0.2 s, or the file cannot be locked.
  private static func lock(_ descriptor: Int32) -> Bool {
    for _ in 0..<20 {
      if SystemCall.lock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
      guard errno == EWOULDBLOCK else { return false }
      usleep(10_000)
    }
    return false
  }

  /// Says who is writing a file, or left it behind.
  private static func owner(of partial: String) -> String {
    if let file = FileDescriptor(opening: partial, O_RDONLY), !lock(file.raw) {
      return "another run is writing it"
    }
    return "an interrupted run left it behind; resume that run, or remove it"
  }

  /// Gives a file the owner, group, extended attributes and mode of the regular file at a path, if there is one.
  ///
  /// - Returns: The reason if that fails; `nil` otherwise.
  private static func becomingLike(_ path: String, _ descriptor: Int32) -> String? {
    var status = stat()
    guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    // Another user may have created it since the start.
    return FileSystem.reasonNotToTrust(path, status) ?? FileSystem.becomingLike(status, path, descriptor)
  }

  package func truncate(to length: Int) throws(FileFailure) {
    if SystemCall.ftruncate(descriptor.raw, length) != 0 {
      throw .cannotWrite(path: partial, reason: FileFailure.systemReason())
    }
  }

  package func append(_ bytes: [UInt8]) throws(FileFailure) {
    try FileSystem.writeAll(bytes, descriptor: descriptor.raw, name: partial)
  }

  /// Gives the file its name, once its content is on the disk.
  ///
  /// It gets the owner, group, mode and extended attributes of a file that it replaces.
  package func finish() throws(FileFailure) {
    if let reason = Self.becomingLike(path, descriptor.raw) { throw .cannotWrite(path: path, reason: reason) }
    guard SystemCall.fsync(descriptor.raw) == 0, SystemCall.rename(partial, path) == 0 else {
      throw .cannotWrite(path: path, reason: FileFailure.systemReason())
    }
  }

  package func remove() { FileSystem.remove(partial) }
}
