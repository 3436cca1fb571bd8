import HostSystem
import ImageCoding

/// The answer of a process that was to enter the jail.
struct Confined<Reply: WorkerMessage>: WorkerMessage {
  /// Why there is no filter of system calls; empty if there is one.
  var shortfall: String
  var result: Result<Reply, InputFailure>

  /// Does the work, unless it needs a jail that is not there.
  init(_ rules: JailRules, _ shortfall: Jail.Shortfall?, _ work: () throws(InputFailure) -> Reply) {
    self.shortfall = shortfall.map { "\($0)" } ?? ""
    if let shortfall, rules.isRequired {
      result = .failure(InputFailure(message: "not read, because of --require-jail: \(shortfall)"))
    } else {
      result = Result(catching: work)
    }
  }

  /// Bytes of a sentence; no sentence of ours has as many.
  private static var mostSentence: Int { 4096 }

  static var mostBytes: Int { Reply.mostBytes + 3 * mostSentence }

  init?(workerBytes bytes: [UInt8]) {
    guard let parts = Parts.split(bytes, atMost: 3), parts.count == 3,
      parts[..<2].allSatisfy({ $0.count <= Self.mostSentence })
    else { return nil }
    shortfall = String(decoding: parts[0], as: UTF8.self)
    if parts[1].isEmpty {
      guard let reply = Reply(workerBytes: parts[2]) else { return nil }
      result = .success(reply)
    } else {
      result = .failure(InputFailure(message: String(decoding: parts[1], as: UTF8.self)))
    }
  }

  var workerBytes: [UInt8] {
    switch result {
    case .success(let reply): Parts.joined([Array(shortfall.utf8), [], reply.workerBytes])
    case .failure(let failure): Parts.joined([Array(shortfall.utf8), Array(failure.message.utf8), []])
    }
  }
}

extension WorkerOutcome {
  /// The reply, or how the process ended instead.
  ///
  /// - Parameter seconds: The time limit.
  func reply(seconds: Double) throws(InputFailure) -> Reply {
    switch self {
    case .reply(let reply): return reply
    case .timedOut: throw .timedOut(seconds)
    case .died(signal: Jail.forbidden):
      throw InputFailure(message: "the picture decoder tried something forbidden (signal \(Jail.forbidden))")
    case .died(let signal):
      throw InputFailure(message: "the scan crashed" + (signal > 0 ? " with signal \(signal)" : ""))
    case .outOfMemory:
      throw .outOfMemory
    case .cannotStart(let failure): throw InputFailure(message: "\(failure)")
    }
  }
}

extension InputFailure {
  /// Converts an error of a decoder or of the scanner.
  init(_ error: any Error) {
    switch error {
    case let failure as InputFailure: self = failure
    case ImageCodingError.outOfMemory: self = .outOfMemory
    default: self.init(message: "\(error)")
    }
  }

  /// A picture needs more memory than the jail allows.
  static var outOfMemory: InputFailure {
    InputFailure(message: "reading it takes more memory than allowed; scan and check take --max-memory")
  }

  /// - Parameter seconds: The time limit.
  static func timedOut(_ seconds: Double) -> InputFailure {
    InputFailure(message: "timed out after \(ScanTime.words(seconds))")
  }
}
