import PictureDamage
import Synchronization
import SymbolFixtures

/// What `fixtures verify` has found so far, shared by its threads. Its memory does not grow with the number of pictures.
final class VerificationTally: Sendable {
  private struct State {
    var rates = ReadingRates()
    /// Pictures that could not be scanned, by the reason.
    var failures: [Failure] = []
    /// The pictures that failed for other reasons than those in `failures`.
    var otherFailures = 0
    /// The pictures with symbols: of others, a scanner says nothing, or that there is none.
    var withSymbols = 0
    /// The exit codes for pictures with symbols of which nothing was printed, with their numbers of pictures.
    var silent: [Int32: Int] = [:]
    /// The picture to try the command on: the first of those with an exit code other than 0, if there are any.
    var silentExample: (isSuccess: Bool, index: Int, path: String)?
    var end: CommandFailure?
    /// The path of a picture of the set.
    var example: String?
    /// The test cases of pictures, by their places in the manifest.
    var cases: [(index: Int, test: JUnit.TestCase)] = []

    mutating func add(_ failure: Failure, limit: Int) {
      if let known = failures.firstIndex(where: { $0.reason == failure.reason }) {
        failures[known].count += 1
        if failure.index < failures[known].index {
          (failures[known].index, failures[known].path) = (failure.index, failure.path)
        }
      } else if failures.count < limit {
        failures.append(failure)
      } else {
        otherFailures += 1
      }
    }
  }

  /// The reason why pictures could not be scanned.
  struct Failure {
    var index: Int
    var path: String
    var reason: String
    var count = 1
  }

  /// The most reasons that are reported.
  private static let reasonLimit = 20

  private let state = Mutex(State())
  /// The pictures to scan are in any of these; all pictures if there are none.
  private let selections: [FixtureSelection]

  private let keepsPictures: Bool

  /// - Parameter keepsPictures: Whether ``junit`` is asked for; memory then grows with the number of pictures.
  init(_ selections: [FixtureSelection] = [], keepsPictures: Bool = false) {
    (self.selections, self.keepsPictures) = (selections, keepsPictures)
  }

  /// The path of a picture in the set; `nil` before the first.
  var example: String? { state.withLock { $0.example } }

  /// A test case for each picture, in the order of the manifest.
  var junit: String {
    let cases = state.withLock { $0.cases }.sorted { $0.index < $1.index }.map(\.test)
    return JUnit.document(name: "oobqr fixtures verify", cases)
  }

  private static func test(_ result: ReadingRates.Result, _ entry: Manifest.Entry, _ path: String) -> JUnit.TestCase {
    let (count, folder) = (entry.messages.count, entry.path.prefix { $0 != "/" })
    var outcome = JUnit.TestCase.Outcome.passed
    if let failure = result.failure {
      outcome = .error(message: "'\(path)'\(failure)")
    } else if result.wrong > 0 {
      outcome = .failure(type: "wrong", message: "wrong messages: \(result.wrong)", text: path)
    } else if result.read < count {
      outcome = .failure(type: "unread", message: "\(result.read) of \(count) symbols read", text: path)
    }
    return JUnit.TestCase(classname: String(folder), name: entry.name, outcome: outcome)
  }

  /// The failure that ends the run before all pictures were scanned.
  var end: CommandFailure? { state.withLock { $0.end } }
  var rates: ReadingRates { state.withLock { $0.rates } }

  func end(with failure: CommandFailure) { state.withLock { if $0.end == nil { $0.end = failure } } }

  /// Returns the next picture of a manifest with its step; steps are in the order of the manifest.
  func next(
    of manifest: ManifestReader
  ) throws(FixtureDirectoryError) -> (index: Int, entry: Manifest.Entry, step: ReadingRates.Step)? {
    let result = state.withLock { state in
      Result { () throws(FixtureDirectoryError) -> (index: Int, entry: Manifest.Entry, step: ReadingRates.Step)? in
        while let (index, entry) = try manifest.next() {
          if selections.isEmpty || selections.contains(where: { $0.contains(entry) }) {
            return (index, entry, state.rates.step(for: entry))
          }
        }
        return nil
      }
    }
    return try result.get()
  }

  /// Counts a result.
  ///
  /// - Returns: The number of pictures so far.
  func add(
    _ result: ReadingRates.Result, of picture: (index: Int, entry: Manifest.Entry, step: ReadingRates.Step),
    path: String
  ) -> Int {
    state.withLock { state in
      state.rates.add(result, of: picture.entry, in: picture.step)
      state.example = state.example ?? picture.entry.path
      if !picture.entry.messages.isEmpty { state.withSymbols += 1 }
      if keepsPictures { state.cases.append((picture.index, Self.test(result, picture.entry, path))) }
      if let reason = result.failure {
        state.add(Failure(index: picture.index, path: path, reason: reason), limit: Self.reasonLimit)
      } else if let code = result.exitCode, result.isSilent, !picture.entry.messages.isEmpty {
        state.silent[code, default: 0] += 1
        let (isSuccess, index) = (code == 0, picture.index)
        let isBetter =
          state.silentExample.map { known in
            known.isSuccess == isSuccess ? index < known.index : known.isSuccess
          } ?? true
        if isBetter { state.silentExample = (isSuccess, index, path) }
      }
      return state.rates.total.pictures
    }
  }

  /// The sentences about pictures that could not be scanned; pictures with the same reason share one.
  var failures: [String] {
    state.withLock { state in
      state.failures.sorted { $0.index < $1.index }.map { failure in
        let more = failure.count - 1
        return "'\(failure.path)'\(failure.reason)"
          + (more == 0 ? "" : "; the same for \(more) other picture\(more == 1 ? "" : "s")")
      } + (state.otherFailures == 0 ? [] : ["\(state.otherFailures) other pictures could not be scanned either"])
    }
  }

  /// The pictures with symbols of which a command printed nothing.
  struct Silence {
    /// The exit codes with their numbers of pictures.
    var codes: [Int32: Int]
    /// One of the pictures, of those with an exit code other than 0 if there are any.
    var path: String
    /// The number of all pictures with symbols.
    var pictures: Int
    /// Whether the command printed nothing for any of them.
    var isComplete: Bool { codes.values.reduce(0, +) == pictures }
  }

  /// `nil` if the command printed something for every picture with a symbol.
  var silence: Silence? {
    state.withLock { state in
      guard let path = state.silentExample?.path else { return nil }
      return Silence(codes: state.silent, path: path, pictures: state.withSymbols)
    }
  }
}
