import Glibc

/// A file that is written in pieces, and gets its name when it is complete. Then it can be continued.
///
/// Until then it has a temporary name in the same folder. If the work fails, or a signal ends the process, it is removed; if the
/// process is killed, the next run that writes into that folder removes it. A device or a pipe is written directly.
package final class PendingFile: Sendable {
  /// As given; `nil` for a file that only its creator reads.
  private let path: String?
  /// Where the file gets its name: links are resolved at the start, because one may be planted later.
  private let target: String
  /// `nil` for a file that gets no other name.
  private let temporary: String?
  private let descriptor: FileDescriptor

  /// Begins a file for a path.
  ///
  /// - Parameters:
  ///   - path: Of a file in an existing folder, of a device or a pipe. A symbolic link must be this user's own, or root's.
  ///   - mode: Of a new file, before the umask; a file of this user that is replaced keeps its mode, without set-user-ID and
  ///     set-group-ID.
  package init(_ path: String, mode: UInt32 = 0o666) throws(FileFailure) {
    self.path = path
    if FileSystem.isStream(path) {
      (target, temporary) = (path, nil)
      descriptor = try FileSystem.openForWriting(path)
      return
    }
    target = try Self.target(of: path)
    let (folder, ownMode) = (FileSystem.directory(of: target), FileSystem.ownMode(of: target))
    FileSystem.removeTemporaryFiles(in: folder)
    let name = folder + FileSystem.temporaryName
    temporary = name
    // Before there is a file, so that no signal comes between the two.
    Interruption.add(name)
    var file = try Self.create(name, mode: ownMode == nil ? mode : 0o600, for: path)
    // Until it was locked, another run may have taken it for a leftover.
    while !FileSystem.hasEntry(name) { file = try Self.create(name, mode: ownMode == nil ? mode : 0o600, for: path) }
    descriptor = file
    let raw = raw
    if let ownMode, SystemCall.run({ fchmod(raw, ownMode) }) != 0 { throw .writing(path) }
  }

  /// Begins a file in the temporary folder, readable only by its owner and gone with this object.
  package init() throws(FileFailure) {
    (path, target, temporary) = (nil, "", nil)
    descriptor = try FileSystem.openNameless()
  }

  deinit {
    guard let temporary else { return }
    FileSystem.remove(temporary)
    Interruption.forget(temporary)
  }

  private static func target(of path: String) throws(FileFailure) -> String {
    guard let entry = FileSystem.status(of: path, followsLink: false) else {
      if errno == ENOENT { return path }
      throw .writing(path)
    }
    try FileSystem.refuseForeignLink(path)
    guard let status = entry.isLink ? FileSystem.status(of: path) : entry else {
      throw .cannotWrite(path: path, reason: "it is a dangling symbolic link")
    }
    if status.isDirectory { throw .cannotWrite(path: path, reason: FileFailure.systemReason(EISDIR)) }
    return entry.isLink ? FileSystem.resolved(path) : path
  }

  private static func create(_ name: String, mode: UInt32, for path: String) throws(FileFailure) -> FileDescriptor {
    guard let file = FileDescriptor(opening: name, O_RDWR | O_CREAT | O_EXCL, mode: mode) else { throw .writing(path) }
    flock(file.raw, LOCK_EX)
    return file
  }

  private var raw: Int32 { descriptor.raw }

  /// Appends bytes, also after ``commit(_:waitsForDisk:)``.
  ///
  /// - Parameter isDurable: Whether to wait until the bytes are on the disk.
  package func append(_ bytes: [UInt8], isDurable: Bool = false) throws(FileFailure) {
    try FileSystem.writeAll(bytes, descriptor: raw, name: path)
    if isDurable { try synchronize() }
  }

  /// Waits until the content is on the disk, if the file system has one.
  private func synchronize() throws(FileFailure) {
    let raw = raw
    guard SystemCall.run({ fsync(raw) }) == 0 || errno == EINVAL else { throw .writing(path) }
  }

  /// Gives the file its name; see ``commit(_:waitsForDisk:)``.
  package func commit(waitsForDisk: Bool = true) throws(FileFailure) {
    try Self.commit([self], waitsForDisk: waitsForDisk)
  }

  /// Gives files that belong together their names, in place of whatever has them; no signal comes between.
  ///
  /// - Parameter waitsForDisk: Whether the content is on the disk before the files have their names.
  /// - Throws: ``FileFailure`` of the first file that fails.
  package static func commit(_ files: [PendingFile], waitsForDisk: Bool = true) throws(FileFailure) {
    let files = files.filter { $0.temporary != nil }
    if waitsForDisk { for file in files { try file.synchronize() } }
    try Interruption.holding { () throws(FileFailure) in
      for file in files {
        guard SystemCall.run({ unsafe rename(file.temporary, file.target) }) == 0 else { throw .writing(file.path) }
      }
    }
  }

  /// Copies the bytes that were written, part by part.
  ///
  /// - Parameters:
  ///   - parts: The lengths of the parts in bytes; what follows them is copied, too.
  ///   - written: Called with the index of each part that is written.
  ///   - write: Writes bytes.
  package func copy(
    parts: [Int] = [], written: (Int) throws -> Void = { _ in }, write: ([UInt8]) throws -> Void
  ) throws {
    rewind()
    for (part, count) in parts.enumerated() {
      try write(read(count))
      try written(part)
    }
    while case let piece = try nextPiece(), !piece.isEmpty { try write(piece) }
  }

  /// Rewinds to the beginning, for ``nextPiece()`` and ``read(_:)``.
  package func rewind() { lseek(raw, 0, SEEK_SET) }

  /// Returns the next of the bytes that were written, 64 KiB at most; none at the end.
  package func nextPiece() throws(FileFailure) -> [UInt8] {
    try FileSystem.readNext(descriptor: raw, name: path ?? FileSystem.temporaryFolder)
  }

  /// Returns the next bytes of those that were written.
  ///
  /// - Parameter count: At least 0; fewer bytes are an error.
  package func read(_ count: Int) throws(FileFailure) -> [UInt8] {
    try FileSystem.read(count, descriptor: raw, name: path ?? FileSystem.temporaryFolder)
  }
}
