import HostSystem
import TextFormats

extension ScanCommand {
  /// The result for a picture, with its output.
  struct Outcome: Sendable {
    enum Status: Sendable {
      case found, empty, failed
      /// Our own readers leave the picture to zbar.
      case asksZBar
      /// The command ends with this error's exit code and message.
      case ended(any Error)

      var isFailed: Bool { if case .failed = self { true } else { false } }
      var isEmpty: Bool { if case .empty = self { true } else { false } }
    }

    var status: Status
    var output: [UInt8] = []
    var errors = ""
    /// The picture with outlines, as a PNG file.
    var annotation: [UInt8] = []
  }
}

extension ScanCommand.Outcome {
  init(failed failure: InputFailure) {
    self.init(status: .failed, errors: "oobqr: \(PrintableText.of(failure.message))\n")
  }
}

extension ScanCommand.Outcome: WorkerMessage {
  private static let statuses: [Status] = [.found, .empty, .failed, .asksZBar]

  /// The status with an exit code, the output, the errors and the annotation.
  var workerBytes: [UInt8] {
    var errors = errors
    var (status, code): (UInt8, Int32) =
      switch status {
      case .found: (0, 0)
      case .empty: (1, 0)
      case .failed: (2, 0)
      case .asksZBar: (3, 0)
      case .ended: (2, 0)
      }
    if case .ended(let error) = self.status {
      let failure = CommandFailure(error)
      if let message = failure.message { errors += "oobqr: \(PrintableText.of(message))\n" }
      if failure.exitCode != CommandFailure.refused { (status, code) = (4, failure.exitCode) }
    }
    return Parts.joined([[status, UInt8(truncatingIfNeeded: code)], output, Array(errors.utf8), annotation])
  }

  init?(workerBytes bytes: [UInt8]) {
    guard let parts = Parts.split(bytes), parts.count == 4, parts[0].count == 2, parts[0][0] <= 4 else { return nil }
    let number = Int(parts[0][0])
    self.init(
      status: number < 4 ? Self.statuses[number] : .ended(CommandFailure(nil, exitCode: Int32(parts[0][1]))),
      output: parts[1], errors: String(decoding: parts[2], as: UTF8.self), annotation: parts[3])
  }
}
