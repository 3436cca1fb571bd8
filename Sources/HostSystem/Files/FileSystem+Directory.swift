import Glibc
import Synchronization

extension FileSystem {
  /// Whether there is a file, folder or anything else that can be reached.
  public static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

  /// Whether the path is an entry of a directory, even a broken link.
  package static func hasEntry(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0
  }

  /// Whether there is certainly no file, rather than one that this user may not see.
  package static func isAbsent(_ path: String) -> Bool {
    unsafe access(path, F_OK) != 0 && [ENOENT, ENOTDIR].contains(errno)
  }

  package static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether a directory holds nothing but empty directories and temporary files, as interrupted runs leave them.
  package static func holdsNoFiles(_ path: String) throws(FileFailure) -> Bool {
    for entry in try entries(of: path) {
      guard case .success(let name) = entry else { return false }
      let isFolder = !isSymbolicLink("\(path)/\(name)") && isDirectory("\(path)/\(name)")
      guard try isFolder ? holdsNoFiles("\(path)/\(name)") : isTemporary(name) else { return false }
    }
    return true
  }

  /// Creates a directory and its parents, unless they exist.
  ///
  /// - Throws: ``FileFailure/cannotWrite(path:reason:)``, also if the path leads through a link that another user may have planted.
  public static func makeDirectory(_ path: String) throws(FileFailure) {
    try refuseLinks(to: path)
    if isDirectory(path) { return }
    guard path.utf8.count <= longestPath else {
      throw .cannotWrite(path: path, reason: FileFailure.systemReason(ENAMETOOLONG))
    }
    for slash in path.indices.dropFirst() where path[slash] == "/" {
      let parent = String(path[..<slash])
      if !isDirectory(parent) { try makeOneDirectory(parent) }
    }
    try makeOneDirectory(path)
  }

  private static func makeOneDirectory(_ path: String) throws(FileFailure) {
    if SystemCall.mkdir(path, 0o777) == 0 { return }
    let failure = FileFailure.cannotWrite(path: path, reason: FileFailure.systemReason())
    // Another process may have made it.
    if !isDirectory(path) { throw failure }
  }

  /// Whether a path is a regular file, or a link to one: reading anything else may block for ever.
  package static func isRegularFile(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Whether a path is the entry of a regular file in its directory, rather than a link to one.
  package static func isRegularEntry(_ path: String) -> Bool { isRegularFile(path) && !isSymbolicLink(path) }

  /// Whether a path is a device, a pipe or a socket.
  package static func isStream(_ path: String) -> Bool {
    exists(path) && !isRegularFile(path) && !isDirectory(path)
  }

  /// Makes a symbolic link.
  package static func makeSymbolicLink(_ path: String, to target: String) throws(FileFailure) {
    guard SystemCall.symlink(target, path) == 0 else {
      throw .cannotWrite(path: path, reason: FileFailure.systemReason())
    }
  }

  package static func isSymbolicLink(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// Removes what killed writes left behind in a directory: temporary files of this user, or of any user for root, that no process
  /// holds.
  package static func removeTemporaryFiles(in directory: String) {
    guard let names = try? entries(of: directory.isEmpty ? "." : directory, beginning: temporaryPrefix) else { return }
    for case .success(let name) in names where isTemporary(name) {
      let path = directory.isEmpty || directory.hasSuffix("/") ? directory + name : "\(directory)/\(name)"
      var status = stat()
      guard let file = FileDescriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
        unsafe fstat(file.raw, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        // Root also removes those of others: a file that was to replace another user's already has that user as its owner.
        status.st_uid == geteuid() || geteuid() == 0,
        // The kernel releases the lock of a process that is gone.
        flock(file.raw, LOCK_EX | LOCK_NB) == 0
      else { continue }
      remove(path)
    }
  }

  /// The same, once for each directory: it may hold many files.
  static func removeLeftovers(in directory: String) {
    if cleaned.withLock({ $0.insert(directory).inserted }) { removeTemporaryFiles(in: directory) }
  }

  /// Holds a file while it has a temporary name, and removes what earlier runs left beside it.
  ///
  /// - Returns: `false` if another run holds the file, or has removed it.
  @discardableResult
  package static func claimTemporaryName(_ descriptor: Int32, in directory: String) -> Bool {
    let isHeld = flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
    removeLeftovers(in: directory)
    var status = stat()
    let isThere = unsafe fstat(descriptor, &status) == 0 && status.st_nlink > 0
    return isHeld && isThere
  }

  private static let cleaned = Mutex<Set<String>>([])

  /// How the temporary names of ``write(_:to:)`` begin.
  private static let temporaryPrefix = ".oobqr-"
  private static let temporarySuffix = ".tmp"

  /// A new temporary name of ``write(_:to:)``.
  static var temporaryName: String { "\(temporaryPrefix)\(UInt64.random(in: 0...UInt64.max))\(temporarySuffix)" }

  private static func isTemporary(_ name: String) -> Bool {
    guard name.hasPrefix(temporaryPrefix), name.hasSuffix(temporarySuffix) else { return false }
    return UInt64(name.dropFirst(temporaryPrefix.count).dropLast(temporarySuffix.count)) != nil
  }

  /// A file, whatever its names.
  package struct Identity: Hashable, Sendable {
    private let device: UInt
    private let number: UInt

    /// - Returns: `nil` if there is no file of that name.
    package init?(_ path: String) {
      var status = stat()
      guard unsafe stat(path, &status) == 0 else { return nil }
      self.init(status)
    }

    /// The regular file that is standard input.
    ///
    /// - Returns: `nil` if standard input is something else.
    package static var standardInput: Identity? { regularFile(STDIN_FILENO) }

    /// The regular file that is standard output.
    ///
    /// - Returns: `nil` if standard output is something else.
    package static var standardOutput: Identity? { regularFile(STDOUT_FILENO) }

    private static func regularFile(_ descriptor: Int32) -> Identity? {
      var status = stat()
      guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
      return Identity(status)
    }

    private init(_ status: stat) { (device, number) = (UInt(status.st_dev), UInt(status.st_ino)) }
  }

  /// Whether two paths name the same existing file.
  package static func isSameFile(_ a: String, _ b: String) -> Bool {
    guard let first = Identity(a) else { return false }
    return first == Identity(b)
  }

  /// Removes a file, if there is one that may be removed.
  public static func remove(_ path: String) { _ = unsafe unlink(path) }

  /// Removes what is below a directory that this process has made; symbolic links are removed, not followed.
  ///
  /// - Parameters:
  ///   - directory: Its path.
  ///   - includingRoot: Whether the directory itself is removed.
  package static func removeTree(_ directory: String, includingRoot: Bool) {
    for entry in (try? entries(of: directory)) ?? [] {
      guard case .success(let name) = entry else { continue }
      let path = "\(directory)/\(name)"
      if isDirectory(path), !isSymbolicLink(path) { removeTree(path, includingRoot: true) } else { remove(path) }
    }
    if includingRoot { _ = unsafe rmdir(directory) }
  }

  /// Removes a directory and those that it is in, as long as they are empty.
  ///
  /// - Parameter end: The first of them that is kept.
  package static func removeEmptyDirectories(from directory: String, upTo end: String) {
    var directory = directory
    while directory.count > end.count, unsafe rmdir(directory) == 0 {
      directory = String(Self.directory(of: directory).dropLast())
    }
  }

  /// Lists the regular files below a directory, sorted by path; an entry that cannot be examined is a failure in its
  /// place.
  ///
  /// Symbolic links to directories are not followed, which avoids loops. Pipes and devices are left out: reading one
  /// may block for ever.
  ///
  /// - Parameters:
  ///   - directory: Where the search begins.
  ///   - extensions: In lower case; `nil` for all files.
  ///   - skipsHidden: Whether files and directories are left out whose name begins with a dot.
  package static func files(
    below directory: String, extensions: [String]? = nil, skipsHidden: Bool = false
  ) -> [Result<String, FileFailure>] {
    let base = directory.hasSuffix("/") ? directory : directory + "/"
    let names: [Result<String, FileFailure>]
    do throws(FileFailure) { names = try entries(of: directory) } catch { return [.failure(error)] }
    return names.flatMap { entry -> [Result<String, FileFailure>] in
      guard case .success(let name) = entry else { return [entry] }
      if skipsHidden && name.hasPrefix(".") { return [] }
      let path = base + name
      var status = stat()
      guard unsafe lstat(path, &status) == 0 else {
        return [.failure(.cannotRead(path: path, reason: FileFailure.systemReason()))]
      }
      if status.st_mode & S_IFMT == S_IFDIR {
        return files(below: path, extensions: extensions, skipsHidden: skipsHidden)
      }
      guard extensions?.contains(fileExtension(of: name)) ?? true,
        unsafe stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
      else { return [] }
      return [.success(path)]
    }
  }

  /// The sizes in bytes of the regular files in a directory, by their names; those below it, and hidden ones, are left out.
  ///
  /// - Parameters:
  ///   - directory: Its path.
  ///   - extensions: In lower case.
  /// - Throws: ``FileFailure/cannotRead(path:reason:)``.
  public static func sizes(
    ofFilesIn directory: String, extensions: [String]
  ) throws(FileFailure) -> [String: Int] {
    var sizes: [String: Int] = [:]
    for entry in try entries(of: directory) {
      guard case .success(let name) = entry, !name.hasPrefix("."), extensions.contains(fileExtension(of: name)) else {
        continue
      }
      var status = stat()
      // A file may be gone by now.
      guard unsafe stat("\(directory)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
      sizes[name] = Int(status.st_size)
    }
    return sizes
  }

  /// A directory's entries, sorted; a name that is not UTF-8 is a failure, because it could not be opened again.
  ///
  /// - Parameters:
  ///   - directory: Its path.
  ///   - prefix: The beginning of the names; others are left out.
  package static func entries(
    of directory: String, beginning prefix: String = ""
  ) throws(FileFailure) -> [Result<String, FileFailure>] {
    guard let stream = unsafe opendir(directory) else {
      throw .cannotRead(path: directory, reason: FileFailure.systemReason())
    }
    defer { unsafe closedir(stream) }
    var entries: [(bytes: [UInt8], entry: Result<String, FileFailure>)] = []
    errno = 0
    while let entry = unsafe readdir(stream) {
      // Only the part of d_name inside the record may be read.
      let name = unsafe UnsafeRawPointer(entry) + MemoryLayout<dirent>.offset(of: \.d_name)!
      let record = unsafe UnsafeRawBufferPointer(start: name, count: strlen(name.assumingMemoryBound(to: CChar.self)))
      guard unsafe record.starts(with: prefix.utf8) else { continue }
      let bytes = unsafe Array(record)
      if bytes == Array(".".utf8) || bytes == Array("..".utf8) { continue }
      if let text = String(validating: bytes, as: UTF8.self) {
        entries.append((bytes, .success(text)))
      } else {
        let shown = directory + "/" + String(decoding: bytes, as: UTF8.self)
        entries.append((bytes, .failure(.cannotRead(path: shown, reason: "its name is not UTF-8; rename it"))))
      }
      errno = 0
    }
    if errno != 0 { throw .cannotRead(path: directory, reason: FileFailure.systemReason()) }
    return entries.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }.map(\.entry)
  }
}
