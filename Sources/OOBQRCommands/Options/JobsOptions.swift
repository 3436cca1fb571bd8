import ArgumentParser
import HostSystem

/// The number of parallel jobs.
struct JobsOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: "Pictures or symbols to process at once, 1…1024; the default is one per processor.",
    transform: Bounded("--jobs", 1...1024).parse)
  var jobs: Int?

  /// The requested number, or one per processor; fewer where the limit of open files does not suffice for all.
  var number: Int { min(jobs ?? ParallelWork.availableProcessors, ParallelWork.mostJobs) }
}
