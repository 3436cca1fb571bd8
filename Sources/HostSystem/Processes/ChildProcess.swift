import CJail
import Glibc
import Synchronization

/// A running child process, with pipes to its standard input and output.
///
/// It leads its own process group, so that it can be killed with everything that it started. Whatever still runs when
/// this object is released is killed.
package final class ChildProcess: Sendable {
  private let id: pid_t
  private let input: Mutex<FileDescriptor?>
  private let output: FileDescriptor
  private let isCollected = Atomic(false)

  /// The path of the program of this process.
  package static let thisProgram = "/proc/self/exe"

  /// The reason why a program could not be started.
  package struct StartFailure: Error, Hashable, Sendable, CustomStringConvertible {
    package var executable: String
    package var reason: String

    /// Whether the limit on processes was reached.
    var isAtLimit: Bool { reason == FileFailure.systemReason(EAGAIN) }

    package var description: String {
      let name = executable == thisProgram ? "oobqr" : executable
      return "cannot run \(name): \(reason)"
        + (isAtLimit ? " (too many processes: \(ProcessLimit.processes))" : "")
    }
  }

  /// Starts a program.
  ///
  /// - Parameter sharesErrors: Whether its standard error goes to ours; otherwise it is discarded.
  package init(
    _ executable: String, _ arguments: [String], sharesErrors: Bool = true
  ) throws(StartFailure) {
    let ends = try Attendant.result {
      Result { () throws(StartFailure) in try Self.start(executable, arguments, sharesErrors: sharesErrors) }
    }.get()
    id = ends.id
    input = Mutex(FileDescriptor(owning: ends.input))
    output = FileDescriptor(owning: ends.output)
  }

  /// A process that has been started, and leads a group.
  init(id: pid_t, _ channels: consuming Channels) {
    self.id = id
    input = Mutex(channels.input)
    output = channels.output
  }

  deinit { kill() }

  private struct Ends: Sendable {
    var id: pid_t, input: Int32, output: Int32
  }

  /// Both ends of its standard input and output.
  struct Channels: ~Copyable {
    let input: FileDescriptor, theirInput: FileDescriptor, output: FileDescriptor, theirOutput: FileDescriptor

    /// - Parameter executable: The program, for errors.
    init(to executable: String) throws(StartFailure) {
      var ends: [Int32] = [0, 0]
      // A socket, unlike a pipe, can be written without SIGPIPE when its reader is gone.
      guard unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else {
        throw StartFailure(executable: executable, reason: "no socket: \(FileFailure.systemReason())")
      }
      let ours = FileDescriptor(owning: ends[1])
      let theirs = FileDescriptor(owning: ends[0])
      guard unsafe pipe(&ends) == 0 else {
        throw StartFailure(executable: executable, reason: "no pipe: \(FileFailure.systemReason())")
      }
      input = ours
      theirInput = theirs
      output = FileDescriptor(owning: ends[0])
      theirOutput = FileDescriptor(owning: ends[1])
      for end in [input.raw, theirInput.raw, output.raw, theirOutput.raw] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }
  }

  private static func start(
    _ executable: String, _ arguments: [String], sharesErrors: Bool
  ) throws(StartFailure) -> Ends {
    let channels = try Channels(to: executable)
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, channels.theirInput.raw, STDIN_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, channels.theirOutput.raw, STDOUT_FILENO)
    if !sharesErrors { unsafe posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0) }
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    // Signals that we ignore or block are reset in the child.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe sigfillset(&signals)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    var words = unsafe ([executable] + arguments).map { (word: String) in unsafe strdup(word) } + [nil]
    defer { unsafe words.forEach { unsafe free($0) } }
    var id = pid_t()
    let status = unsafe posix_spawn(&id, executable, &actions, &attributes, &words, environ)
    guard status == 0 else { throw StartFailure(executable: executable, reason: FileFailure.systemReason(status)) }
    Interruption.add(group: id)
    return Ends(id: id, input: channels.input.released(), output: channels.output.released())
  }

  /// Writes to its standard input. If it reads no more, the rest is lost.
  ///
  /// - Returns: `false` if it has not read the bytes by the deadline.
  @discardableResult
  package func send(_ bytes: [UInt8], until deadline: ContinuousClock.Instant) -> Bool {
    input.withLock { input in
      guard let raw = input?.raw else { return true }
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = unsafe rest.withUnsafeBytes {
          unsafe Glibc.send(raw, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
        }
        if count > 0 { rest = rest.dropFirst(count) }
        if count > 0 || errno == EINTR { continue }
        guard errno == EAGAIN else {
          input = nil
          break
        }
        if !FileDescriptor.wait(for: raw, POLLOUT, until: deadline) { return false }
      }
      return true
    }
  }

  /// Closes its standard input.
  package func closeInput() { input.withLock { _ = $0.take() } }

  /// The result of a read.
  package enum Chunk: Equatable {
    case bytes([UInt8])
    case ended
    case timedOut
  }

  /// Whether output, or its end, is waiting to be read.
  var hasOutput: Bool {
    var event = pollfd(fd: output.raw, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&event, 1, 0) != 0
  }

  /// Waits for output.
  ///
  /// - Parameter limit: The most bytes, 1 or more.
  package func read(until deadline: ContinuousClock.Instant, atMost limit: Int = 8192) -> Chunk {
    var chunk = [UInt8](repeating: 0, count: limit)
    guard FileDescriptor.wait(for: output.raw, POLLIN, until: deadline) else { return .timedOut }
    let count = FileDescriptor.read(output.raw, into: &chunk)
    return count <= 0 ? .ended : .bytes(Array(chunk[..<count]))
  }

  /// The way a program ended.
  package enum Ending: Hashable, Sendable {
    case exited(Int32)
    /// A signal ended it.
    case crashed(Int32)
    case timedOut
    /// It wrote more than the limit.
    case wroteTooMuch
  }

  /// Waits until it ends by itself.
  ///
  /// - Returns: `nil` if it has not ended by the deadline, or has already been waited for.
  package func wait(until deadline: ContinuousClock.Instant) -> Ending? {
    var code: Int32 = 0
    while true {
      let ended = unsafe waitpid(id, &code, WNOHANG)
      if ended == id {
        isCollected.store(true, ordering: .relaxed)
        Interruption.forget(group: id)
        // What it has started and left behind.
        Glibc.kill(-id, SIGKILL)
        let signal = code & 0x7F
        return signal == 0 ? .exited(code >> 8 & 0xFF) : .crashed(signal)
      }
      if ended < 0 && errno != EINTR || ContinuousClock.now > deadline { return nil }
      usleep(1000)
    }
  }

  /// Kills it and its process group.
  package func kill() {
    if isCollected.exchange(true, ordering: .relaxed) { return }
    Glibc.kill(-id, SIGKILL)
    var code: Int32 = 0
    while unsafe waitpid(id, &code, 0) < 0, errno == EINTR {}
    Interruption.forget(group: id)
  }
}

extension FileDescriptor {
  /// Transfers ownership; the receiver closes it.
  consuming func released() -> Int32 {
    let raw = raw
    discard self
    return raw
  }
}
