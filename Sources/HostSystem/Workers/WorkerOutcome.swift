/// The outcome of a request to another process.
package enum WorkerOutcome<Reply: Sendable>: Sendable {
  case reply(Reply)
  case timedOut
  /// The process ended by itself: by this signal, or normally if it is 0.
  case died(signal: Int32)
  /// The process was in a ``Jail``, and its memory did not suffice.
  case outOfMemory
  case cannotStart(ChildProcess.StartFailure)
}

extension ChildProcess {
  /// Waits for the next message in its output.
  ///
  /// - Returns: The outcome, and whether nothing follows the message so far.
  func reply<Reply: WorkerMessage>(
    until deadline: ContinuousClock.Instant
  ) -> (outcome: WorkerOutcome<Reply>, isComplete: Bool) {
    var frames = FrameReader()
    while true {
      if let frame = frames.next() {
        guard let reply = Reply(workerBytes: frame) else { return (.died(signal: 0), false) }
        return (.reply(reply), frames.isEmpty)
      }
      if frames.announced ?? 0 > Reply.mostBytes { return (.died(signal: 0), false) }
      switch read(until: deadline) {
      case .bytes(let bytes): frames.add(bytes)
      case .timedOut: return (.timedOut, false)
      case .ended:
        Interruption.waitIfEnding()
        closeInput()
        // Writing a core file takes time.
        switch wait(until: .now + .seconds(2)) {
        case .crashed(let signal): return (.died(signal: signal), false)
        case .exited(Jail.outOfMemory): return (.outOfMemory, false)
        default: return (.died(signal: 0), false)
        }
      }
    }
  }
}
