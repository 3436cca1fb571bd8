package import ArgumentParser
import HostSystem

/// The number of parallel jobs.
package struct JobsOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: .more("Pictures or symbols to process at once, 1…1024; the default is one per processor.", valueName: "n"),
    transform: Bounded("--jobs", 1...1024).parse)
  package var jobs: Int?

  package init() {}

  /// The requested number, or one per processor; fewer where the limit of open files does not suffice for all.
  package var number: Int { min(jobs ?? ParallelWork.availableProcessors, ParallelWork.mostJobs) }
}
