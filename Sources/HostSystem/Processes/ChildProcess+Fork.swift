import CJail
import Glibc

extension ChildProcess {
  /// Starts a copy of this process that does work and ends, with standard input and output of its own.
  ///
  /// Opening a program takes longer than reading a small picture. The copy has only the calling thread, so this process must have no
  /// other that may hold a lock, which would never be released: ``ProcessStarter`` waits without one.
  package convenience init(forking work: () -> Void) throws(StartFailure) {
    let channels = try Channels(to: "oobqr")
    let id = oobqr_fork()
    guard id >= 0 else { throw StartFailure(executable: "oobqr", reason: FileFailure.systemReason()) }
    if id == 0 {
      setpgid(0, 0)
      dup2(channels.theirInput.raw, STDIN_FILENO)
      dup2(channels.theirOutput.raw, STDOUT_FILENO)
      work()
      _exit(0)
    }
    // Both sides do it, as either may be first.
    setpgid(id, id)
    Interruption.add(group: id)
    self.init(id: id, channels)
  }
}
