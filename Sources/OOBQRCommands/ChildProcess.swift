import Glibc
import Synchronization

/// Another program, run to its end with its output caught.
enum ChildProcess {
  struct Result {
    var output: [UInt8]
    var ending: Ending
  }

  enum Ending: Equatable {
    case exited(Int32)
    /// Ended by a signal.
    case crashed(Int32)
    case timedOut
    /// It wrote more than the limit.
    case saidTooMuch
  }

  /// The most bytes of output that are kept: 16 MiB.
  static let outputLimit = 1 << 24

  /// Runs a shell command.
  ///
  /// - Parameters:
  ///   - seconds: After which it is killed, with all that it started.
  ///   - limit: The most bytes of output that are kept.
  static func shell(_ command: String, seconds: Double, limit: Int = outputLimit) throws -> Result {
    let (process, output) = try start(command)
    defer { close(output) }
    let deadline = now() + seconds
    let bytes = read(output, until: deadline, limit: limit)
    var code: Int32 = 0
    // It may have closed its output and go on.
    while bytes != nil, unsafe waitpid(process, &code, WNOHANG) == 0 {
      if now() > deadline { return end(process) }
      usleep(1000)
    }
    guard let bytes else { return end(process) }
    if bytes.count > limit { return Result(output: [], ending: .saidTooMuch) }
    let signal = code & 0x7F
    return Result(output: bytes, ending: signal == 0 ? .exited(code >> 8 & 0xFF) : .crashed(signal))
  }

  /// Kills it, with all that it started.
  private static func end(_ process: pid_t) -> Result {
    kill(-process, SIGKILL)
    var code: Int32 = 0
    while unsafe waitpid(process, &code, 0) < 0, errno == EINTR {}
    return Result(output: [], ending: .timedOut)
  }

  /// One at a time: a process that starts meanwhile must not inherit the other's pipe, or it would hold it open.
  private static let starting = Mutex(())

  /// Starts a shell with its output in a pipe.
  private static func start(_ command: String) throws -> (process: pid_t, output: Int32) {
    try starting.withLock { _ in try startAlone(command) }
  }

  private static func startAlone(_ command: String) throws -> (process: pid_t, output: Int32) {
    var ends: [Int32] = [0, 0]
    guard unsafe pipe(&ends) == 0 else { throw CommandFailure("no pipe: \(FileSystem.reason())") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    unsafe posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    // A process group of its own, so that a kill reaches the shell's children.
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    var arguments = unsafe ["/bin/sh", "-c", command].map { (word: String) in unsafe strdup(word) } + [nil]
    defer { unsafe arguments.forEach { unsafe free($0) } }
    var process = pid_t()
    let status = unsafe posix_spawn(&process, "/bin/sh", &actions, &attributes, &arguments, environ)
    close(ends[1])
    guard status == 0 else {
      close(ends[0])
      throw CommandFailure("cannot run /bin/sh: \(FileSystem.reason(status))")
    }
    return (process, ends[0])
  }

  /// Everything up to the end of the stream; `nil` when time runs out first.
  private static func read(_ descriptor: Int32, until deadline: Double, limit: Int) -> [UInt8]? {
    var output: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while true {
      let left = deadline - now()
      var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard left > 0 else { return nil }
      let ready = unsafe poll(&event, 1, Int32(min(left * 1000 + 1, 60_000)))
      if ready <= 0 { continue }
      let count = unsafe Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return output }
      if output.count <= limit { output += chunk[..<count] }
    }
  }

  /// Seconds on a clock that only runs forward.
  static func now() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// A text as one word of a shell command.
  static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }
}
