import ArgumentParser
import CommandSupport
import HostSystem
import OutOfBand
import QREncoding
import QRScanning
import SymbolBatches
import SymbolMaking

/// `oobqr make --list`: rows → pictures in a folder, an archive, or JSON lines.
extension MakeCommand {
  func validateList() throws {
    try refuse([
      "Give a message or a --list, not both.": messageOptions.isGiven,
      "--list needs -o: a folder, an archive such as codes.tar, or '-' for JSON lines.": picture.output == nil,
    ])
    guard let list = batch.list, let output = picture.output else { return }
    let areLines = output == "-"
    let name = FileSystem.fileExtension(of: output)
    let isFolder = output.hasSuffix("/") || FileSystem.isDirectory(output)
    try refuse([
      "--list makes one QR symbol for each row: leave out --micro and --append.":
        symbolOptions.micro || symbolOptions.append != nil,
      "--list does not support --verify-with zbar or --mode kanji.":
        symbolOptions.verifyWith == .zbar || symbolOptions.mode == .kanji,
      "--list writes files that only you can read: leave out --file-mode.": picture.fileMode != nil,
      "--list checks every message: leave out --check.": check,
      "--list writes an index of JSON lines: leave out --json.": json,
      "--list writes files: give another --format.": picture.chosenFormat == .terminal,
      "JSON lines cannot be resumed: leave out --resume.": areLines && batch.resume,
      "JSON lines answer every row: leave out --shard and --strict.": areLines && (batch.shard != nil || batch.strict),
      "-o \(output) is neither an archive (.tar) nor a folder; end the name of a folder in '/'.":
        !["", "tar"].contains(name) && !isFolder,
      "JSON lines answer one row after another: leave out --jobs.": areLines && batch.jobsOptions.jobs ?? 1 > 1,
    ])
    if !areLines { try refuseReplacing(list, by: output, isArchive: name == "tar" && !output.hasSuffix("/")) }
  }

  /// Refuses folders in the place of files, and an output that is an input.
  private func refuseReplacing(_ list: String, by output: String, isArchive: Bool) throws {
    let index = FileSink.indexPath(of: output, shard: batch.shard)
    if isArchive, let folder = [output, index].first(where: FileSystem.isDirectory) {
      throw ValidationError(
        "'\(folder)' is a folder, not a file; give another archive with -o, or end a folder's name in '/'.")
    }
    for path in [output, index, output + ".part", index + ".part"] {
      try refuse([
        "'\(path)' is the list and would be overwritten; give another name with -o.": list != "-"
          && FileSystem.isSameFile(path, list)
      ])
      try Console.refuse(path, replacing: ["-", picture.logo, checkOptions.policy])
    }
  }

  func makeList(_ list: String) throws {
    let console = Console.current
    let output = picture.output ?? "-"
    let colors = try colorOptions.colors()
    colorOptions.sayWarnings()
    symbolOptions.sayWarnings()
    let policy = try checkOptions.trustPolicy()
    let recipe = BatchRecipe(
      maker: symbolOptions.maker(
        of: try picture.picture(colors: colors, quietZone: symbolOptions.quietZone),
        check: checkOptions.options(policy: policy, channel: .qr)),
      isForced: force)
    var rows: MessageList
    do { rows = try batch.rows(of: list, form: messageOptions.payload.form) } catch {
      throw CommandFailure.naming(list, in: error)
    }
    let files =
      output == "-"
      ? nil
      : try FileSink(
        output, fileExtension: picture.chosenFormat.fileExtension, shard: batch.shard, resumes: batch.resume,
        isInput: console.inputs.contains)
    let sink: any BatchSink = files ?? LineSink { try console.writeOutput($0) }
    var batch = SymbolBatch(jobs: sink.isInteractive ? 1 : self.batch.jobsOptions.number) {
      try recipe.picture(of: $0.row)
    }
    batch.sentence = CommandFailure.sentence
    batch.allowsRepeatedTokens = self.batch.allowDuplicates
    (batch.shard, batch.isStrict) = (self.batch.shard, self.batch.strict)
    if !sink.finishedRows.isEmpty { console.say("resuming; rows already finished: \(sink.finishedRows.count)") }
    defer { console.endProgress() }
    let start = ContinuousClock.now
    var kept = sink.finishedRows.count
    do {
      let count = try batch.run(&rows, into: sink) { count in
        kept = count.made + count.refused
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        console.progress("\(count.made) symbols, \(Int(Double(count.made) / max(seconds, 0.001))) a second")
      }
      console.endProgress()
      try report(count, isInteractive: sink.isInteractive)
    } catch let error as SymbolBatch.OtherList {
      throw CommandFailure.naming(list, in: error)
    } catch {
      let refused = (error as? SymbolBatch.Refused).map { "\(Self.sentence($0.outcome, of: list)); stopped" }
      // A strict run keeps only what an earlier run has finished.
      if (refused == nil ? kept : sink.finishedRows.count) == 0 { files?.discard() }
      let failure = refused.map { CommandFailure($0) } ?? CommandFailure(CommandFailure.naming(list, in: error))
      throw CommandFailure(failure.message.map { resumable($0, output) }, exitCode: failure.exitCode)
    }
  }

  /// A sentence about an error with what remains of the run, if anything does.
  private func resumable(_ message: String, _ output: String) -> String {
    let part = FileSink.indexPath(of: output, shard: batch.shard) + ".part"
    guard FileSystem.exists(part) else { return message }
    return
      "\(message); \(part) lists the rows finished so far: fix the error, then continue with the same command and --resume"
  }

  /// Says what was refused. In JSON lines, every reason is in its row's answer.
  private func report(_ count: SymbolBatch.Count, isInteractive: Bool) throws {
    guard count.refused > 0, !isInteractive else { return }
    let list = batch.list ?? "-"
    for refusal in count.firstRefusals { Console.current.say(Self.sentence(refusal, of: list)) }
    let index = FileSink.indexPath(of: picture.output ?? "-", shard: batch.shard)
    throw CommandFailure(
      "\(count.refused) \(count.refused == 1 ? "row was" : "rows were") refused, \(count.made) "
        + "\(count.made == 1 ? "symbol was" : "symbols were") made; the reasons are in \(index)")
  }

  private static func sentence(_ outcome: BatchOutcome, of list: String) -> String {
    guard case .failure(let refusal) = outcome.result else { return "" }
    return "\(CommandFailure.name(ofList: list)), line \(outcome.line): \(refusal.reason)"
  }
}
