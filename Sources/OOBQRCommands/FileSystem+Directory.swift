import Glibc

extension FileSystem {
  static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

  static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The files below a directory whose names end in one of the extensions, sorted by path.
  ///
  /// Symbolic links to directories are not entered, so that a loop of them ends.
  static func files(below directory: String, extensions: [String]) throws -> [String] {
    guard let stream = unsafe opendir(directory) else {
      throw Failure.cannotRead(path: directory, reason: reason())
    }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) {
        unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { names.append(name) }
    }
    unsafe closedir(stream)

    let base = directory.hasSuffix("/") ? directory : directory + "/"
    return try names.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }.flatMap { name in
      let path = base + name
      var status = stat()
      guard unsafe lstat(path, &status) == 0 else { return [String]() }
      if status.st_mode & S_IFMT == S_IFDIR { return try files(below: path, extensions: extensions) }
      return extensions.contains(fileExtension(of: name)) ? [path] : []
    }
  }

  /// What follows the last dot of the last component, in lower case; empty without one.
  static func fileExtension(of path: String) -> String {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }
}
