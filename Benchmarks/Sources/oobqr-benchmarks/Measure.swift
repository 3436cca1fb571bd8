import Glibc

/// Repeated timings of one piece of work, in milliseconds.
struct Timings {
  var samples: [Double] = []

  var median: Double { quantile(0.5) }

  /// The middle half of the samples.
  var spread: String { "\(shown(quantile(0.25)))…\(shown(quantile(0.75)))" }

  func quantile(_ share: Double) -> Double {
    let sorted = samples.sorted()
    return sorted[Int((Double(sorted.count - 1) * share).rounded())]
  }
}

/// Formats with two decimals.
func shown(_ value: Double) -> String {
  let hundredths = Int((value * 100).rounded())
  return "\(hundredths / 100).\(hundredths % 100 / 10)\(hundredths % 10)"
}

/// The CPU times of two commands, in alternation, so that other load on the machine affects both equally.
func alternate(rounds: Int, _ ours: [String], _ peer: [String]) -> (ours: Timings, peer: Timings) {
  alternate(rounds: rounds, measuring: { run(ours).cpuMilliseconds }, { run(peer).cpuMilliseconds })
}

/// The CPU times of two pieces of work in this process, in alternation.
func alternate(rounds: Int, _ ours: () -> Void, _ peer: () -> Void) -> (ours: Timings, peer: Timings) {
  alternate(
    rounds: rounds, measuring: { milliseconds(CLOCK_PROCESS_CPUTIME_ID, ours) },
    { milliseconds(CLOCK_PROCESS_CPUTIME_ID, peer) })
}

private func alternate(rounds: Int, measuring ours: () -> Double, _ peer: () -> Double) -> (
  ours: Timings, peer: Timings
) {
  var (first, second) = (Timings(), Timings())
  // The first round only warms up the caches.
  for round in 0...rounds {
    let (a, b) = (ours(), peer())
    guard round > 0 else { continue }
    first.samples.append(a)
    second.samples.append(b)
  }
  return (first, second)
}

func milliseconds(_ clock: clockid_t = CLOCK_MONOTONIC, _ work: () -> Void) -> Double {
  var start = timespec()
  var end = timespec()
  clock_gettime(clock, &start)
  work()
  clock_gettime(clock, &end)
  return Double(end.tv_sec - start.tv_sec) * 1000 + Double(end.tv_nsec - start.tv_nsec) / 1_000_000
}

/// What a process used.
struct Usage {
  /// User and system time.
  var cpuMilliseconds: Double
  /// The peak memory in KiB.
  var memory: Int
}

/// Runs a command to its end and discards its output; the benchmark exits if it cannot be run.
@discardableResult
func run(_ command: [String]) -> Usage {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
    posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
  }
  var arguments = command.map { strdup($0) } + [nil]
  defer { arguments.forEach { free($0) } }
  var process = pid_t()
  guard posix_spawnp(&process, command[0], &actions, nil, &arguments, environ) == 0 else {
    fail("cannot run \(command[0]): make bench installs what it needs")
  }
  var status: Int32 = 0
  var usage = rusage()
  wait4(process, &status, 0, &usage)
  if status != 0 { fail("\(command.joined(separator: " ")) ended with status \(status >> 8)") }
  func milliseconds(_ time: timeval) -> Double { Double(time.tv_sec) * 1000 + Double(time.tv_usec) / 1000 }
  return Usage(
    cpuMilliseconds: milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime), memory: usage.ru_maxrss)
}

func fail(_ reason: String) -> Never {
  print("oobqr-benchmarks: \(reason)")
  exit(1)
}
