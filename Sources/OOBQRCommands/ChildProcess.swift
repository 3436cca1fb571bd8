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
      if now() > deadline {
        end(process)
        return Result(output: [], ending: .timedOut)
      }
      usleep(1000)
    }
    guard let bytes else {
      end(process)
      return Result(output: [], ending: .timedOut)
    }
    if bytes.count > limit { return Result(output: [], ending: .saidTooMuch) }
    let signal = code & 0x7F
    return Result(output: bytes, ending: signal == 0 ? .exited(code >> 8 & 0xFF) : .crashed(signal))
  }

  /// Kills a process with all of its group, and buries it.
  ///
  /// - Parameter afterCrash: Whether it has closed its output by itself: then it gets two seconds to be dead, as
  ///   writing a core file takes time.
  /// - Returns: The signal that had ended it by itself, or 0.
  @discardableResult
  static func end(_ process: pid_t, afterCrash: Bool = false) -> Int32 {
    var code: Int32 = 0
    for _ in 0..<(afterCrash ? 2000 : 0) {
      if unsafe waitpid(process, &code, WNOHANG) == process { return code & 0x7F }
      usleep(1000)
    }
    kill(-process, SIGKILL)
    while unsafe waitpid(process, &code, 0) < 0, errno == EINTR {}
    return 0
  }

  /// One at a time: a process that starts meanwhile must not inherit the other's pipe, or it would hold it open.
  private static let starting = Mutex(())

  /// Starts a shell with its output in a pipe and nothing to read.
  private static func start(_ command: String) throws -> (process: pid_t, output: Int32) {
    let (process, input, output) = try start("/bin/sh", ["-c", command], hearsErrors: false)
    close(input)
    return (process, output)
  }

  /// Starts a program with its input and its output in pipes, in a process group of its own.
  ///
  /// - Parameter hearsErrors: Whether its standard error is ours.
  static func start(
    _ executable: String, _ arguments: [String], hearsErrors: Bool = true
  ) throws -> (process: pid_t, input: Int32, output: Int32) {
    try starting.withLock { _ in try startAlone(executable, arguments, hearsErrors: hearsErrors) }
  }

  private static func startAlone(
    _ executable: String, _ arguments: [String], hearsErrors: Bool
  ) throws -> (process: pid_t, input: Int32, output: Int32) {
    var ends: [Int32] = [0, 0]
    // To a socket one can write without a signal when the reader is gone.
    guard unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else {
      throw CommandFailure("no socket: \(FileSystem.reason())")
    }
    let (input, answer) = (ends[1], ends[0])
    guard unsafe pipe(&ends) == 0 else {
      close(input)
      close(answer)
      throw CommandFailure("no pipe: \(FileSystem.reason())")
    }
    let (output, question) = (ends[0], ends[1])
    for end in [input, answer, output, question] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, answer, STDIN_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, question, STDOUT_FILENO)
    if !hearsErrors { unsafe posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0) }
    // A process group of its own, so that a kill reaches a shell's children.
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    var words = unsafe ([executable] + arguments).map { (word: String) in unsafe strdup(word) } + [nil]
    defer { unsafe words.forEach { unsafe free($0) } }
    var process = pid_t()
    let status = unsafe posix_spawn(&process, executable, &actions, &attributes, &words, environ)
    close(answer)
    close(question)
    guard status == 0 else {
      close(input)
      close(output)
      throw CommandFailure("cannot run \(executable): \(FileSystem.reason(status))")
    }
    return (process, input, output)
  }

  /// Everything up to the end of the stream; `nil` when time runs out first.
  private static func read(_ descriptor: Int32, until deadline: Double, limit: Int) -> [UInt8]? {
    var output: [UInt8] = []
    while true {
      switch readSome(descriptor, until: deadline) {
      case .bytes(let bytes): if output.count <= limit { output += bytes }
      case .ended: return output
      case .timedOut: return nil
      }
    }
  }

  /// Writes to the input of a process that ``start(_:_:hearsErrors:)`` has started, and which may be gone.
  static func send(_ bytes: [UInt8], to input: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.send(input, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return }
      rest = rest.dropFirst(count)
    }
  }

  /// What came out of a pipe.
  enum Chunk {
    case bytes(ArraySlice<UInt8>)
    case ended
    case timedOut
  }

  /// Waits for something to read.
  static func readSome(_ descriptor: Int32, until deadline: Double) -> Chunk {
    var chunk = [UInt8](repeating: 0, count: 65536)
    while true {
      let left = deadline - now()
      var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard left > 0 else { return .timedOut }
      if unsafe poll(&event, 1, Int32(min(left * 1000 + 1, 60_000))) <= 0 { continue }
      let count = unsafe Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      return count <= 0 ? .ended : .bytes(chunk[..<count])
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
