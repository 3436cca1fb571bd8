import CommandSupport
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
  /// Processes that have answered what they were asked.
  private let idle = Mutex<[ChildProcess]>([])
  /// Whether some process has given an answer of the right form.
  private let hasAnswered = Atomic(false)

  /// The longest answer, in bytes.
  private static let limit = 1 << 24

  init(_ command: String, timeout: Double) { (self.command, self.timeout) = (command, timeout) }

  /// Scans a picture.
  ///
  /// - Returns: A result whose failure completes the sentence that begins with the path.
  /// - Throws: `CommandFailure` if there is no process to ask.
  func read(_ entry: Manifest.Entry, _ path: String) throws(CommandFailure) -> ReadingRates.Result {
    let process: ChildProcess
    do { process = try idle.withLock { $0.popLast() } ?? ChildProcess("/bin/sh", ["-c", "--", command]) } catch {
      throw CommandFailure(error)
    }
    do throws(Fault) {
      let id = JSONValue.string(entry.path)
      let answer = try answer(of: process, to: ["id": id, "path": .string(FileSystem.resolved(path))])
      if let other = answer["id"], other != id { throw Self.notAnAnswer("its id is that of another picture") }
      guard answer["error"]?.text != nil || answer["symbols"]?.elements != nil else {
        throw Self.notAnAnswer("it has no symbols")
      }
      let result: ReadingRates.Result
      do { result = try ScannerAnswer(answer).result(in: entry) } catch { throw Self.notAnAnswer("\(error)") }
      hasAnswered.store(true, ordering: .relaxed)
      idle.withLock { $0.append(process) }
      return result
    } catch {
      // A command that has never answered does not speak this protocol.
      if !hasAnswered.load(ordering: .relaxed) { throw CommandFailure("--with-lines '\(command)': \(error)") }
      return ReadingRates.Result(failure: ": \(error)")
    }
  }

  private static func notAnAnswer(_ reason: String) -> Fault {
    Fault("the answer is not like those of 'oobqr scan --list -': \(reason)")
  }

  /// Sends a line and waits for the answer. After a failure the process is in an unknown state.
  private func answer(of process: ChildProcess, to request: JSONValue) throws(Fault) -> JSONValue {
    let deadline = ContinuousClock.now + .seconds(timeout)
    process.send(Array("\(request)\n".utf8), until: deadline)
    var line: [UInt8] = []
    while !line.contains(UInt8(ascii: "\n")) {
      if line.count > Self.limit { throw Self.notAnAnswer("it has more than \(Self.limit) bytes") }
      switch process.read(until: deadline) {
      case .bytes(let bytes): line += bytes
      case .ended: throw Fault("the command ended instead of answering")
      case .timedOut: throw Fault("no answer within \(timeout) s")
      }
    }
    guard line.firstIndex(of: UInt8(ascii: "\n")) == line.count - 1 else {
      throw Self.notAnAnswer("there is more than one line")
    }
    do { return try JSONDocument(parsing: line).value } catch { throw Self.notAnAnswer("not JSON: \(error)") }
  }
}
