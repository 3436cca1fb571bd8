import HostSystem
import ImageCoding
import OutOfBand
import SymbolFixtures
import Synchronization
import TextFormats

/// A directory that holds, or will hold, a set of fixtures with its manifest.
struct FixtureDirectory {
  var path: String
  var plan: JSONValue
  var fixtures: [Fixture]

  /// Lists what is finished while the set is not; a line for the plan and one for each picture.
  private static let journalName = "manifest.partial.jsonl"

  private var manifestPath: String { "\(path)/\(Manifest.fileName)" }
  private var journalPath: String { "\(path)/\(Self.journalName)" }

  /// Makes what is missing.
  func fill(jobs: Int) throws {
    let console = Console.current
    try checkPlan()
    var finished: [String: Manifest.Entry] = [:]
    if let complete = try openManifest() {
      finished = complete
    } else {
      finished = try openJournal()
    }
    let absent = Set(try missing(finished).map(\.path))
    if absent.isEmpty, FileSystem.exists(manifestPath) {
      console.say("\(path): all \(fixtures.count) fixtures are there already")
      return
    }
    finished = finished.filter { !absent.contains($0.key) }
    try prepare(finished)
    let folders = Set(fixtures.map { "\(path)/" + $0.path.prefix { $0 != "/" } }).sorted()
    for folder in folders {
      if FileSystem.isSymbolicLink(folder) {
        throw CommandFailure("'\(folder)' is a symbolic link, which is not followed")
      }
      try FileSystem.makeDirectory(folder)
    }

    let total = fixtures.count
    let todo = fixtures.filter { finished[$0.path] == nil }
    let state = Progress(finished: finished)
    let journal = try FileAppender(journalPath)
    ParallelWork.forEach(todo.count, jobs: jobs) { [path] index in
      if state.failure != nil { return }
      do {
        let fixture = todo[index]
        let rendering = try fixture.render()
        let file = "\(path)/\(fixture.path)"
        if FileSystem.exists(file) || FileSystem.isSymbolicLink(file) {
          // Written by a run that was stopped before it could note it, or somebody else's.
          guard FileSystem.isRegularFile(file), try FileSystem.read(file, limit: 1 << 28) == rendering.file else {
            throw CommandFailure("'\(file)' is there and is another picture; remove it, or choose another directory")
          }
        } else {
          try FileSystem.write(rendering.file, to: file)
        }
        let entry = Manifest.Entry(fixture, rendering)
        let done = try state.add(entry, journal)
        console.progress("\(done) of \(total) pictures")
      } catch {
        state.fail(error)
      }
    }
    console.endProgress()
    if let failure = state.failure {
      if state.count == 0 { FileSystem.remove(journalPath) }
      let kept = "; what is finished stays, and the same command goes on with it"
      throw CommandFailure("\(failure)\(state.count > 0 && state.isTemporary ? kept : "")")
    }
    let entries = state.entries
    let manifest = Manifest(plan: plan, entries: fixtures.compactMap { entries[$0.path] })
    try FileSystem.write(manifest.json, to: manifestPath)
    FileSystem.remove(journalPath)
    for folder in folders + [path] { FileSystem.removeTemporaryFiles(in: folder) }
    console.say("\(path): \(fixtures.count) fixtures, listed in \(Manifest.fileName)")
  }

  /// Refuses what could not be made, before anything is written.
  private func checkPlan() throws {
    var seen: Set<String> = []
    for fixture in fixtures {
      guard seen.insert(fixture.path.lowercased()).inserted else {
        throw CommandFailure(
          "two fixtures would both be called '\(fixture.path)'; leave out one, or rename its message")
      }
      do { try fixture.validate() } catch { throw CommandFailure("\(error)") }
    }
  }

  /// The entries of a manifest that is there, when it is this set's.
  private func openManifest() throws -> [String: Manifest.Entry]? {
    guard FileSystem.exists(manifestPath) else { return nil }
    let manifest = try Manifest(file: manifestPath)
    guard manifest.plan == plan else {
      throw CommandFailure("'\(path)' holds a set of other fixtures; choose another directory for -o")
    }
    var entries: [String: Manifest.Entry] = [:]
    for entry in manifest.entries { entries[entry.path] = entry }
    return entries
  }

  /// The fixtures that are not there; one that is there and not as it should be is never overwritten.
  private func missing(_ entries: [String: Manifest.Entry]) throws -> [Fixture] {
    try fixtures.filter { fixture in
      let file = "\(path)/\(fixture.path)"
      guard let entry = entries[fixture.path], FileSystem.exists(file) else { return true }
      guard FileSystem.isRegularFile(file) else { throw CommandFailure("'\(file)' is no regular file") }
      if SHA256.hexDigest(of: try FileSystem.read(file, limit: 1 << 28)) != entry.fileDigest {
        throw CommandFailure("'\(file)' is not the picture that the manifest lists; remove it and it is made again")
      }
      return false
    }
  }

  /// What an interrupted run has finished. Anything else in the directory stops us.
  private func openJournal() throws -> [String: Manifest.Entry] {
    if !FileSystem.exists(path) { return [:] }
    guard FileSystem.isDirectory(path) else { throw CommandFailure("'\(path)' is no directory") }
    guard FileSystem.isRegularFile(journalPath) else {
      guard try FileSystem.isEmptyDirectory(path) else {
        throw CommandFailure("'\(path)' is not empty and holds no fixtures; choose a new directory for -o")
      }
      return [:]
    }
    let lines = try FileSystem.read(journalPath, limit: 1 << 30).split(separator: UInt8(ascii: "\n"))
    guard let first = lines.first, (try? JSONDocument(parsing: Array(first)).value) == plan else {
      throw CommandFailure("'\(path)' holds other fixtures, begun and not finished; choose another directory for -o")
    }
    var entries: [String: Manifest.Entry] = [:]
    // A line is its digest and its entry. The last one may have been cut.
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

  /// Makes the directory, and a journal of what is finished.
  private func prepare(_ finished: [String: Manifest.Entry]) throws {
    try FileSystem.makeDirectory(path)
    let lines = ["\(plan)\n"] + finished.sorted { $0.key < $1.key }.map { Self.journalLine($0.value) }
    try FileSystem.write(Array(lines.joined().utf8), to: journalPath)
  }

  private static func journalLine(_ entry: Manifest.Entry) -> String {
    "\(SHA256.hexDigest(of: Array(entry.json.description.utf8))) \(entry.json)\n"
  }

  /// What the threads of a run share.
  private final class Progress: Sendable {
    private struct State {
      var entries: [String: Manifest.Entry]
      var failure: String?
      /// Whether the same command could succeed another time.
      var isTemporary = false
    }
    private let state: Mutex<State>

    init(finished: [String: Manifest.Entry]) { state = Mutex(State(entries: finished)) }

    var failure: String? { state.withLock { $0.failure } }
    var isTemporary: Bool { state.withLock { $0.isTemporary } }
    var entries: [String: Manifest.Entry] { state.withLock { $0.entries } }
    var count: Int { state.withLock { $0.entries.count } }

    func fail(_ error: any Error) {
      let reason = CommandFailure.sentence(error)
      state.withLock {
        if $0.failure == nil { ($0.failure, $0.isTemporary) = (reason, error is FileFailure) }
      }
    }

    /// Notes a picture in the journal; gives the number of finished ones.
    func add(_ entry: Manifest.Entry, _ journal: FileAppender) throws -> Int {
      try state.withLock { state in
        try journal.append(Array(FixtureDirectory.journalLine(entry).utf8))
        state.entries[entry.path] = entry
        return state.entries.count
      }
    }
  }
}

extension Manifest {
  init(file: String) throws {
    if FileSystem.exists(file), !FileSystem.isRegularFile(file) { throw CommandFailure("'\(file)' is no regular file") }
    let bytes = try FileSystem.read(file, limit: 1 << 30)
    do { try self.init(json: bytes) } catch { throw CommandFailure("'\(file)': \(error)") }
  }
}
