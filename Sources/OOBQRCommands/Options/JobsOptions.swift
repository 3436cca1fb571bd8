import ArgumentParser
import HostSystem

/// How many processors are used.
struct JobsOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: "How many pictures or symbols to do at a time, 1…1024; the default is one for each processor.")
  var jobs: Int?

  func validate() throws {
    if let jobs, !(1...1024 ~= jobs) { throw ValidationError("--jobs \(jobs) is not in 1…1024.") }
  }

  /// What was asked for, or one for each processor.
  var number: Int { jobs ?? ParallelWork.availableProcessors }
}
