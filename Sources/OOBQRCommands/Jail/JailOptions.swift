import ArgumentParser

/// The options of the jail in which pictures are read.
struct JailOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Memory for reading a picture, 64…1048576 MiB; the default is 1024 MiB plus 16 bytes for each allowed pixel.",
      valueName: "MiB"))
  var maxMemory: Int?

  @Flag(help: "Read no picture if the kernel refuses the system-call filter that jails the decoder.")
  var requireJail = false

  @Flag(help: "Print a note if the kernel refuses that filter.")
  var verbose = false

  func validate() throws {
    if let maxMemory, !(64...1_048_576 ~= maxMemory) {
      throw ValidationError("--max-memory \(maxMemory) is not in 64…1048576 MiB.")
    }
  }

  var rules: JailRules { JailRules(maxMemory: maxMemory, isRequired: requireJail, isVerbose: verbose) }

  /// The arguments of a worker with these options.
  var workerArguments: [String] {
    (maxMemory.map { ["--max-memory", "\($0)"] } ?? []) + (requireJail ? ["--require-jail"] : [])
  }
}
