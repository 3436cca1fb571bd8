import Glibc
import HostSystem
import TextFormats

extension PrinterQueue {
  /// The most seconds to wait for a job.
  private static let patience = 600

  /// Waits for the end of a job.
  ///
  /// - Returns: Whether it is printed; otherwise it has left the queue, and CUPS cannot be asked more.
  /// - Throws: `Fault` if it is not printed, or waits for somebody.
  func isPrinted(_ job: String) throws -> Bool {
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(Self.patience)
    var state = JobState(state: "pending")
    while clock.now < deadline {
      state = try self.state(of: job)
      switch state.state {
      case "completed": return true
      case "gone": return false
      case "canceled": throw Fault("job \(job) was cancelled\(state.reason); it was not printed")
      case "aborted": throw Fault("job \(job) was aborted\(state.reason); it was not printed")
      case "pending-held":
        throw Fault("job \(job) is held; 'lp -i \(job) -H resume' releases it, and 'cancel \(job)' removes it")
      default: break
      }
      if let reason = try CUPSAnswer(to: "lpstat -p \(quoted)").reason(after: " disabled since ") {
        throw Fault(
          "the queue '\(name)' has been paused\(reason), and job \(job) waits in it; 'cupsenable \(name)' resumes it")
      }
      usleep(500_000)
    }
    throw Fault(
      "job \(job) is still \(state.state) after \(Self.patience) seconds\(state.reason); 'lpstat -o \(name)' shows it")
  }

  private struct JobState {
    /// The value of `job-state` (RFC 8011, 5.3.7), or `gone`.
    var state: String
    /// In brackets; empty if CUPS gives none.
    var reason = ""
  }

  private func state(of job: String) throws -> JobState {
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
      let message = cells.count > 1 ? String(cells[1]).replacing("\"", with: "") : ""
      return JobState(state: String(cells[0]), reason: CUPSAnswer.bracketed(message))
    }
    let active = try CUPSAnswer(to: "lpstat -l -W not-completed -o \(quoted)")
    let entry = active.text.split(separator: "\n").drop { !$0.hasPrefix(job + " ") }
    if entry.isEmpty { return JobState(state: "gone") }
    let details = entry.dropFirst().prefix { $0.hasPrefix("\t") }
    return JobState(state: details.contains { $0.contains("job-hold") } ? "pending-held" : "processing")
  }
}
