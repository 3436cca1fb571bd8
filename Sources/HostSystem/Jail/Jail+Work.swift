import CJail
import Glibc

extension Jail {
  /// Does work in a copy of this process that enters the jail first, and waits for its reply.
  ///
  /// This process can still write files, print, say how the copy ended, and open zbar, which takes longer than all else and
  /// is seldom asked. The copy has only the calling thread, so this process must have no other that may hold a lock, which would
  /// never be released: ``Attendant`` waits without one.
  ///
  /// - Parameters:
  ///   - timeout: Seconds after which the copy is killed.
  ///   - work: Is told why there is no filter, or `nil` if there is one.
  package func run<Reply: WorkerMessage>(
    timeout: Double, _ work: (Shortfall?) -> Reply
  ) -> WorkerOutcome<Reply> {
    var jail = self
    // The parent's clock is exact; this one remains if the parent does not.
    jail.seconds = Int(timeout.rounded(.up)) + 1
    do throws(ChildProcess.StartFailure) {
      let process = try ChildProcess(forking: { FrameReader.frame(work(jail.enter()).workerBytes) })
      return process.reply(until: .now + .seconds(timeout)).outcome
    } catch {
      return .cannotStart(error)
    }
  }
}

extension ChildProcess {
  /// Starts a copy of this process, whose output is what `work` returns, and which then ends.
  convenience init(forking work: () -> [UInt8]) throws(StartFailure) {
    var ends: [Int32] = [0, 0]
    guard unsafe pipe(&ends) == 0 else {
      throw StartFailure(executable: "oobqr", reason: "no pipe: \(FileFailure.systemReason())")
    }
    let source = FileDescriptor(owning: ends[0])
    let sink = FileDescriptor(owning: ends[1])
    let parent = getpid()
    let id = oobqr_fork()
    guard id >= 0 else { throw StartFailure(executable: "oobqr", reason: FileFailure.systemReason()) }
    if id == 0 { Self.work(sink.raw, parent, work) }
    // Both sides do it, as either may be first.
    setpgid(id, id)
    self.init(id: id, output: source)
  }

  /// What the copy does.
  private static func work(_ sink: Int32, _ parent: pid_t, _ work: () -> [UInt8]) -> Never {
    setpgid(0, 0)
    Interruption.leaveToParent()
    _ = oobqr_end_with_parent()
    if getppid() != parent { _exit(1) }
    // The streams of this process are none of its business.
    dup2(sink, STDIN_FILENO)
    dup2(sink, STDOUT_FILENO)
    try? FileSystem.writeAll(work(), descriptor: STDOUT_FILENO, name: "-")
    _exit(0)
  }
}
