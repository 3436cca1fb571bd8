/// Why a process did not answer a request.
package enum WorkerFailure: Error, Hashable, Sendable {
  case timedOut
  /// The process ended by itself: by this signal, or normally if it is 0. Also if what it wrote is not an answer.
  case died(signal: Int32)
  /// The process was in a ``Jail``, and its memory did not suffice.
  case outOfMemory
  case cannotStart(ChildProcess.StartFailure)
}

/// A message between a process and its worker: a value, and bytes that need no form of their own, as those of a picture.
enum WorkerMessage {
  /// The number of this form, then the lengths of the value and of the bytes in four bytes each.
  static let headerBytes = 9
  private static let version: UInt8 = 1

  /// What comes before the bytes: the header and the value.
  static func start(_ value: some Encodable, before bytes: [UInt8]) -> [UInt8] {
    let value = WorkerCoding.bytes(of: value)
    return [version] + WorkerCoding.four(value.count) + WorkerCoding.four(bytes.count) + value
  }

  /// - Returns: `nil` for a header of another form.
  static func lengths(in header: [UInt8]) -> (value: Int, bytes: Int)? {
    guard header.first == version else { return nil }
    return (WorkerCoding.number(in: header, at: 1), WorkerCoding.number(in: header, at: 5))
  }
}

extension ChildProcess {
  /// Sends a request, and waits for the answer.
  ///
  /// - Parameter limit: The most bytes of the answer: it may come from a process that a picture has taken over.
  func answer<Reply: Decodable>(
    to request: some Encodable, _ bytes: [UInt8], atMost limit: Int, until deadline: ContinuousClock.Instant
  ) throws(WorkerFailure) -> (reply: Reply, bytes: [UInt8]) {
    // Whether the process is gone shows when its answer is read.
    if send(WorkerMessage.start(request, before: bytes), until: deadline) { send(bytes, until: deadline) }
    guard let lengths = WorkerMessage.lengths(in: try receive(WorkerMessage.headerBytes, until: deadline)),
      lengths.value + lengths.bytes <= limit
    else { throw .died(signal: 0) }
    let value = try receive(lengths.value, until: deadline)
    guard let reply = try? WorkerCoding.value(Reply.self, in: value) else { throw .died(signal: 0) }
    return (reply, try receive(lengths.bytes, until: deadline))
  }

  /// Waits for this many bytes of its output.
  private func receive(_ count: Int, until deadline: ContinuousClock.Instant) throws(WorkerFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      switch read(until: deadline, atMost: min(count - bytes.count, 1 << 16)) {
      case .bytes(let more): bytes += more
      case .timedOut: throw .timedOut
      case .ended: throw ending
      }
    }
    return bytes
  }

  private var ending: WorkerFailure {
    Interruption.waitIfEnding()
    closeInput()
    // Writing a core file takes time.
    return switch wait(until: .now + .seconds(2)) {
    case .crashed(let signal): .died(signal: signal)
    case .exited(Jail.outOfMemory): .outOfMemory
    default: .died(signal: 0)
    }
  }
}
