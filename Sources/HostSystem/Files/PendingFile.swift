import Glibc

/// A file that is written in pieces, and gets its name when it is complete.
///
/// It has no name until then where the file system allows it (`O_TMPFILE`), so that nothing remains however the process
/// ends. Elsewhere it has a temporary name, which ``Interruption`` removes.
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
  /// The temporary name; `nil` for a file without one.
  private var temporary: String?
  private var descriptor: FileDescriptor?
  /// The folder of the destination.
  private var folder = ""
  /// The path at which the file gets its name, with symbolic links resolved at the start, because another user may plant one later.
  /// `nil` for devices, pipes and files without a name.
  private(set) var target: String?

  /// Begins a file for a path.
  ///
  /// A file that replaces an old one keeps the old one's owner, group, mode and extended attributes. A file that has
  /// other names (hard links) is refused, and so is one that another user may have put into a world-writable folder, or to which a
  /// link to a folder leads that another user may have put there.
  ///
  /// - Parameter mode: Of a new file, before the umask; an old file's mode is kept, without set-user-ID and set-group-ID.
  package init(_ path: String, mode: UInt32 = 0o666) throws(FileFailure) {
    try FileSystem.refuseLinks(to: FileSystem.directory(of: path))
    var status = stat()
    let exists = unsafe stat(path, &status) == 0
    if !exists, errno != ENOENT { throw .cannotWrite(path: path, reason: FileFailure.systemReason()) }
    if exists, status.st_mode & S_IFMT == S_IFDIR {
      throw .cannotWrite(path: path, reason: FileFailure.systemReason(EISDIR))
    }
    if !exists, FileSystem.isSymbolicLink(path) {
      throw .cannotWrite(path: path, reason: "it is a dangling symbolic link")
    }
    if exists, status.st_mode & S_IFMT != S_IFREG || FileSystem.openStream(path) != nil {
      if FileSystem.openStream(path) == nil, let reason = FileSystem.reasonNotToTrust(pipe: path) {
        throw .cannotWrite(path: path, reason: reason)
      }
      destination = .stream(path)
      try openInTemporaryFolder()
      return
    }
    let target = exists ? FileSystem.resolved(path) : path
    self.target = target
    folder = FileSystem.directory(of: target)
    // One of them may be a second name of the old file.
    FileSystem.removeLeftovers(in: folder)
    let old = exists ? FileSystem.settledStatus(of: path) : nil
    if let old, let reason = FileSystem.reasonNotToReplace(path, old) {
      throw .cannotWrite(path: path, reason: reason)
    }
    destination = .file(path)
    try open(in: folder, mode: old == nil ? mode : 0o600, for: path)
    // The replacement gets the old file's owner, attributes and mode before the first byte is written, because the content may
    // be secret.
    if let old, let reason = FileSystem.becomingLike(old, path, openDescriptor) {
      discard()
      throw .cannotWrite(path: path, reason: reason)
    }
  }

  /// Begins a file in the temporary folder, readable only by its owner and gone with this object.
  package init() throws(FileFailure) {
    destination = .none
    try openInTemporaryFolder()
  }

  private func openInTemporaryFolder() throws(FileFailure) {
    let folder = FileSystem.temporaryFolder
    do throws(FileFailure) { try open(in: folder, mode: 0o600, for: folder) } catch { throw Self.withRemedy(error) }
  }

  /// An error of a file in the temporary folder.
  private static func withRemedy(_ failure: FileFailure) -> FileFailure {
    guard case .cannotWrite(_, let reason) = failure else { return failure }
    let isTooLarge = reason == FileFailure.systemReason(EFBIG)
    let remedy =
      isTooLarge
      ? ProcessLimit.fileSize : "TMPDIR names another folder for temporary files"
    return .cannotWriteTemporary(folder: FileSystem.temporaryFolder, reason: "\(reason); \(remedy)")
  }

  deinit { discard() }

  static func temporaryName(in folder: String) -> String {
    folder + FileSystem.temporaryName
  }

  /// Opens a file without a name, or with a temporary one.
  private func open(in folder: String, mode: mode_t, for path: String) throws(FileFailure) {
    // A file without a name gets one through /proc.
    if FileSystem.exists("/proc/self/fd"),
      let file = FileDescriptor(opening: folder.isEmpty ? "." : folder, O_RDWR | Self.unnamed, mode: mode)
    {
      descriptor = consume file
      return
    }
    try create(Self.temporaryName(in: folder), mode: mode, for: path)
  }

  /// `O_TMPFILE`, a macro that is not imported.
  static let unnamed: Int32 = 0o20_000_000 | O_DIRECTORY

  private func create(_ name: String, mode: mode_t, for path: String, tries: Int = 8) throws(FileFailure) {
    // Before there is a file, so that no signal comes between the two.
    Interruption.add(name)
    guard let file = FileDescriptor(opening: name, O_RDWR | O_CREAT | O_EXCL, mode: mode) else {
      let reason = FileFailure.systemReason()
      Interruption.forget(name)
      throw .cannotWrite(path: path, reason: reason)
    }
    let directory = FileSystem.directory(of: name)
    // Some file systems count no names.
    guard FileSystem.claimTemporaryName(file.raw, in: directory) || tries == 0 else {
      // Another run mistook it for a leftover before it was locked.
      FileSystem.remove(name)
      Interruption.forget(name)
      return try create(Self.temporaryName(in: directory), mode: mode, for: path, tries: tries - 1)
    }
    temporary = name
    descriptor = consume file
  }

  /// The name for errors.
  private var name: String {
    switch destination {
    case .file(let path): path
    case .stream(let path): path
    case .none: FileSystem.temporaryFolder
    }
  }

  package func append(_ bytes: [UInt8]) throws(FileFailure) {
    do throws(FileFailure) { try FileSystem.writeAll(bytes, descriptor: openDescriptor, name: name) } catch {
      if case .file = destination { throw error }
      throw Self.withRemedy(error)
    }
  }

  private var openDescriptor: Int32 { descriptor?.raw ?? -1 }

  /// Renames the file to its destination, or copies it to the device or pipe.
  ///
  /// - Parameter waitsForDisk: Whether the content is on the disk before the file has its name.
  package func commit(waitsForDisk: Bool = true) throws(FileFailure) {
    do { try commit(parts: [], waitsForDisk: waitsForDisk) { _ in } } catch let error as FileFailure {
      throw error
    } catch {
      preconditionFailure("only files fail here: \(error)")
    }
  }

  /// Renames the file to its destination, or copies it to the device or pipe part by part.
  ///
  /// - Parameters:
  ///   - parts: The lengths of the parts in bytes; what follows them is copied, too.
  ///   - waitsForDisk: Whether the content is on the disk before the file has its name.
  ///   - written: Called with the index of each part that is written: for a regular file, after all of it.
  /// - Throws: ``FileFailure``; errors of `written`.
  package func commit(parts: [Int], waitsForDisk: Bool = true, written: (Int) throws -> Void) throws {
    switch destination {
    case .file(let path):
      guard descriptor != nil else { return }
      do throws(FileFailure) { try name(as: path, waitsForDisk: waitsForDisk) } catch {
        discard()
        throw error
      }
      for part in parts.indices { try written(part) }
    case .stream(let path):
      let output = try FileSystem.openForWriting(path)
      try copy(parts: parts, written: written) { (piece) throws(FileFailure) in
        try FileSystem.writeAll(piece, descriptor: output.raw, name: path)
      }
      discard()
    case .none: discard()
    }
  }

  /// Waits until the content is on the disk.
  func synchronize() throws(FileFailure) {
    guard SystemCall.fsync(openDescriptor) == 0 || errno == EINVAL else {
      throw .cannotWrite(path: name, reason: FileFailure.systemReason())
    }
  }

  /// Copies the bytes that were written, part by part.
  ///
  /// - Parameters:
  ///   - parts: The lengths of the parts in bytes; what follows them is copied, too.
  ///   - written: Called with the index of each part that is written.
  ///   - write: Writes bytes.
  package func copy(parts: [Int] = [], written: (Int) throws -> Void = { _ in }, write: ([UInt8]) throws -> Void) throws
  {
    rewind()
    for (part, count) in parts.enumerated() {
      var left = count
      while left > 0 {
        let piece = try nextPiece(most: left)
        if piece.isEmpty { break }
        try write(piece)
        left -= piece.count
      }
      try written(part)
    }
    while true {
      let piece = try nextPiece()
      if piece.isEmpty { return }
      try write(piece)
    }
  }

  /// Gives the file its final name, in place of whatever has it.
  private func name(as path: String, waitsForDisk: Bool) throws(FileFailure) {
    if waitsForDisk { try synchronize() }
    let target = target ?? path
    if temporary == nil {
      let source = "/proc/self/fd/\(openDescriptor)"
      if SystemCall.link(source, target) == 0 {
        descriptor = nil
        return
      }
      guard errno == EEXIST else { throw .cannotWrite(path: path, reason: FileFailure.systemReason()) }
      // Links replace nothing: a temporary name can be renamed to one that exists.
      let name = Self.temporaryName(in: folder)
      FileSystem.claimTemporaryName(openDescriptor, in: folder)
      // First, so that no signal comes between the two.
      Interruption.add(name)
      guard SystemCall.link(source, name) == 0 else {
        let reason = FileFailure.systemReason()
        Interruption.forget(name)
        throw .cannotWrite(path: path, reason: reason)
      }
      temporary = name
    }
    guard let temporary, let file = descriptor.take() else { return }
    // Holds the temporary name until it is gone: another run would mistake it for a leftover.
    let holder = dup(file.raw)
    defer { close(holder) }
    guard file.close(), SystemCall.rename(temporary, target) == 0 else {
      let reason = FileFailure.systemReason()
      FileSystem.remove(temporary)
      Interruption.forget(temporary)
      throw .cannotWrite(path: path, reason: reason)
    }
    Interruption.forget(temporary)
  }

  /// Rewinds to the beginning, for ``nextPiece(most:)``.
  package func rewind() { lseek(openDescriptor, 0, SEEK_SET) }

  /// Returns the next of the bytes that were written, 64 KiB at most; none at the end.
  package func nextPiece(most: Int = .max) throws(FileFailure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: min(most, 65536))
    guard let count = descriptor?.read(into: &bytes), count >= 0 else {
      throw .cannotRead(path: name, reason: FileFailure.systemReason())
    }
    return Array(bytes[..<count])
  }

  /// Returns the next bytes of those that were written.
  ///
  /// - Parameter count: At least 0; fewer bytes are an error.
  package func read(_ count: Int) throws(FileFailure) -> [UInt8] {
    let descriptor = openDescriptor
    return try unsafe FileSystem.whole(count, name: name) { start, left, _ in
      unsafe SystemCall.read(descriptor, start, left)
    }
  }

  /// Removes the temporary file; does nothing after ``commit()``.
  package func discard() {
    guard descriptor.take() != nil, let temporary else { return }
    FileSystem.remove(temporary)
    Interruption.forget(temporary)
  }
}
