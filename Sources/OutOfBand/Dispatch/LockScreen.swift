/// What a locked phone shows of a push message: title and body of the notification, which are not encrypted (AA-3.x).
///
/// ```swift
/// let screen = LockScreen(title: "Dirk Gently Bank", body: "Pay CHF 200 to CH93 0076 2011 6238 5295 7")
/// screen.diagnostics()  // an amount, and an account number
/// ```
public struct LockScreen: Hashable, Sendable {
  public let title: String?
  public let body: String?

  public init(title: String? = nil, body: String? = nil) { (self.title, self.body) = (title, body) }

  /// What title and body should not hold.
  ///
  /// - Parameter transactions: What the user confirms, which should not be repeated here.
  public func diagnostics(repeating transactions: [TransactionText] = []) -> [Diagnostic] {
    diagnostics(repeating: transactions) { name, offset in .component(name, offset: offset) }
  }

  /// - Parameter place: Makes the place of the offset of a byte in title or body.
  func diagnostics(
    repeating transactions: [TransactionText], at place: (_ name: String, _ offset: Int) -> Diagnostic.Place
  ) -> [Diagnostic] {
    var found: [Diagnostic] = []
    for case (let name, let text?) in [("title", title), ("body", body)] {
      for piece in SensitiveText(text).pieces {
        found.add(piece.kind.rule, "the \(name) has \(piece.kind.words)", at: place(name, piece.offset))
      }
      if let repeated = Self.repetition(of: transactions, in: text) {
        found.add(.notificationRepeats, "the \(name) repeats \(repeated)", at: place(name, 0))
      }
    }
    return found
  }

  // MARK: Repetition

  /// What a text repeats of transactions; `nil` when nothing: all of it, five words in a row, or a number.
  private static func repetition(of transactions: [TransactionText], in text: String) -> String? {
    let words = Self.words(text)
    let numbers = Self.numbers(text)
    let runs = [3, 4, 5].map { Set(Self.runs(of: words, length: $0)) }
    for transaction in transactions {
      let own = Self.words(transaction.shown)
      // A word or two say nothing.
      if 3...4 ~= own.count, runs[own.count - 3].contains(own[...]) { return "the text of the transaction" }
      if Self.runs(of: own, length: 5).contains(where: runs[2].contains) { return "words of the transaction" }
      if Self.numbers(transaction.shown).contains(where: numbers.contains) { return "a number of the transaction" }
    }
    return nil
  }

  private static func words(_ text: String) -> [Substring] {
    text.lowercased().split { !($0.isLetter || $0.isNumber) }
  }

  /// Runs of two digits and more.
  private static func numbers(_ text: String) -> Set<Substring> {
    Set(text.split { !$0.isNumber }.filter { $0.count > 1 })
  }

  private static func runs(of words: [Substring], length: Int) -> [ArraySlice<Substring>] {
    words.count < length ? [] : (0...(words.count - length)).map { words[$0..<$0 + length] }
  }
}
