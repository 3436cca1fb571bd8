import Foundation
import Glibc
import QRScanning
import QRSymbology

/// The results of one scanner.
struct Tally {
  /// The numbers of symbols read, by row.
  var reads: [Subject.Cell: Int] = [:]
  /// Messages read that are not in their picture.
  var wrong: [String] = []
  /// The CPU time of scanning alone, in seconds.
  var cpu = 0.0

  mutating func add(_ other: Tally) {
    reads.merge(other.reads) { $0 + $1 }
    wrong += other.wrong
    cpu += other.cpu
  }

  init() {}

  /// Scans one picture.
  init(_ subject: Subject, _ picture: Subject.Picture, _ scanner: QRScanner) throws {
    let start = Self.threadSeconds()
    var found = try scanner.scan(picture.image)
    cpu = Self.threadSeconds() - start
    for expected in picture.expected {
      guard let hit = found.firstIndex(where: { Self.isSame(expected, $0.message) }) else { continue }
      found.remove(at: hit)
      reads[subject.cell, default: 0] += 1
    }
    guard picture.isComplete else { return }
    // A message read twice is not wrong.
    found.removeAll { detection in picture.expected.contains { Self.isSame($0, detection.message) } }
    wrong = found.map { detection in
      let attempt = detection.attempt.map { "\($0)" } ?? detection.engine.rawValue
      return
        "\(subject.cell.group) \(subject.cell.step): \(attempt), version \(detection.version.map { "\($0)" } ?? "unknown")"
    }
  }

  private static func threadSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// A text is also correct in another encoding that symbols use.
  private static func isSame(_ expected: (kind: String, message: [UInt8]), _ found: [UInt8]) -> Bool {
    if expected.message == found { return true }
    guard expected.kind == "text", let text = String(validating: expected.message, as: UTF8.self) else { return false }
    // Foundation has no constant for GB 18030.
    let chinese = String.Encoding(rawValue: 0x8000_0632)
    return [.shiftJIS, .isoLatin1, chinese].contains { String(bytes: found, encoding: $0) == text }
  }
}
