import Glibc
import HostSystem
import OutOfBand
import TextFormats

extension PrinterQueue {
  /// The most seconds to wait for a job.
  private static let patience = 600

  /// Waits until a job is printed, or has left the queue.
  func end(of job: String) throws(PrinterQueueError) -> Event {
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(Self.patience)
    var state = JobState(state: "pending", message: "")
    while clock.now < deadline {
      state = try self.state(of: job)
      switch state.state {
      case "completed": return .printed(job: job)
      case "gone": return .left(job: job)
      case "canceled": throw .cancelled(job: job, reason: state.message)
      case "aborted": throw .aborted(job: job, reason: state.message)
      case "pending-held": throw .held(job: job)
      default: break
      }
      if let reason = try CUPSAnswer(to: "lpstat -p \(quoted)").reason(after: " disabled since ") {
        throw .pausedBeforeJob(job, queue: name, reason: reason)
      }
      usleep(500_000)
    }
    throw .unfinished(job: job, queue: name, state: state.state, reason: state.message, seconds: Self.patience)
  }

  private struct JobState {
    /// The value of `job-state` (RFC 8011, 5.3.7), or `gone`.
    var state: String
    var message: String
  }

  private func state(of job: String) throws(PrinterQueueError) -> JobState {
    // lpstat prints neither the state nor, in CUPS 2.4, a reason that depends on it.
    let request = """
      { OPERATION Get-Job-Attributes GROUP operation-attributes-tag ATTR charset attributes-charset utf-8 \
      ATTR language attributes-natural-language en ATTR uri job-uri $uri \
      ATTR keyword requested-attributes job-state,job-printer-state-message \
      DISPLAY job-state DISPLAY job-printer-state-message }
      """
    let number = String(job.split(separator: "-").last ?? "")
    let command = """
      host=$(lpstat -H); case $host in /*) host=localhost;; esac
      printf '%s\\n' \(ShellText.word(request)) | ipptool -c "ipp://$host/jobs/\(number)" /dev/stdin
      """
    let answer = try CUPSAnswer(to: command)
    let lines = answer.text.split(whereSeparator: \.isNewline)
    if lines.count > 1, lines[0].hasPrefix("job-state,") {
      let cells = lines[1].split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
      return JobState(
        state: String(cells[0]),
        message: cells.count > 1 ? String(cells[1]).replacing("\"", with: "") : "")
    }
    let active = try CUPSAnswer(to: "lpstat -l -W not-completed -o \(quoted)")
    let entry = active.text.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { !$0.hasPrefix(job + " ") }.dropFirst().prefix { $0.hasPrefix("\t") }
    if !active.text.split(separator: "\n").contains(where: { $0.hasPrefix(job + " ") }) {
      return JobState(state: "gone", message: "")
    }
    return JobState(state: entry.contains { $0.contains("job-hold") } ? "pending-held" : "processing", message: "")
  }
}
