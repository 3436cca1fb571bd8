import Glibc

extension stat {
  /// Whether it is that of a regular file.
  var isFile: Bool { st_mode & S_IFMT == S_IFREG }
  var isDirectory: Bool { st_mode & S_IFMT == S_IFDIR }
  var isLink: Bool { st_mode & S_IFMT == S_IFLNK }
}

/// What paths name.
extension FileSystem {
  /// The status of what a path leads to; `nil` if there is nothing, with the reason in `errno`.
  ///
  /// - Parameter followsLink: Whether it is that of the target, if the path is a symbolic link.
  static func status(of path: String, followsLink: Bool = true) -> stat? {
    var status = stat()
    return unsafe fstatat(AT_FDCWD, path, &status, followsLink ? 0 : AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
  }

  /// Whether there is a file, folder or anything else that can be reached.
  public static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

  /// Whether the path is an entry of a directory, even a broken link.
  package static func hasEntry(_ path: String) -> Bool { status(of: path, followsLink: false) != nil }

  /// Whether there is certainly no file, rather than one that this user may not see.
  package static func isAbsent(_ path: String) -> Bool { !exists(path) && [ENOENT, ENOTDIR].contains(errno) }

  package static func isDirectory(_ path: String) -> Bool { status(of: path)?.isDirectory ?? false }

  /// Whether a path is a regular file, or a link to one: reading anything else may block for ever.
  package static func isRegularFile(_ path: String) -> Bool { status(of: path)?.isFile ?? false }

  /// Whether a path is the entry of a regular file in its directory, rather than a link to one.
  package static func isRegularEntry(_ path: String) -> Bool { status(of: path, followsLink: false)?.isFile ?? false }

  package static func isSymbolicLink(_ path: String) -> Bool { status(of: path, followsLink: false)?.isLink ?? false }

  /// Whether a path is a device, a pipe or a socket, or the name of an open file, as `/dev/stdout` is.
  package static func isStream(_ path: String) -> Bool {
    openStream(path) != nil || status(of: path).map { !$0.isFile && !$0.isDirectory } ?? false
  }

  /// The reason why a new file must not take the place of an entry of a directory; `nil` if it may, or there is none.
  package static func reasonNotToReplaceEntry(_ path: String) -> String? {
    guard let status = status(of: path, followsLink: false), !status.isFile else { return nil }
    return "it is \(status.isLink ? "a symbolic link" : "not a regular file"); remove it, or give another name"
  }

  /// Refuses a symbolic link of another user, who may have planted it. Those of root are followed.
  ///
  /// In folders such as /tmp, most systems follow no such link anyway, wherever it is in a path (proc(5), protected_symlinks).
  static func refuseForeignLink(_ path: String) throws(FileFailure) {
    guard let status = status(of: path, followsLink: false), status.isLink else { return }
    if status.st_uid == geteuid() || status.st_uid == 0 { return }
    throw .cannotWrite(path: path, reason: "it is a symbolic link of another user; remove it, or give another name")
  }

  /// The mode of the regular file of this user at a path; `nil` if there is none.
  static func ownMode(of path: String) -> mode_t? {
    guard let status = status(of: path), status.isFile, status.st_uid == geteuid() else { return nil }
    return status.st_mode & 0o777
  }

  /// A file, whatever its names.
  package struct Identity: Hashable, Sendable {
    private let device: UInt
    private let number: UInt

    /// - Returns: `nil` if there is no file of that name.
    package init?(_ path: String) {
      guard let status = FileSystem.status(of: path) else { return nil }
      (device, number) = (UInt(status.st_dev), UInt(status.st_ino))
    }

    /// The regular file that is standard input; `nil` if that is something else.
    package static var standardInput: Identity? { regularFile("/proc/self/fd/0") }

    /// The regular file that is standard output; `nil` if that is something else.
    package static var standardOutput: Identity? { regularFile("/proc/self/fd/1") }

    private static func regularFile(_ path: String) -> Identity? { isRegularFile(path) ? Identity(path) : nil }
  }

  /// Whether two paths name the same existing file.
  package static func isSameFile(_ a: String, _ b: String) -> Bool {
    guard let first = Identity(a) else { return false }
    return first == Identity(b)
  }
}
