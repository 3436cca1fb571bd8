import ArgumentParser
import CommandSupport
import HostSystem
import OutOfBand
import SymbolBatches

/// The options for making a list of symbols.
struct BatchOptions: ParsableArguments {
  @Option(help: ArgumentHelp("A symbol for each row of \(ListHelp.columns).", valueName: "file"))
  var list: String?

  @Option(
    help: .more("Make one of several parts, chosen by content: 3/16 is the third of 16.", valueName: "n/m"),
    transform: BatchShard.init(option:))
  var shard: BatchShard?

  @Flag(help: .more("With --list: continue an interrupted run."))
  var resume = false

  @Flag(help: .more("With --list: stop at the first bad row; write no archive or index."))
  var strict = false

  @Flag(help: .more("With --list: also make symbols whose one-time token appears in an earlier row."))
  var allowDuplicates = false

  @OptionGroup(visibility: .more) var columnOptions: ListColumnOptions
  @OptionGroup var jobsOptions: JobsOptions

  func validate() throws {
    guard list == nil else { return }
    try refuse([
      "--shard needs a --list.": shard != nil, "--resume needs a --list.": resume, "--strict needs a --list.": strict,
      "--allow-duplicates needs a --list.": allowDuplicates, "--column needs a --list.": !columnOptions.column.isEmpty,
      "--jobs needs a --list.": jobsOptions.jobs != nil,
    ])
  }

  /// Opens the list, whose format its extension determines; standard input is JSON lines.
  func rows(of path: String, form: PayloadFormOptions) throws -> MessageList {
    let (stream, format) = try Console.current.list(path, orStandardInput: .jsonLines)
    try columnOptions.check(format)
    let name = CommandFailure.name(ofList: path)
    return try MessageList(stream, format, form: form.payloadForm, columns: columnOptions.names) {
      Console.current.say("note: \(name): \($0)")
    }
  }
}

extension BatchShard {
  /// Parses a value of `--shard`, such as `3/16`.
  init(option text: String) throws {
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let number = numbers[0], let count = numbers[1],
      let shard = BatchShard(number: number, count: count)
    else {
      throw ValidationError("--shard '\(text)' is not n/m with 1 ≤ n ≤ m ≤ \(BatchShard.mostParts), such as 3/16.")
    }
    self = shard
  }
}
