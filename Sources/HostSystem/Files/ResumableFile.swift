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
  /// - Parameter resumes: Whether an earlier run may have left something behind; otherwise that is an error.
  /// - Throws: ``FileFailure/cannotWrite(path:reason:)``, also if either name is that of a link, a device or a pipe.
  package init(_ path: String, resumes: Bool) throws(FileFailure) {
    (self.path, partial) = (path, path + ".part")
    for name in [path, partial] {
      if let reason = FileSystem.reasonNotToReplaceEntry(name) { throw .cannotWrite(path: name, reason: reason) }
    }
    guard let file = FileDescriptor(opening: partial, O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW, mode: 0o600) else {
      throw .writing(partial)
    }
    guard flock(file.raw, LOCK_EX | LOCK_NB) == 0 else {
      throw .cannotWrite(path: partial, reason: "another run is writing it")
    }
    length = Int(lseek(file.raw, 0, SEEK_END))
    descriptor = consume file
    if !resumes, length > 0 {
      throw .cannotWrite(
        path: partial, reason: "an interrupted run left it behind; resume that run, or remove it")
    }
  }

  /// A child process has the file open until it begins its program, and would keep the lock for so long.
  deinit { flock(descriptor.raw, LOCK_UN) }

  /// Reads from a place in what an interrupted run left behind; see ``FileDescriptor/read(_:at:name:)``.
  package func read(_ count: Int, at offset: Int) throws(FileFailure) -> [UInt8] {
    try descriptor.read(count, at: offset, name: partial)
  }

  package func truncate(to length: Int) throws(FileFailure) {
    let raw = descriptor.raw
    guard SystemCall.run({ ftruncate(raw, length) }) == 0 else { throw .writing(partial) }
  }

  package func append(_ bytes: [UInt8]) throws(FileFailure) {
    try FileSystem.writeAll(bytes, descriptor: descriptor.raw, name: partial)
  }

  /// Gives the file its name, once its content is on the disk, and the mode of a file of this user that it replaces.
  package func finish() throws(FileFailure) {
    let (raw, mode) = (descriptor.raw, FileSystem.ownMode(of: path) ?? 0o600)
    guard SystemCall.run({ fchmod(raw, mode) }) == 0, SystemCall.run({ fsync(raw) }) == 0,
      SystemCall.run({ unsafe rename(partial, path) }) == 0
    else { throw .writing(path) }
  }

  package func remove() { FileSystem.remove(partial) }
}
