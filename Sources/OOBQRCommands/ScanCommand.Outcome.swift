extension ScanCommand {
  /// What a picture came to, and what there is to print about it.
  struct Outcome: Sendable {
    enum Status: Sendable {
      case found, empty, failed
      /// With an exit code or message of its own.
      case ended(any Error)

      var isFailed: Bool { if case .failed = self { true } else { false } }
      var isEmpty: Bool { if case .empty = self { true } else { false } }
    }

    var status: Status
    var output: [UInt8] = []
    var errors = ""
  }
}
