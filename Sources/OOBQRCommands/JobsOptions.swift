import ArgumentParser

/// How much is done at a time.
struct JobsOptions: ParsableArguments {
  @Option(name: .shortAndLong, help: "How many to do at a time, 1…1024; the default is one for each processor.")
  var jobs: Int?

  func validate() throws {
    if let jobs, !(1...1024 ~= jobs) { throw ValidationError("--jobs \(jobs) is not in 1…1024.") }
  }

  var number: Int { jobs ?? ParallelWork.availableProcessors }
}
