/// The messages of several symbols, with structured append sets joined (ISO/IEC 18004:2015, clause 8).
///
/// ```swift
/// let joined = StructuredAppendJoiner(detections.lazy.map { ($0.message, $0.structuredAppend) })
/// joined.messages  // one per set, and one per symbol outside sets
/// joined.faults    // sets with missing or mismatched parts
/// ```
public struct StructuredAppendJoiner: Hashable, Sendable {
  /// The messages in the order of their symbols or, for sets, of their first symbols.
  public private(set) var messages: [[UInt8]] = []
  /// The faults of sets that could not be joined.
  public private(set) var faults: [Fault] = []

  /// The reason why a set was not joined.
  public enum Fault: Hashable, Sendable, CustomStringConvertible {
    /// A symbol has an index, 0…15, that is not below the `count` of its set.
    case indexOutOfRange(index: Int, count: Int)
    /// Symbols of two sets have the same number, the same parity and the same index.
    case ambiguous(count: Int)
    /// No symbol has one of these indices.
    case incomplete(missing: [Int], count: Int)
    /// The parts are complete, but their bytes do not have the parity of the set.
    case parityMismatch(count: Int)

    public var description: String {
      switch self {
      case .indexOutOfRange(let index, let count): "a symbol claims to be part \(index + 1) of \(count)"
      case .ambiguous(let count): "two sets of \(count) symbols cannot be distinguished; scan them separately"
      case .incomplete(let missing, let count):
        "a set of \(count) symbols lacks part\(missing.count == 1 ? "" : "s") \(missing.map { "\($0 + 1)" }.joined(separator: ", "))"
      case .parityMismatch(let count):
        "the parts of a set of \(count) symbols do not belong together: their parity differs"
      }
    }
  }

  private struct Key: Hashable {
    var count: Int, parity: UInt8
  }

  /// - Parameter symbols: The messages of symbols with their places in sets; `nil` for a symbol outside sets.
  public init(_ symbols: some Sequence<(message: [UInt8], structuredAppend: SymbolReading.StructuredAppend?)>) {
    let symbols = Array(symbols)
    var sets: [Key: [Int: [UInt8]]] = [:]
    // Two sets with equal counts differ only in eight bits of parity.
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
