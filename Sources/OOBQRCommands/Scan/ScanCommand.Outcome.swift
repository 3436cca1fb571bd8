import HostSystem

extension ScanCommand {
  /// The result for a picture, with its output.
  struct Outcome: Sendable {
    enum Status: Sendable {
      case found, empty, failed
      /// The command ends with this error's exit code and message.
      case ended(any Error)

      var isFailed: Bool { if case .failed = self { true } else { false } }
      var isEmpty: Bool { if case .empty = self { true } else { false } }
    }

    var status: Status
    var output: [UInt8] = []
    var errors = ""
  }
}

extension ScanCommand.Outcome: WorkerMessage {
  private static let statuses: [Status] = [.found, .empty, .failed]

  /// The status as a byte, the length of the output in four bytes, least significant first, the output, and the errors.
  var workerBytes: [UInt8] {
    var errors = errors
    let status: UInt8 =
      switch status {
      case .found: 0
      case .empty: 1
      case .failed: 2
      case .ended: 2
      }
    if case .ended(let error) = self.status { errors += "oobqr: \(CommandFailure.sentence(error))\n" }
    let length = (0..<4).map { UInt8(truncatingIfNeeded: output.count >> (8 * $0)) }
    return [status] + length + output + Array(errors.utf8)
  }

  init?(workerBytes bytes: [UInt8]) {
    guard bytes.count >= 5, Int(bytes[0]) < Self.statuses.count else { return nil }
    let end = 5 + (0..<4).reduce(0) { $0 | Int(bytes[1 + $1]) << (8 * $1) }
    guard end <= bytes.count else { return nil }
    self.init(
      status: Self.statuses[Int(bytes[0])], output: Array(bytes[5..<end]),
      errors: String(decoding: bytes[end...], as: UTF8.self))
  }
}
