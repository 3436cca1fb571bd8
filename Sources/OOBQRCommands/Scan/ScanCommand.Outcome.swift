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

extension ScanCommand.Outcome {
  /// The outcome of a worker that a picture may have taken over: nothing in it steers a terminal, and each line of JSON is an
  /// object.
  func checked(isJSON: Bool, isRaw: Bool) -> ScanCommand.Outcome {
    var checked = self
    checked.errors = Self.harmless(errors)
    if isRaw { return checked }
    if isJSON {
      let lines = output.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true)
      if lines.contains(where: { (try? JSONDocument(parsing: Array($0)).value.members) == nil }) {
        return ScanCommand.Outcome(failed: InputFailure(message: "the scan gave an answer that is not JSON"))
      }
      return checked
    }
    checked.output = Array(Self.harmless(String(decoding: output, as: UTF8.self)).utf8)
    return checked
  }

  /// Keeps colours and styles, and escapes everything else that steers a terminal.
  private static func harmless(_ text: String) -> String {
    var shown = ""
    var rest = text[...]
    while let style = rest.firstMatch(of: /\u{1B}\[[0-9;]*m/) {
      shown += PrintableText.of(String(rest[..<style.range.lowerBound]), keepingNewlines: true) + style.0
      rest = rest[style.range.upperBound...]
    }
    return shown + PrintableText.of(String(rest), keepingNewlines: true)
  }
}

extension ScanCommand.Outcome: WorkerMessage {
  /// With a picture with outlines.
  static var mostBytes: Int { 1 << 29 }

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
