import HostSystem
import ImageCoding
public import TextFormats

/// A directory for a set of fixtures with its manifest.
///
/// Making a set needs memory for the pictures in work, and at most 17 bytes for each fixture.
public struct FixtureDirectory: Sendable {
  public var path: String
  /// The inputs of the set; see ``Manifest/plan``.
  public var plan: JSONValue
  public var fixtures: FixtureSet
  /// The mode of pictures and manifest, before the umask: 0o600 keeps messages with one-time tokens to their owner.
  public var fileMode: UInt32

  public init(path: String, plan: JSONValue, fixtures: FixtureSet, fileMode: UInt32 = 0o666) {
    (self.path, self.plan, self.fixtures, self.fileMode) = (path, plan, fixtures, fileMode)
  }

  /// The file name of the list: that of ``Manifest/fileName``, or ``Manifest/linesFileName`` for a large set.
  public var manifestName: String { fixtures.isLarge ? Manifest.linesFileName : Manifest.fileName }

  private var manifestPath: String { "\(path)/\(manifestName)" }

  /// The result of ``fill(jobs:progress:)``.
  public enum Outcome: Hashable, Sendable {
    case made
    /// The whole set existed already.
    case complete
  }

  /// Makes the missing pictures. The next run resumes an interrupted one; existing files are never overwritten.
  ///
  /// - Parameters:
  ///   - jobs: Threads, 1 or more.
  ///   - progress: Called with the number of finished pictures after each, from any of the threads.
  /// - Throws: ``FixtureDirectoryError``.
  public func fill(
    jobs: Int, progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) throws(FixtureDirectoryError) -> Outcome {
    try checkPlan()
    let finished = try finishedEarlier()
    if finished.all.allSatisfy({ $0 }), case .manifest = finished.source { return .complete }
    let folders = try makeFolders()
    let journal = try FixtureJournal(
      directory: path, plan: plan, copying: finished.entries(of: fixtures), count: fixtures.count)
    let fixtures = fixtures
    ParallelWork.forEach(fixtures.count, jobs: jobs) { index in
      if finished.all[index] || journal.failure != nil { return }
      do throws(FixtureDirectoryError) {
        let fixture = fixtures[index]
        try checkMessages()
        progress(try journal.add(try make(fixture), at: index))
      } catch {
        journal.fail(error)
      }
    }
    if let failure = journal.failure {
      // Without pictures, nothing keeps another set from the directory.
      if journal.count == 0 { journal.remove() }
      // Only file errors can disappear in the next run, which uses the finished pictures.
      if case .file = failure, journal.count > 0 { throw .interrupted(by: failure) }
      throw failure
    }
    // Waiting for each small file takes far longer than making it.
    try Self.onFiles { () throws(FileFailure) in try FileSystem.waitForDisk(of: path) }
    try journal.writeManifest(to: manifestPath, plan: plan, asLines: fixtures.isLarge, mode: fileMode)
    journal.remove()
    for folder in folders + [path] { FileSystem.removeTemporaryFiles(in: folder) }
    return .made
  }

  /// Renders a picture and writes it, unless the identical file exists.
  ///
  /// An empty file is written again: after a power failure, files that were not on the disk yet have their names and nothing
  /// in them.
  private func make(_ fixture: Fixture) throws(FixtureDirectoryError) -> Manifest.Entry {
    let rendering: Fixture.Rendering
    do { rendering = try fixture.render() } catch { throw .fixture(error) }
    let file = "\(path)/\(fixture.path)"
    let isNew = try Self.onFiles { () throws(FileFailure) in
      try FileSystem.create(rendering.file, at: file, mode: fileMode)
    }
    if !isNew {
      // Written by a run that stopped before listing it, or not by us.
      guard FileSystem.isRegularFile(file) else { throw .otherPicture(file: file) }
      let there = try Self.bytes(ofPicture: file)
      if there.isEmpty, !FileSystem.isSymbolicLink(file) {
        try Self.onFiles { () throws(FileFailure) in
          try FileSystem.write(rendering.file, to: file, waitsForDisk: false)
        }
      } else if there != rendering.file {
        throw .otherPicture(file: file)
      }
    }
    return Manifest.Entry(fixture, rendering)
  }

  /// Refuses fixtures that cannot be made, before anything is written.
  private func checkPlan() throws(FixtureDirectoryError) {
    // Hashes need little memory; only paths that have the same one are compared.
    var hashes: [Int] = []
    hashes.reserveCapacity(fixtures.count)
    for fixture in fixtures.unseeded {
      do { try fixture.validate() } catch { throw .fixture(error) }
      hashes.append(fixture.path.lowercased().hashValue)
    }
    try checkMessages()
    let repeated = hashes.repeatedElements()
    if repeated.isEmpty { return }
    var seen: Set<String> = []
    for fixture in fixtures.unseeded {
      let path = fixture.path
      guard repeated.contains(path.lowercased().hashValue) else { continue }
      guard seen.insert(path.lowercased()).inserted else { throw .duplicatePath(path) }
    }
  }

  /// Fails if messages could not be read from their temporary file.
  private func checkMessages() throws(FixtureDirectoryError) {
    if let failure = fixtures.failure { throw .file(failure) }
  }

  /// The pictures that an earlier run has made and listed.
  private struct Finished: Sendable {
    enum Source: Sendable {
      case none, manifest, journal
    }

    var directory: String
    var source: Source
    /// For each fixture, whether it is finished.
    var all: [Bool]

    /// Returns a function that returns the finished entries, one after the other, and finally `nil`.
    func entries(of fixtures: FixtureSet) throws(FixtureDirectoryError) -> FixtureJournal.Entries {
      let listed = try Self.listed(source, directory)
      return { () throws(FixtureDirectoryError) in
        while let (index, entry) = try listed() {
          if all.indices.contains(index), all[index], fixtures[index].path == entry.path { return (index, entry) }
        }
        return nil
      }
    }

    static func listed(
      _ source: Source, _ directory: String
    ) throws(FixtureDirectoryError) -> FixtureJournal.Entries {
      switch source {
      case .none: return { () throws(FixtureDirectoryError) in nil }
      case .manifest:
        let reader = try ManifestReader(ofDirectory: directory)
        return { () throws(FixtureDirectoryError) in try reader.next() }
      case .journal: return try FixtureJournal.entries(ofDirectory: directory)
      }
    }
  }

  /// Finds the pictures of an earlier run of the same plan. A file that differs from its entry is an error and is never
  /// overwritten, and so is other content of the directory.
  private func finishedEarlier() throws(FixtureDirectoryError) -> Finished {
    var finished = Finished(
      directory: path, source: .none, all: [Bool](repeating: false, count: fixtures.count))
    if [Manifest.fileName, Manifest.linesFileName].contains(where: { FileSystem.exists("\(path)/\($0)") }) {
      guard try ManifestReader(ofDirectory: path).plan == plan else { throw .otherSet(directory: path) }
      finished.source = .manifest
    } else if FileSystem.exists(path) {
      guard FileSystem.isDirectory(path) else { throw .notADirectory(path) }
      if FixtureJournal.exists(inDirectory: path) {
        guard try FixtureJournal.plan(ofDirectory: path) == plan else { throw .otherSetBegun(directory: path) }
        finished.source = .journal
      } else if !(try Self.onFiles { () throws(FileFailure) in try FileSystem.holdsNoFiles(path) }) {
        throw .notEmpty(directory: path)
      }
    }
    let listed = try Finished.listed(finished.source, path)
    while let (index, entry) = try listed() {
      guard fixtures.indices.contains(index), fixtures[index].path == entry.path else { continue }
      let file = "\(path)/\(entry.path)"
      guard FileSystem.exists(file) else { continue }
      guard FileSystem.isRegularFile(file) else { throw .notARegularFile(file: file) }
      let there = try Self.bytes(ofPicture: file)
      if there.isEmpty { continue }
      guard SHA256.hexDigest(of: there) == entry.fileDigest else { throw .notTheListedPicture(file: file) }
      finished.all[index] = true
    }
    return finished
  }

  /// Makes the directory with its folders.
  ///
  /// - Returns: The folders.
  private func makeFolders() throws(FixtureDirectoryError) -> [String] {
    var folders: [String] = []
    for fixture in fixtures.unseeded {
      let folder = "\(path)/" + FileSystem.directory(of: fixture.path).dropLast()
      if folders.last != folder { folders.append(folder) }
    }
    try checkMessages()
    folders = Set(folders).sorted()
    for folder in folders {
      var whole = path
      for name in folder.dropFirst(path.count).split(separator: "/") {
        whole += "/" + name
        if FileSystem.isSymbolicLink(whole) { throw .symbolicLink(whole) }
      }
    }
    try Self.onFiles { () throws(FileFailure) in
      try FileSystem.makeDirectory(path)
      for folder in folders { try FileSystem.makeDirectory(folder) }
    }
    return folders
  }

  private static func bytes(ofPicture file: String) throws(FixtureDirectoryError) -> [UInt8] {
    try onFiles { () throws(FileFailure) in try FileSystem.read(file, limit: ImageFormat.mostFileBytes) }
  }

  /// Converts a file failure to an error of the set.
  static func onFiles<R>(_ body: () throws(FileFailure) -> R) throws(FixtureDirectoryError) -> R {
    do { return try body() } catch { throw .file(error) }
  }
}
