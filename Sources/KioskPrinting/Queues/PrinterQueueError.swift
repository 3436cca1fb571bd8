package import HostSystem

/// The reason why a queue does not print.
package enum PrinterQueueError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no `lp`.
  case notInstalled
  /// The shell for a command of CUPS cannot be started.
  case cannotStart(ChildProcess.StartFailure)
  /// A signal ended a command of CUPS.
  case endedBySignal(Int32, command: String)
  /// A command of CUPS took too long.
  case timedOut(command: String, seconds: Int)
  /// A command of CUPS printed more than `limit` bytes.
  case tooMuchOutput(limit: Int)
  /// The scheduler of CUPS does not answer.
  case noAnswer(reason: String)
  /// CUPS has no queue of this name, only those in `known`.
  case unknownQueue(String, known: [String])
  /// The queue takes jobs, and keeps them; the reason is empty if CUPS gives none.
  case paused(queue: String, reason: String)
  /// The queue takes no jobs; the reason is empty if CUPS gives none.
  case acceptsNoJobs(queue: String, reason: String)
  /// The queue has no list of paper to choose from.
  case noPaperSizes(queue: String)
  /// The queue has no paper of this name.
  case unknownPaper(String, queue: String, offered: QueueMedia)
  /// The queue has no paper of this size.
  case noPaper(of: LabelStock.Size, queue: String, offered: QueueMedia)
  /// `lp` refused the file; the reason is empty if it gives none.
  case refused(queue: String, reason: String)
  /// `lp` printed this, and no job number.
  case noJobNumber(answer: String)
  /// The job was cancelled; the reason is empty if CUPS gives none.
  case cancelled(job: String, reason: String)
  /// The printer or a filter gave the job up; the reason is empty if CUPS gives none.
  case aborted(job: String, reason: String)
  /// The job waits until someone releases it.
  case held(job: String)
  /// The queue was paused before the job was printed; the reason is empty if CUPS gives none.
  case pausedBeforeJob(String, queue: String, reason: String)
  /// The job has not ended after `seconds`; the state is a value of `job-state` (RFC 8011, 5.3.7).
  case unfinished(job: String, queue: String, state: String, reason: String, seconds: Int)
  /// The print cannot be read from its temporary file.
  case cannotRead(FileFailure)
  /// The caller's `record` closure threw this error.
  case cannotRecord(UnderlyingError)

  package var description: String {
    func bracketed(_ reason: String) -> String { reason.isEmpty ? "" : " (\(reason))" }
    switch self {
    case .notInstalled: return "lp, which sends files to printers, is not installed (Debian: cups-client)"
    case .cannotStart(let failure): return "\(failure)"
    case .endedBySignal(let signal, let command): return "CUPS: '\(command)' was ended by signal \(signal)"
    case .timedOut(let command, let seconds): return "CUPS did not answer '\(command)' within \(seconds) seconds"
    case .tooMuchOutput(let limit): return "CUPS printed more than \(limit) bytes"
    case .noAnswer(let reason): return "CUPS does not answer: \(reason)"
    case .unknownQueue(let name, let known):
      return "CUPS has no queue '\(name)'; "
        + (known.isEmpty ? "add one with lpadmin" : "it has " + known.prefix(20).joined(separator: ", "))
    case .paused(let queue, let reason):
      return "the queue '\(queue)' is paused\(bracketed(reason)); 'cupsenable \(queue)' resumes it"
    case .acceptsNoJobs(let queue, let reason):
      return "the queue '\(queue)' accepts no jobs\(bracketed(reason)); 'cupsaccept \(queue)' lets it accept them"
    case .noPaperSizes(let queue):
      return "the queue '\(queue)' offers no sizes of paper: it is a raw queue, which passes files on as they are"
    case .unknownPaper(let name, let queue, let offered):
      return "the queue '\(queue)' has no paper '\(name)'; it offers \(offered)"
    case .noPaper(let size, let queue, let offered):
      return "the queue '\(queue)' has no paper of \(size); it offers \(offered)"
    case .refused(let queue, let reason):
      return "lp cannot print on '\(queue)': \(reason.isEmpty ? "no reason is given" : reason)"
    case .noJobNumber(let answer): return "lp printed no job number: \(answer)"
    case .cancelled(let job, let reason): return "job \(job) was cancelled\(bracketed(reason)); it was not printed"
    case .aborted(let job, let reason): return "job \(job) was aborted\(bracketed(reason)); it was not printed"
    case .held(let job):
      return "job \(job) is held; 'lp -i \(job) -H resume' releases it, and 'cancel \(job)' removes it"
    case .pausedBeforeJob(let job, let queue, let reason):
      return "the queue '\(queue)' has been paused\(bracketed(reason)), and job \(job) waits in it; "
        + "'cupsenable \(queue)' resumes it"
    case .unfinished(let job, let queue, let state, let reason, let seconds):
      return "job \(job) is still \(state) after \(seconds) seconds\(bracketed(reason)); 'lpstat -o \(queue)' shows it"
    case .cannotRead(let failure): return "\(failure)"
    case .cannotRecord(let error): return "\(error)"
    }
  }
}
