import CommandSupport
import SymbolFixtures
import TextFormats

/// What `fixtures verify` has found so far. Its memory does not grow with the number of pictures, unless there is to be a report
/// of each.
struct VerificationTally {
  typealias Picture = (index: Int, entry: Manifest.Entry)

  private(set) var rates: ReadingRates
  /// The failure that ends the run before all pictures were scanned.
  var end: CommandFailure?
  /// The path of a picture of the set; `nil` before the first.
  private(set) var example: String?
  /// The pictures with symbols: of others, a scanner says nothing, or that there is none.
  private(set) var withSymbols = 0
  /// The exit codes for pictures with symbols of which nothing was printed, with their numbers of pictures.
  private(set) var silent: [Int32: Int] = [:]
  /// The picture to try the command on: the first of those with an exit code other than 0, if there are any.
  private(set) var silentExample: (isSuccess: Bool, index: Int, path: String)?
  /// The wrong messages of negative pictures of bar codes.
  private(set) var wrongOfBarcodes = 0
  /// Pictures that could not be scanned, by the reason: the first, and their number.
  private var failed: [String: (index: Int, path: String, count: Int)] = [:]
  /// The test cases of pictures, by their places in the manifest; `nil` without a report.
  private var cases: [(index: Int, test: JUnit.TestCase)]?

  /// - Parameter keepsPictures: Whether ``junit`` is asked for.
  init(_ rates: ReadingRates, keepsPictures: Bool) {
    (self.rates, cases) = (rates, keepsPictures ? [] : nil)
  }

  /// Returns the next picture of a manifest that is in any of the selections. Rates are in the order of the manifest.
  mutating func next(of manifest: ManifestReader, in selections: [FixtureSelection]) throws -> Picture? {
    while let picture = try manifest.next() {
      if selections.isEmpty || selections.contains(where: { $0.contains(picture.entry) }) {
        rates.step(for: picture.entry)
        return picture
      }
    }
    return nil
  }

  /// Counts a result.
  ///
  /// - Returns: The number of pictures so far.
  mutating func add(_ result: ReadingRates.Result, of picture: Picture, path: String) -> Int {
    rates.add(result, of: picture.entry)
    example = example ?? picture.entry.path
    cases?.append((picture.index, Self.test(result, picture.entry, path)))
    let hasSymbols = !picture.entry.readableMessages.isEmpty
    if picture.entry.content == "negative", picture.entry.name.hasPrefix(NegativePicture.Kind.barcode.rawValue) {
      wrongOfBarcodes += result.wrong
    }
    if hasSymbols { withSymbols += 1 }
    if let reason = result.failure {
      let known = failed[reason] ?? (picture.index, path, 0)
      let first = picture.index < known.index ? (picture.index, path) : (known.index, known.path)
      failed[reason] = (first.0, first.1, known.count + 1)
    } else if let code = result.exitCode, result.isSilent, hasSymbols {
      silent[code, default: 0] += 1
      let (isSuccess, index) = (code == 0, picture.index)
      let isBetter =
        silentExample.map { $0.isSuccess == isSuccess ? index < $0.index : $0.isSuccess } ?? true
      if isBetter { silentExample = (isSuccess, index, path) }
    }
    return rates.total.pictures
  }

  private static func test(_ result: ReadingRates.Result, _ entry: Manifest.Entry, _ path: String) -> JUnit.TestCase {
    let (count, folder) = (entry.readableMessages.count, entry.path.prefix { $0 != "/" })
    var outcome = JUnit.TestCase.Outcome.passed
    if let failure = result.failure {
      outcome = .error(message: "'\(path)'\(failure)")
    } else if result.wrong > 0 {
      let isRead = !entry.messages.isEmpty && entry.expectation == .unread
      outcome = .failure(
        type: "wrong", message: "\(isRead ? "read, though it must not be" : "wrong messages"): \(result.wrong)",
        text: path)
    } else if result.read < count {
      outcome = .failure(type: "unread", message: "\(result.read) of \(count) symbols read", text: path)
    }
    return JUnit.TestCase(classname: String(folder), name: entry.name, outcome: outcome)
  }

  /// A report with a test case for each picture, in the order of the manifest.
  var junit: String {
    JUnit.document(name: "oobqr fixtures verify", (cases ?? []).sorted { $0.index < $1.index }.map(\.test))
  }

  /// The most reasons that are reported.
  private static let reasonLimit = 20

  /// The sentences about pictures that could not be scanned; pictures with the same reason share one.
  var failures: [String] {
    let all = failed.sorted { $0.value.index < $1.value.index }
    let others = all.dropFirst(Self.reasonLimit).reduce(0) { $0 + $1.value.count }
    return all.prefix(Self.reasonLimit).map { reason, pictures in
      let more = pictures.count - 1
      return "'\(pictures.path)'\(reason)" + (more == 0 ? "" : "; the same for \(more.counting("other picture"))")
    } + (others == 0 ? [] : ["\(others) other pictures could not be scanned either"])
  }

  /// Whether a command printed nothing for any picture with a symbol.
  var isSilent: Bool { silent.values.reduce(0, +) == withSymbols }
}
