import Imaging

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
    /// The file of a printer profile.
    var profile: [UInt8] = []
    /// What is drawn once the output is printed.
    var outlined: Outlined?

    /// A picture in which outlines are drawn.
    struct Outlined: Sendable {
      var picture: ScanPicture
      var corners: [Corners]
    }
  }
}

extension ScanCommand.Outcome {
  init(failed failure: InputFailure) {
    self.init(status: .failed, errors: Console.current.line(failure.message))
  }

  /// The same among other pictures: an error is printed in its place, and does not end the command.
  var amongOthers: ScanCommand.Outcome {
    guard case .ended(let error) = status else { return self }
    var outcome = self
    if let message = CommandFailure(error).message { outcome.errors += Console.current.line(message) }
    outcome.status = .failed
    return outcome
  }
}
