import HostSystem
import ImageCoding
public import TextFormats

/// A directory for a set of fixtures with its manifest.
///
/// Making a set needs memory for the pictures in work, and a few bytes for each fixture.
public struct FixtureDirectory: Sendable {
  public var path: String
  /// The inputs of the set, as the manifest has them.
  public var plan: JSONValue
  public var fixtures: FixtureSet
  /// The mode of pictures and manifest, before the umask: 0o600 keeps messages with one-time tokens to their owner.
  public var fileMode: UInt32
  /// Whether the set may take the place of one that is a part of it.
  public var extends = false
  /// Tries to read the symbols of a picture that must not be read, and returns the name of a reader that reads one; `nil` for
  /// pictures that are to be read.
  public var unreadableCheck: (@Sendable (_ file: [UInt8], _ messages: [[UInt8]]) throws -> String?)?

  public init(path: String, plan: JSONValue, fixtures: FixtureSet, fileMode: UInt32 = 0o666) {
    (self.path, self.plan, self.fixtures, self.fileMode) = (path, plan, fixtures, fileMode)
  }

  /// Makes the missing pictures. The next run resumes an interrupted one; existing files are never overwritten.
  ///
  /// - Parameters:
  ///   - jobs: Threads, 1 or more.
  ///   - progress: Called with the number of finished pictures after each, from any of the threads.
  /// - Returns: `false` if the whole set existed already.
  /// - Throws: ``FixtureFault``; `FileFailure`.
  @discardableResult
  public func fill(jobs: Int, progress: @escaping @Sendable (Int) -> Void = { _ in }) throws -> Bool {
    try checkPlan()
    let earlier = try listedEarlier()
    var finished = [Bool](repeating: false, count: fixtures.count)
    while let (index, entry) = try earlier.entries() {
      if try isFinished(entry, at: index) { finished[index] = true }
    }
    if earlier.isWhole && !finished.contains(false) { return false }
    try FileSystem.makeDirectory(path)
    let folders = Set(fixtures.unseeded.map { "\(path)/" + FileSystem.directory(of: $0.path).dropLast() })
    for folder in folders { try FileSystem.makeDirectory(folder) }
    let entries = try listedEarlier().entries
    let journal = try FixtureJournal(directory: path, plan: plan, count: fixtures.count) { [finished] in
      while let next = try entries() { if finished.indices.contains(next.index), finished[next.index] { return next } }
      return nil
    }
    ParallelWork.forEach(fixtures.count, jobs: jobs) { [finished, fixtures] index in
      if finished[index] || journal.failure != nil { return }
      do {
        let (entry, isNew) = try make(fixtures[index])
        progress(try journal.add(entry, at: index, isNew: isNew))
      } catch { journal.fail(error) }
    }
    if let failure = journal.failure {
      // Only file errors can disappear in the next run, which uses the finished pictures. Others need other options, and what was made
      // with these would only keep them from the directory.
      guard failure is FileFailure, journal.count > 0 else {
        for index in journal.newPictures { FileSystem.remove("\(path)/\(fixtures[index].path)") }
        if !finished.contains(true) { journal.remove() }
        throw failure
      }
      throw FixtureFault("\(failure); finished pictures are kept; run the same command again to resume")
    }
    // Waiting for each small file takes far longer than making it.
    try FileSystem.waitForDisk(of: path)
    if fixtures.isLarge { FileSystem.remove("\(path)/\(Manifest.objectFileName)") }
    try journal.writeManifest(inDirectory: path, plan: plan, withObject: !fixtures.isLarge, mode: fileMode)
    journal.remove()
    for folder in folders.union([path]) { FileSystem.removeTemporaryFiles(in: folder) }
    return true
  }

  /// Renders a picture and writes it, unless the identical file exists.
  ///
  /// An empty file is written again: after a power failure, files that were not on the disk yet have their names and nothing
  /// in them.
  /// - Returns: The entry, and whether the picture was not there.
  private func make(_ fixture: Fixture) throws -> (entry: Manifest.Entry, isNew: Bool) {
    let rendering = try fixture.render()
    let file = "\(path)/\(fixture.path)"
    if let reader = try unreadableCheck?(rendering.file, rendering.messages) {
      throw FixtureFault(
        "'\(fixture.path)' is readable: \(reader) reads it; use stronger damage, another --seed, or leave out its message"
      )
    }
    let isNew = try FileSystem.create(rendering.file, at: file, mode: fileMode)
    if !isNew {
      // Written by a run that stopped before listing it, or not by us.
      let there = try FileSystem.read(file, limit: ImageFormat.mostFileBytes)
      if there.isEmpty {
        try FileSystem.write(rendering.file, to: file, waitsForDisk: false)
      } else if there != rendering.file {
        throw FixtureFault("'\(file)' exists and is a different picture; remove it or choose another directory")
      }
    }
    return (Manifest.Entry(fixture, rendering, isUnreadable: unreadableCheck != nil), isNew)
  }

  /// Refuses fixtures that cannot be made, before anything is written.
  private func checkPlan() throws(FixtureFault) {
    // Hashes need less memory than paths, and 64 bits are enough to tell them apart.
    var hashes: Set<Int> = []
    for fixture in fixtures.unseeded {
      try fixture.validate()
      guard hashes.insert(fixture.path.lowercased().hashValue).inserted else {
        throw FixtureFault(
          "two fixtures have the path '\(fixture.path)'; leave out the repeated damage or strength, or rename the message"
        )
      }
    }
  }

  /// Returns the pictures that an earlier run of the same plan has listed, and whether it has listed all.
  ///
  /// - Throws: ``FixtureFault`` if the directory holds anything else; `FileFailure`.
  private func listedEarlier() throws -> (entries: FixtureJournal.Entries, isWhole: Bool) {
    let journal =
      FileSystem.exists("\(path)/\(FixtureJournal.fileName)") ? try FixtureJournal.read(inDirectory: path) : nil
    if FileSystem.exists("\(path)/\(Manifest.fileName)") {
      // An extension that was interrupted.
      if extends, let journal, journal.plan == plan { return (journal.entries, false) }
      let manifest = try ManifestReader(ofDirectory: path)
      if manifest.plan == plan { return (manifest.next, true) }
      guard extends else {
        throw FixtureFault(
          "'\(path)' holds a set of different fixtures; choose another directory, or add --extend if the new set contains "
            + "all its pictures")
      }
      try checkExtension(of: manifest)
      // Pictures are made again, and compared with those that are there.
      return ({ nil }, false)
    }
    guard FileSystem.exists(path) else { return ({ nil }, false) }
    guard FileSystem.isDirectory(path) else { throw FixtureFault("'\(path)' is not a directory") }
    if let journal {
      if journal.plan == plan { return (journal.entries, false) }
      throw FixtureFault("'\(path)' holds an unfinished set of different fixtures; choose another directory")
    }
    guard try FileSystem.holdsNoFiles(path) else {
      throw FixtureFault("'\(path)' is not empty and holds no fixtures; choose a new directory")
    }
    return ({ nil }, false)
  }

  /// The members of a plan that may differ between a set and a larger one.
  private static let growing: Set<String> = ["suite", "messages_sha256", "damages", "select", "negatives", "variants"]

  /// Refuses to extend a set whose pictures are drawn in another way, and one that has pictures of its own: they would no longer be
  /// listed.
  private func checkExtension(of manifest: ManifestReader) throws {
    let names = [plan, manifest.plan].flatMap { ($0.members ?? []).map(\.name) }
    if let name = names.first(where: { !Self.growing.contains($0) && plan[$0] != manifest.plan[$0] }) {
      func shown(_ value: JSONValue?) -> String { value.map { $0.text ?? "\($0)" } ?? "none" }
      throw FixtureFault(
        "'\(path)' was made with other options: its \(name) is \(shown(manifest.plan[name])), not \(shown(plan[name])); an "
          + "extension needs the same, or choose another directory")
    }
    let paths = Set(fixtures.unseeded.map(\.path))
    while let (_, entry) = try manifest.next() {
      if paths.contains(entry.path) { continue }
      throw FixtureFault(
        "'\(path)' has pictures that the new set lacks or has in another folder, such as '\(entry.path)', so it cannot be "
          + "extended; choose another directory")
    }
  }

  /// Returns whether a listed picture is there. One that differs from its entry is a fault and never overwritten.
  private func isFinished(_ entry: Manifest.Entry, at index: Int) throws -> Bool {
    guard fixtures.indices.contains(index), fixtures[index].path == entry.path,
      FileSystem.exists("\(path)/\(entry.path)")
    else { return false }
    return try entry.file(in: path, orEmpty: true) != []
  }
}

extension Manifest.Entry {
  /// Reads the picture, and checks that it is the listed one.
  ///
  /// - Parameters:
  ///   - directory: That of the set.
  ///   - mayBeEmpty: Whether an empty file is accepted, which a power failure may leave.
  func file(in directory: String, orEmpty mayBeEmpty: Bool = false) throws -> [UInt8] {
    let file = try FileSystem.read("\(directory)/\(path)", limit: ImageFormat.mostFileBytes)
    if mayBeEmpty && file.isEmpty || SHA256.hexDigest(of: file) == fileDigest { return file }
    throw FixtureFault("'\(directory)/\(path)' is not the picture listed in the manifest; remove it to make it again")
  }
}
