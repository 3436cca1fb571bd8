import ArgumentParser
package import ConfinedReading

/// The options of the jail in which pictures are read.
package struct JailOptions: ParsableArguments {
  @Option(
    help: .more(
      "Memory for reading a picture, 64…1048576 MiB; the default is 1024 MiB plus 16 bytes for each allowed pixel.",
      valueName: "MiB"), transform: Bounded("--max-memory", 64...1_048_576, "MiB").parse)
  var maxMemory: Int?

  @Flag(help: .more("Read no picture if the kernel refuses the system-call filter that jails the decoder."))
  var requireJail = false

  @Flag(help: .more("Print a note if the kernel refuses that filter."))
  var verbose = false

  package init() {}

  /// A reader with these options, and others.
  ///
  /// - Parameter usesThreads: Whether several threads read.
  package func reader(_ options: PictureReader.Options = .init(), usesThreads: Bool = false) -> PictureReader {
    let console = Console.current
    var options = options
    (options.maxMemory, options.requiresFilter) = (maxMemory, requireJail)
    return console.pictureReader(options, usesThreads: usesThreads) { [verbose] shortfall in
      if verbose { console.say("note: the jail has no filter of system calls: \(shortfall)") }
    }
  }
}
