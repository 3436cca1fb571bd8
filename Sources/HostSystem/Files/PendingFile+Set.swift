import Glibc

/// Files that belong together.
extension PendingFile {
  /// Gives files their names, all or none: what they replace comes back if one of them does not get its name, and a signal waits
  /// meanwhile. Devices and pipes get their content first.
  ///
  /// - Throws: ``FileFailure`` of the first file that fails.
  package static func commit(_ files: [PendingFile]) throws(FileFailure) {
    let named = files.filter { $0.target != nil }
    for file in named { try file.synchronize() }
    for file in files where file.target == nil { try file.commit() }
    let isNew = Set(named.compactMap(\.target).filter { !FileSystem.exists($0) })
    try Interruption.holding { () throws(FileFailure) in
      var done: [(path: String, old: SecondName?)] = []
      for case (let file, let path?) in named.map({ ($0, $0.target) }) {
        let old = SecondName(of: path)
        do throws(FileFailure) { try file.commit(waitsForDisk: false) } catch {
          for (path, old) in done.reversed() { if let old { old.putBack(as: path) } else { FileSystem.remove(path) } }
          throw error
        }
        // A file whose file system has no hard links stays as it is.
        if old != nil || isNew.contains(path) { done.append((path, old)) }
      }
    }
  }
}

/// A temporary name of a file that will be replaced, which lasts as long as this object.
private final class SecondName {
  private let name: String
  /// Other runs remove names of files that nobody holds.
  private let file: FileDescriptor

  /// - Returns: `nil` if there is no such file, or the file system has no hard links.
  init?(of path: String) {
    let folder = FileSystem.directory(of: path)
    guard let file = FileDescriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK) else { return nil }
    name = PendingFile.temporaryName(in: folder)
    self.file = file
    if !FileSystem.claimTemporaryName(self.file.raw, in: folder) { return nil }
    Interruption.add(name)
    if SystemCall.link(path, name) != 0 { return nil }
  }

  func putBack(as path: String) { _ = SystemCall.rename(name, path) }

  deinit {
    FileSystem.remove(name)
    Interruption.forget(name)
  }
}
