import HostSystem
import Synchronization
public import TextFormats

/// A directory for a set of fixtures with its manifest.
public struct FixtureDirectory: Sendable {
  public var path: String
  /// The inputs of the set; see ``Manifest/plan``.
  public var plan: JSONValue
  public var fixtures: [Fixture]

  public init(path: String, plan: JSONValue, fixtures: [Fixture]) {
    (self.path, self.plan, self.fixtures) = (path, plan, fixtures)
  }

  /// The journal of an incomplete set: a line for the plan and one for each finished picture.
  private static let journalName = "manifest.partial.jsonl"

  private var manifestPath: String { "\(path)/\(Manifest.fileName)" }
  private var journalPath: String { "\(path)/\(Self.journalName)" }

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
    var finished: [String: Manifest.Entry]
    if let complete = try openManifest() { finished = complete } else { finished = try openJournal() }
    let absent = Set(try missing(finished).map(\.path))
    if absent.isEmpty, FileSystem.exists(manifestPath) { return .complete }
    finished = finished.filter { !absent.contains($0.key) }
    let folders = try prepare(finished)
    let state = Progress(finished: finished)
    let todo = fixtures.filter { finished[$0.path] == nil }
    let journal = try Self.onFiles { () throws(FileFailure) in try FileAppender(journalPath) }
    ParallelWork.forEach(todo.count, jobs: jobs) { index in
      if state.failure != nil { return }
      do throws(FixtureDirectoryError) {
        progress(try state.add(try make(todo[index]), journal))
      } catch {
        state.fail(error)
      }
    }
    if let failure = state.failure {
      if state.count == 0 { FileSystem.remove(journalPath) }
      // Only file errors can disappear in the next run, which uses the finished pictures.
      if case .file = failure, state.count > 0 { throw .interrupted(by: failure) }
      throw failure
    }
    let entries = state.entries
    let manifest = Manifest(plan: plan, entries: fixtures.compactMap { entries[$0.path] })
    try Self.onFiles { () throws(FileFailure) in try FileSystem.write(manifest.json, to: manifestPath) }
    FileSystem.remove(journalPath)
    for folder in folders + [path] { FileSystem.removeTemporaryFiles(in: folder) }
    return .made
  }

  /// Renders a picture and writes it, unless the identical file exists.
  private func make(_ fixture: Fixture) throws(FixtureDirectoryError) -> Manifest.Entry {
    let rendering: Fixture.Rendering
    do { rendering = try fixture.render() } catch { throw .fixture(error) }
    let file = "\(path)/\(fixture.path)"
    if FileSystem.exists(file) || FileSystem.isSymbolicLink(file) {
      // Written by a run that stopped before listing it, or not by us.
      guard FileSystem.isRegularFile(file), try Self.bytes(ofPicture: file) == rendering.file else {
        throw .otherPicture(file: file)
      }
    } else {
      try Self.onFiles { () throws(FileFailure) in try FileSystem.write(rendering.file, to: file) }
    }
    return Manifest.Entry(fixture, rendering)
  }

  /// Refuses fixtures that cannot be made, before anything is written.
  private func checkPlan() throws(FixtureDirectoryError) {
    var seen: Set<String> = []
    for fixture in fixtures {
      guard seen.insert(fixture.path.lowercased()).inserted else { throw .duplicatePath(fixture.path) }
      do { try fixture.validate() } catch { throw .fixture(error) }
    }
  }

  /// Reads the entries of an existing manifest of the same plan; `nil` without a manifest.
  private func openManifest() throws(FixtureDirectoryError) -> [String: Manifest.Entry]? {
    guard FileSystem.exists(manifestPath) else { return nil }
    let manifest = try Manifest(file: manifestPath)
    guard manifest.plan == plan else { throw .otherSet(directory: path) }
    var entries: [String: Manifest.Entry] = [:]
    for entry in manifest.entries { entries[entry.path] = entry }
    return entries
  }

  /// Returns the missing fixtures. An existing file that differs from its entry is an error and is never overwritten.
  private func missing(_ entries: [String: Manifest.Entry]) throws(FixtureDirectoryError) -> [Fixture] {
    var missing: [Fixture] = []
    for fixture in fixtures {
      let file = "\(path)/\(fixture.path)"
      guard let entry = entries[fixture.path], FileSystem.exists(file) else {
        missing.append(fixture)
        continue
      }
      guard FileSystem.isRegularFile(file) else { throw .notARegularFile(file: file) }
      guard SHA256.hexDigest(of: try Self.bytes(ofPicture: file)) == entry.fileDigest else {
        throw .notTheListedPicture(file: file)
      }
    }
    return missing
  }

  /// Reads the finished entries of an interrupted run. Other content of the directory is an error.
  private func openJournal() throws(FixtureDirectoryError) -> [String: Manifest.Entry] {
    if !FileSystem.exists(path) { return [:] }
    guard FileSystem.isDirectory(path) else { throw .notADirectory(path) }
    guard FileSystem.isRegularFile(journalPath) else {
      if try Self.onFiles({ () throws(FileFailure) in try FileSystem.isEmptyDirectory(path) }) { return [:] }
      throw .notEmpty(directory: path)
    }
    let bytes = try Self.onFiles { () throws(FileFailure) in try FileSystem.read(journalPath, limit: 1 << 30) }
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    guard let first = lines.first, (try? JSONDocument(parsing: Array(first)).value) == plan else {
      throw .otherSetBegun(directory: path)
    }
    var entries: [String: Manifest.Entry] = [:]
    // A line is its digest and its entry. The last one may be truncated.
    for line in lines.dropFirst() {
      guard let space = line.firstIndex(of: UInt8(ascii: " ")) else { continue }
      let json = Array(line[(space + 1)...])
      guard line[..<space].elementsEqual(SHA256.hexDigest(of: json).utf8),
        let value = try? JSONDocument(parsing: json).value, let entry = Manifest.Entry(value)
      else { continue }
      entries[entry.path] = entry
    }
    return entries
  }

  /// Makes the directory with its folders, and a journal of the finished pictures.
  ///
  /// - Returns: The folders.
  private func prepare(_ finished: [String: Manifest.Entry]) throws(FixtureDirectoryError) -> [String] {
    let folders = Set(fixtures.map { "\(path)/" + $0.path.prefix { $0 != "/" } }).sorted()
    if let link = folders.first(where: { FileSystem.isSymbolicLink($0) }) { throw .symbolicLink(link) }
    let lines = ["\(plan)\n"] + finished.sorted { $0.key < $1.key }.map { Self.journalLine($0.value) }
    try Self.onFiles { () throws(FileFailure) in
      try FileSystem.makeDirectory(path)
      try FileSystem.write(Array(lines.joined().utf8), to: journalPath)
      for folder in folders { try FileSystem.makeDirectory(folder) }
    }
    return folders
  }

  private static func bytes(ofPicture file: String) throws(FixtureDirectoryError) -> [UInt8] {
    try onFiles { () throws(FileFailure) in try FileSystem.read(file, limit: 1 << 28) }
  }

  /// Converts a file failure to an error of the set.
  private static func onFiles<R>(_ body: () throws(FileFailure) -> R) throws(FixtureDirectoryError) -> R {
    do { return try body() } catch { throw .file(error) }
  }

  private static func journalLine(_ entry: Manifest.Entry) -> String {
    "\(SHA256.hexDigest(of: Array(entry.json.description.utf8))) \(entry.json)\n"
  }

  /// The state shared by the threads of a run.
  private final class Progress: Sendable {
    private struct State {
      var entries: [String: Manifest.Entry]
      var failure: FixtureDirectoryError?
    }
    private let state: Mutex<State>

    init(finished: [String: Manifest.Entry]) { state = Mutex(State(entries: finished)) }

    var failure: FixtureDirectoryError? { state.withLock { $0.failure } }
    var entries: [String: Manifest.Entry] { state.withLock { $0.entries } }
    var count: Int { state.withLock { $0.entries.count } }

    func fail(_ error: FixtureDirectoryError) {
      state.withLock { if $0.failure == nil { $0.failure = error } }
    }

    /// Lists a picture in the journal.
    ///
    /// - Returns: The number of finished pictures.
    func add(_ entry: Manifest.Entry, _ journal: FileAppender) throws(FixtureDirectoryError) -> Int {
      let line = Array(FixtureDirectory.journalLine(entry).utf8)
      let result = state.withLock { state -> Result<Int, FileFailure> in
        do throws(FileFailure) { try journal.append(line) } catch { return .failure(error) }
        state.entries[entry.path] = entry
        return .success(state.entries.count)
      }
      do { return try result.get() } catch { throw .file(error) }
    }
  }
}

extension Manifest {
  /// Reads the manifest of a set.
  ///
  /// - Parameter path: The directory of the set.
  /// - Throws: ``FixtureDirectoryError``.
  public init(ofDirectory path: String) throws(FixtureDirectoryError) {
    try self.init(file: "\(path)/\(Self.fileName)")
  }

  init(file: String) throws(FixtureDirectoryError) {
    if FileSystem.exists(file), !FileSystem.isRegularFile(file) { throw .notARegularFile(file: file) }
    let bytes: [UInt8]
    do { bytes = try FileSystem.read(file, limit: 1 << 30) } catch { throw .file(error) }
    do { try self.init(json: bytes) } catch { throw .manifest(file: file, error) }
  }
}
