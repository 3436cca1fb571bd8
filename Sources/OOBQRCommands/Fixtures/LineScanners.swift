import HostSystem
import SymbolFixtures
import Synchronization
import TextFormats

/// A scanner that stays running: a command that answers each line of JSON with one line of JSON, as `oobqr scan --list -` does.
/// There are as many processes as threads that ask.
final class LineScanners: Sendable {
  private let command: String
  /// Seconds for one picture.
  private let timeout: Double
  private let idle = Mutex<[LineScanner]>([])
  /// Whether some process has given an answer of the right form.
  private let hasAnswered = Atomic(false)

  init(_ command: String, timeout: Double) { (self.command, self.timeout) = (command, timeout) }

  /// Scans a picture.
  ///
  /// - Returns: A result whose failure completes the sentence that begins with the path.
  /// - Throws: `CommandFailure` if there is no process to ask.
  func read(_ entry: Manifest.Entry, _ path: String) throws(CommandFailure) -> ReadingRates.Result {
    let scanner: LineScanner
    if let free = idle.withLock({ $0.popLast() }) {
      scanner = free
    } else {
      do { scanner = try LineScanner(command) } catch { throw CommandFailure(error) }
    }
    let id = JSONValue.string(entry.path)
    let request = JSONValue.object([.init("id", id), .init("path", .string(FileSystem.resolved(path)))])
    do throws(LineScanner.Failure) {
      let answer = try scanner.answer(to: request, within: timeout)
      if let other = answer["id"], other != id { throw .notAnAnswer("its id is that of another picture") }
      let error = answer["error"]?.text
      guard error != nil || answer["symbols"]?.elements != nil else { throw .notAnAnswer("it has no symbols") }
      do throws(PredictionFile.PredictionFault) {
        var result = ReadingRates.Result(found: try PredictionFile.symbols(answer), in: entry)
        result.failure = error.map { ": \($0)" }
        hasAnswered.store(true, ordering: .relaxed)
        idle.withLock { $0.append(scanner) }
        return result
      } catch {
        throw .notAnAnswer(error.reason)
      }
    } catch {
      // A command that has never answered does not speak this protocol.
      if !hasAnswered.load(ordering: .relaxed) { throw CommandFailure("--with-lines '\(command)': \(error)") }
      return ReadingRates.Result(failure: ": \(error)")
    }
  }
}

/// A process that answers lines.
final class LineScanner: Sendable {
  private let process: ChildProcess
  /// What was read behind the last answer.
  private let rest = Mutex<[UInt8]>([])

  /// The longest answer, in bytes.
  private static let limit = 1 << 24

  enum Failure: Error, CustomStringConvertible {
    case ended
    case timedOut(seconds: Double)
    case notAnAnswer(String)

    var description: String {
      switch self {
      case .ended: "the command ended instead of answering"
      case .timedOut(let seconds): "no answer within \(seconds) s"
      case .notAnAnswer(let reason): "the answer is not like those of 'oobqr scan --list -': \(reason)"
      }
    }
  }

  init(_ command: String) throws(ChildProcess.StartFailure) {
    process = try ChildProcess("/bin/sh", ["-c", "--", command])
  }

  /// Sends a line and waits for the answer. After a failure the process is in an unknown state.
  func answer(to request: JSONValue, within seconds: Double) throws(Failure) -> JSONValue {
    let deadline = ContinuousClock.now + .seconds(seconds)
    process.send(Array("\(request)\n".utf8), until: deadline)
    let line = try rest.withLock { rest in
      Result { () throws(Failure) in try nextLine(&rest, deadline, seconds) }
    }.get()
    do { return try JSONDocument(parsing: line).value } catch { throw .notAnAnswer("not JSON: \(error)") }
  }

  private func nextLine(
    _ rest: inout [UInt8], _ deadline: ContinuousClock.Instant, _ seconds: Double
  ) throws(Failure) -> [UInt8] {
    while true {
      if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        guard end == rest.count - 1 else { throw .notAnAnswer("there is more than one line") }
        defer { rest = [] }
        return Array(rest[..<end])
      }
      if rest.count > Self.limit { throw .notAnAnswer("it has more than \(Self.limit) bytes") }
      switch process.read(until: deadline) {
      case .bytes(let bytes): rest += bytes
      case .ended: throw .ended
      case .timedOut: throw .timedOut(seconds: seconds)
      }
    }
  }
}
