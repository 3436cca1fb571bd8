/// The time limit for a picture.
///
/// The search checks the clock and ends with what it has read so far. A decoder or zbar, which cannot check it, is
/// killed, a little later.
struct ScanTime: Sendable {
  /// The time limit by default, in seconds.
  static let normal = 20.0

  let seconds: Double
  private let start = ContinuousClock.now

  /// - Parameter seconds: From now on.
  init(seconds: Double = normal) { self.seconds = seconds }

  /// When the search ends.
  var deadline: ContinuousClock.Instant { start + .seconds(seconds) }

  /// When symbols are no longer graded, so that there is time for the answer.
  var endOfGrading: ContinuousClock.Instant { start + .seconds((seconds + Self.withGrace(seconds)) / 2) }

  /// A limit, and the time in which a search still finishes a symbol and answers: half of the limit, 0.5…2 seconds.
  ///
  /// - Parameter seconds: The limit.
  static func withGrace(_ seconds: Double) -> Double { seconds + min(max(seconds / 2, 0.5), 2) }

  /// Seconds to the deadline, at least 0.
  var left: Double { max(0, ContinuousClock.now.duration(to: deadline) / .seconds(1)) }

  /// The limit in words, as in `20 seconds`.
  static func words(_ seconds: Double) -> String {
    "\(Int(exactly: seconds).map(String.init) ?? "\(seconds)") second\(seconds == 1 ? "" : "s")"
  }

  /// Says that a search was ended by its limit.
  ///
  /// - Parameter symbols: Read so far.
  static func cutShort(_ seconds: Double, symbols: Int) -> String {
    let found = symbols == 0 ? "no symbol" : "\(symbols) symbol\(symbols == 1 ? "" : "s")"
    return "the search was cut short because of its limit of \(words(seconds)), with \(found) so far"
  }
}
