/// The messages of several symbols, with those of structured append sets joined (ISO/IEC 18004:2015, clause 8).
///
/// ```swift
/// let joined = StructuredAppendJoiner(detections.lazy.map { ($0.message, $0.structuredAppend) })
/// joined.messages  // one per set, and one per symbol outside of sets
/// joined.faults    // sets that lack a part, or whose parts do not match
/// ```
public struct StructuredAppendJoiner: Hashable, Sendable {
  /// In the order in which they, or the first parts of them, were given.
  public private(set) var messages: [[UInt8]] = []
  /// What is wrong with the sets that could not be joined.
  public private(set) var faults: [Fault] = []

  /// Why a set was not joined.
  public enum Fault: Hashable, Sendable, CustomStringConvertible {
    /// A symbol has an index, 0…15, that its set of `count` symbols does not have.
    case indexOutOfRange(index: Int, count: Int)
    /// Symbols of two sets have the same number, the same parity and the same index.
    case ambiguous(count: Int)
    /// No symbol has one of these indices.
    case incomplete(missing: [Int], count: Int)
    /// The parts are complete and their bytes do not have the parity of the set.
    case parityMismatch(count: Int)

    public var description: String {
      switch self {
      case .indexOutOfRange(let index, let count): "a symbol says that it is part \(index + 1) of \(count)"
      case .ambiguous(let count): "two sets of \(count) symbols cannot be told apart; scan them one after the other"
      case .incomplete(let missing, let count):
        "a set of \(count) symbols lacks part \(missing.map { "\($0 + 1)" }.joined(separator: ", "))"
      case .parityMismatch(let count):
        "the parts of a set of \(count) symbols do not belong together: their parity differs"
      }
    }
  }

  private struct Key: Hashable {
    var count: Int, parity: UInt8
  }

  /// - Parameter symbols: The messages of symbols with their places in sets, or `nil` for a symbol outside of sets.
  public init(_ symbols: some Sequence<(message: [UInt8], structuredAppend: SymbolReading.StructuredAppend?)>) {
    let symbols = Array(symbols)
    var sets: [Key: [Int: [UInt8]]] = [:]
    // Two sets of as many symbols differ only in eight bits of parity.
    var ambiguous: Set<Key> = []
    for (message, place) in symbols {
      guard let place else { continue }
      let key = Key(count: place.count, parity: place.parity)
      if place.index >= place.count {
        faults.append(.indexOutOfRange(index: place.index, count: place.count))
      } else if let other = sets[key]?[place.index], other != message {
        ambiguous.insert(key)
      }
      sets[key, default: [:]][place.index] = message
    }
    for (message, place) in symbols {
      guard let place else {
        messages.append(message)
        continue
      }
      let key = Key(count: place.count, parity: place.parity)
      guard let parts = sets.removeValue(forKey: key) else { continue }
      if ambiguous.contains(key) {
        faults.append(.ambiguous(count: key.count))
        continue
      }
      let missing = (0..<key.count).filter { parts[$0] == nil }
      guard missing.isEmpty else {
        faults.append(.incomplete(missing: missing, count: key.count))
        continue
      }
      let message = (0..<key.count).flatMap { parts[$0] ?? [] }
      if message.reduce(0, ^) == key.parity {
        messages.append(message)
      } else {
        faults.append(.parityMismatch(count: key.count))
      }
    }
  }
}
