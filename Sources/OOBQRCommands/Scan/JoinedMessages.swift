import QRScanning
import QRSymbology

/// The messages of symbols, with those of structured append sets joined (ISO/IEC 18004:2015, clause 8).
struct JoinedMessages {
  /// In the order in which they, or the first parts of them, were found.
  private(set) var messages: [[UInt8]] = []
  /// What is wrong with the sets that could not be joined.
  private(set) var faults: [String] = []

  private struct Key: Hashable {
    var count: Int, parity: UInt8
  }

  init(_ detections: [Detection]) {
    var sets: [Key: [Int: [UInt8]]] = [:]
    // Nothing but eight bits of parity tells two sets of as many symbols apart.
    var ambiguous: Set<Key> = []
    for detection in detections {
      guard let part = detection.structuredAppend else { continue }
      let key = Key(count: part.count, parity: part.parity)
      if part.index >= part.count {
        faults.append("a symbol says that it is part \(part.index + 1) of \(part.count)")
      } else if let other = sets[key]?[part.index], other != detection.message {
        ambiguous.insert(key)
      }
      sets[key, default: [:]][part.index] = detection.message
    }
    for detection in detections {
      guard let part = detection.structuredAppend else {
        messages.append(detection.message)
        continue
      }
      let key = Key(count: part.count, parity: part.parity)
      guard let parts = sets.removeValue(forKey: key) else { continue }
      if ambiguous.contains(key) {
        faults.append("two sets of \(key.count) symbols cannot be told apart; scan them one after the other")
        continue
      }
      let missing = (0..<key.count).filter { parts[$0] == nil }.map { "\($0 + 1)" }
      guard missing.isEmpty else {
        faults.append("a set of \(key.count) symbols lacks part \(missing.joined(separator: ", "))")
        continue
      }
      let message = (0..<key.count).flatMap { parts[$0] ?? [] }
      if message.reduce(0, ^) == key.parity {
        messages.append(message)
      } else {
        faults.append("the parts of a set of \(key.count) symbols do not belong together: their parity differs")
      }
    }
  }
}
