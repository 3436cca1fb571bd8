import KioskPrinting
import Testing

struct PrinterQueueErrorTests {
  static let paused = PrinterQueueError.paused(queue: "q", reason: "out of labels")
  static let sentences: [(PrinterQueueError, String)] = [
    (.notInstalled, "lp, which sends files to printers, is not installed (Debian: cups-client)"),
    (.endedBySignal(11, command: "lpstat -e"), "CUPS: 'lpstat -e' was ended by signal 11"),
    (.timedOut(command: "lpstat -e", seconds: 30), "CUPS did not answer 'lpstat -e' within 30 seconds"),
    (.tooMuchOutput(limit: 16_777_216), "CUPS printed more than 16777216 bytes"),
    (.noAnswer(reason: "Bad file descriptor"), "CUPS does not answer: Bad file descriptor"),
    (.unknownQueue("q", known: []), "CUPS has no queue 'q'; add one with lpadmin"),
    (.unknownQueue("q", known: ["a", "b"]), "CUPS has no queue 'q'; it has a, b"),
    (paused, "the queue 'q' is paused (out of labels); 'cupsenable q' resumes it"),
    (
      .acceptsNoJobs(queue: "q", reason: ""), "the queue 'q' accepts no jobs; 'cupsaccept q' lets it accept them"
    ),
    (
      .noPaperSizes(queue: "q"),
      "the queue 'q' offers no sizes of paper: it is a raw queue, which passes files on as they are"
    ),
    (.refused(queue: "q", reason: ""), "lp cannot print on 'q': no reason is given"),
    (.noJobNumber(answer: "hello"), "lp printed no job number: hello"),
    (.cancelled(job: "q-7", reason: "too wide"), "job q-7 was cancelled (too wide); it was not printed"),
    (.aborted(job: "q-7", reason: ""), "job q-7 was aborted; it was not printed"),
    (.held(job: "q-7"), "job q-7 is held; 'lp -i q-7 -H resume' releases it, and 'cancel q-7' removes it"),
    (
      .pausedBeforeJob("q-7", queue: "q", reason: "jam"),
      "the queue 'q' has been paused (jam), and job q-7 waits in it; 'cupsenable q' resumes it"
    ),
    (
      .unfinished(job: "q-7", queue: "q", state: "processing", reason: "jam", seconds: 600),
      "job q-7 is still processing after 600 seconds (jam); 'lpstat -o q' shows it"
    ),
    (.cannotRecord(UnderlyingError(PosterError.malformedTexts(reason: "x"))), "the texts cannot be used: x"),
  ]

  @Test(arguments: sentences) func `every error is a clause with the commands of CUPS that help`(
    error: PrinterQueueError, sentence: String
  ) { #expect("\(error)" == sentence) }

  @Test func `a queue without the paper lists what it offers`() throws {
    let offered = try #require(QueueMedia(options: "PageSize/Media Size: *A4 Env10\n"))
    #expect(
      "\(PrinterQueueError.unknownPaper("a5", queue: "q", offered: offered))"
        == "the queue 'q' has no paper 'a5'; it offers A4 (210 × 297 mm), Env10")
    #expect(
      "\(PrinterQueueError.noPaper(of: .a5, queue: "q", offered: offered))"
        == "the queue 'q' has no paper of 148 × 210 mm; it offers A4 (210 × 297 mm), Env10")
  }

  @Test func `events are reported in the words of the errors`() {
    #expect("\(PrinterQueue.Event.paused(queue: "q", reason: "out of labels"))" == "\(Self.paused)")
    #expect(
      "\(PrinterQueue.Event.queued(job: "q-7", queue: "q"))"
        == "job q-7 is in the queue; 'lpstat -o q' shows whether it was printed")
    #expect("\(PrinterQueue.Event.printed(job: "q-7"))" == "job q-7 was printed")
    #expect(
      "\(PrinterQueue.Event.left(job: "q-7"))"
        == "job q-7 has left the queue; install ipptool (Debian: cups-ipp-utils) to see whether it was printed")
  }
}
