import Glibc

/// Directories: made, listed and removed.
extension FileSystem {
  /// Creates a directory and its parents, unless they exist.
  ///
  /// - Throws: ``FileFailure/cannotWrite(path:reason:)``, also if the path is a symbolic link of another user.
  public static func makeDirectory(_ path: String) throws(FileFailure) {
    let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    try refuseForeignLink(path)
    if isDirectory(path) || makeOneDirectory(path) { return }
    let (code, parent) = (errno, directory(of: path))
    if code == ENOENT, !parent.isEmpty {
      try makeDirectory(parent)
      if makeOneDirectory(path) { return }
    }
    // Another process may have made it.
    if !isDirectory(path) { throw .cannotWrite(path: path, reason: FileFailure.systemReason(code)) }
  }

  private static func makeOneDirectory(_ path: String) -> Bool { SystemCall.run { unsafe mkdir(path, 0o777) } == 0 }

  /// Makes a symbolic link.
  package static func makeSymbolicLink(_ path: String, to target: String) throws(FileFailure) {
    guard SystemCall.run({ unsafe symlink(target, path) }) == 0 else { throw .writing(path) }
  }

  /// Removes a file, if there is one that may be removed.
  public static func remove(_ path: String) { _ = unsafe unlink(path) }

  /// Removes what is below a directory that this process has made; symbolic links are removed, not followed.
  ///
  /// - Parameters:
  ///   - directory: Its path.
  ///   - includingRoot: Whether the directory itself is removed.
  package static func removeTree(_ directory: String, includingRoot: Bool) {
    for case .success(let name) in (try? entries(of: directory)) ?? [] {
      let path = "\(directory)/\(name)"
      let isFolder = isDirectory(path) && !isSymbolicLink(path)
      if isFolder { removeTree(path, includingRoot: true) } else { remove(path) }
    }
    if includingRoot { _ = unsafe rmdir(directory) }
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
      guard let own = status(of: path, followsLink: false) else { return [.failure(.reading(path))] }
      if own.isDirectory { return files(below: path, extensions: extensions, skipsHidden: skipsHidden) }
      let isListed = extensions?.contains(fileExtension(of: name)) ?? true
      // A broken link is listed, so that reading it says what is wrong.
      return isListed && status(of: path)?.isFile ?? true ? [.success(path)] : []
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
    for case .success(let name) in try entries(of: directory)
    where !name.hasPrefix(".") && extensions.contains(fileExtension(of: name)) {
      // A file may be gone by now.
      guard let status = status(of: "\(directory)/\(name)"), status.isFile else { continue }
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
    guard let stream = unsafe opendir(directory) else { throw .reading(directory) }
    defer { unsafe closedir(stream) }
    var names: [[UInt8]] = []
    errno = 0
    while let entry = unsafe readdir(stream) {
      // Only the part of d_name inside the record may be read.
      let name = unsafe UnsafeRawPointer(entry) + MemoryLayout<dirent>.offset(of: \.d_name)!
      let record = unsafe UnsafeRawBufferPointer(start: name, count: strlen(name.assumingMemoryBound(to: CChar.self)))
      if unsafe record.starts(with: prefix.utf8) { unsafe names.append(Array(record)) }
      errno = 0
    }
    if errno != 0 { throw .reading(directory) }
    let own = [".", ".."].map { Array($0.utf8) }
    return names.filter { !own.contains($0) }.sorted { $0.lexicographicallyPrecedes($1) }.map { name in
      if let text = String(validating: name, as: UTF8.self) { return .success(text) }
      let shown = directory + "/" + String(decoding: name, as: UTF8.self)
      return .failure(.cannotRead(path: shown, reason: "its name is not UTF-8; rename it"))
    }
  }
}
