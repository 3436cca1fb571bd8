import CJail
import Glibc

extension FileSystem {
  /// The reason why a new file must not take the place of an entry of a directory; `nil` if it may, or there is none.
  package static func reasonNotToReplaceEntry(_ path: String) -> String? {
    removeLeftovers(in: directory(of: path))
    guard let status = settledStatus(of: path, flags: AT_SYMLINK_NOFOLLOW) else { return nil }
    guard status.st_mode & S_IFMT == S_IFREG else {
      let isLink = status.st_mode & S_IFMT == S_IFLNK
      return "it is \(isLink ? "a symbolic link" : "not a regular file"); remove it, or give another name"
    }
    return reasonNotToReplace(path, status)
  }

  /// The status of a file. A run that is replacing the file gives it a second name for a moment; this waits up to 0.2 s until that is
  /// gone.
  ///
  /// - Parameter flags: Flags of `fstatat`.
  /// - Returns: `nil` if there is no such file.
  static func settledStatus(of path: String, flags: Int32 = 0) -> stat? {
    var status = stat()
    for _ in 0..<20 {
      guard unsafe fstatat(AT_FDCWD, path, &status, flags) == 0 else { return nil }
      if status.st_nlink < 2 || status.st_mode & S_IFMT != S_IFREG { return status }
      usleep(10_000)
    }
    return status
  }

  /// The reason why a regular file must not be replaced; `nil` if it may.
  static func reasonNotToReplace(_ path: String, _ status: stat) -> String? {
    if status.st_nlink > 1 {
      return "it has other names (hard links), which would keep the old content; remove it first"
    }
    return reasonNotToTrust(path, status)
  }

  /// The reason why a pipe must not be written to; `nil` if it may, and for everything that is not a named pipe.
  static func reasonNotToTrust(pipe path: String) -> String? {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return nil }
    return reasonNotToTrust(path, status)
  }

  /// The reason why a file, a pipe or a link to one may be another user's trap in a folder such as /tmp (proc(5),
  /// protected_symlinks, protected_regular and protected_fifos); `nil` if it is not.
  static func reasonNotToTrust(_ path: String, _ status: stat) -> String? {
    guard let (entry, folder) = entryInSharedFolder(path) else { return nil }
    return [geteuid(), folder.st_uid].contains(entry.st_uid) && status.st_uid == geteuid() ? nil : planted
  }

  /// Refuses a folder whose path leads through a link that may be another user's trap, as in ``reasonNotToTrust(_:_:)``.
  ///
  /// - Parameter folder: Its path, with or without a slash at the end; empty for the current one.
  /// - Throws: ``FileFailure/cannotWrite(path:reason:)`` with the path of the link.
  static func refuseLinks(to folder: String) throws(FileFailure) {
    let ends = folder.indices.dropFirst().filter { folder[$0] == "/" } + [folder.endIndex]
    for path in ends.map({ String(folder[..<$0]) }) where !path.hasSuffix("/") {
      if let (entry, shared) = entryInSharedFolder(path), entry.st_mode & S_IFMT == S_IFLNK,
        ![geteuid(), shared.st_uid].contains(entry.st_uid)
      {
        throw .cannotWrite(path: path, reason: planted)
      }
    }
  }

  private static let planted = "another user has put it into a folder that everyone may write to; remove it first"

  /// The status of a path and of its folder, if everyone may create files in that folder but not remove those of others, as in /tmp;
  /// `nil` otherwise.
  private static func entryInSharedFolder(_ path: String) -> (entry: stat, folder: stat)? {
    var (folder, entry) = (stat(), stat())
    let directory = directory(of: path)
    guard unsafe stat(directory.isEmpty ? "." : directory, &folder) == 0, folder.st_mode & 0o1002 == 0o1002,
      unsafe lstat(path, &entry) == 0
    else { return nil }
    return (entry, folder)
  }

  /// Gives a new file the owner, group, extended attributes and mode of an old one.
  ///
  /// - Returns: The reason if that fails; `nil` otherwise.
  static func becomingLike(_ status: stat, _ path: String, _ descriptor: Int32) -> String? {
    var new = stat()
    guard unsafe fstat(descriptor, &new) == 0 else { return FileFailure.systemReason() }
    if new.st_uid != status.st_uid || new.st_gid != status.st_gid,
      SystemCall.fchown(descriptor, status.st_uid, status.st_gid) != 0
    {
      return "its owner and group cannot be kept: \(FileFailure.systemReason()); remove it first"
    }
    let kept = ["user.", "trusted.", "system.posix_acl_"]
    for name in attributes(of: path) where kept.contains(where: name.hasPrefix) {
      if let reason = copyAttribute(name, path, descriptor) {
        return "its attribute \(name) cannot be kept: \(reason); remove the file first"
      }
    }
    return SystemCall.fchmod(descriptor, status.st_mode & 0o777) == 0 ? nil : FileFailure.systemReason()
  }

  /// The names of the extended attributes of a file; empty where there are none.
  private static func attributes(of path: String) -> [String] {
    let size = unsafe listxattr(path, nil, 0)
    guard size > 0 else { return [] }
    var names = [CChar](repeating: 0, count: size)
    let count = unsafe listxattr(path, &names, size)
    return names.prefix(max(0, count)).split(separator: 0).map {
      String(decoding: $0.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
  }

  private static func copyAttribute(_ name: String, _ path: String, _ descriptor: Int32) -> String? {
    let size = unsafe getxattr(path, name, nil, 0)
    guard size >= 0 else { return FileFailure.systemReason() }
    var value = [UInt8](repeating: 0, count: size)
    let count = unsafe getxattr(path, name, &value, size)
    guard count >= 0, unsafe fsetxattr(descriptor, name, value, count, 0) == 0 else {
      return FileFailure.systemReason()
    }
    return nil
  }
}
