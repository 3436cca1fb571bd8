import ArgumentParser
import HostSystem
import OutOfBand
import QREncoding
import QRScanning
import SymbolBatches
import TextFormats

/// `oobqr make --list`: rows → pictures in a folder, an archive, or JSON lines.
extension MakeCommand {
  func validateList() throws {
    if messageOptions.isGiven { throw ValidationError("Give a message or a --list, not both.") }
    guard let output = picture.output else {
      throw ValidationError("--list needs -o: a folder, an archive such as codes.tar, or '-' for JSON lines.")
    }
    if symbolOptions.micro || symbolOptions.append != nil {
      throw ValidationError("--list makes one QR symbol for each row: leave out --micro and --append.")
    }
    if symbolOptions.verifyWith == .zbar || symbolOptions.mode == .kanji {
      throw ValidationError("--list does not support --verify-with zbar or --mode kanji.")
    }
    if picture.fileMode != nil {
      throw ValidationError("--list writes files that only you can read: leave out --file-mode.")
    }
    if check { throw ValidationError("--list checks every message: leave out --check.") }
    if json { throw ValidationError("--list writes an index of JSON lines: leave out --json.") }
    if picture.chosenFormat == .terminal { throw ValidationError("--list writes files: give another --format.") }
    if output == "-", batch.resume { throw ValidationError("JSON lines cannot be resumed: leave out --resume.") }
    if output == "-", batch.shard != nil || batch.strict {
      throw ValidationError("JSON lines answer every row: leave out --shard and --strict.")
    }
    let name = FileSystem.fileExtension(of: output)
    if !["", "tar"].contains(name), !output.hasSuffix("/"), !FileSystem.isDirectory(output) {
      throw ValidationError("-o \(output) is neither an archive (.tar) nor a folder; end the name of a folder in '/'.")
    }
    for path in output == "-" ? [] : [output, FileSink.indexPath(of: output, shard: batch.shard)]
    where !output.hasSuffix("/") && name == "tar" && FileSystem.isDirectory(path) {
      throw ValidationError(
        "'\(path)' is a folder, not a file; give another archive with -o, or end a folder's name in '/'.")
    }
    if output == "-", batch.jobsOptions.jobs ?? 1 > 1 {
      throw ValidationError("JSON lines answer one row after another: leave out --jobs.")
    }
    if output != "-", let list = batch.list {
      let index = FileSink.indexPath(of: output, shard: batch.shard)
      for path in [output, index, output + ".part", index + ".part"] {
        if list != "-", FileSystem.isSameFile(path, list) {
          throw ValidationError("'\(path)' is the list and would be overwritten; give another name with -o.")
        }
        try Console.refuse(path, replacing: ["-", picture.logo, checkOptions.namedPolicy])
      }
    }
  }

  func makeList(_ list: String) throws {
    let console = Console.current
    let output = picture.output ?? "-"
    let colors = try colorOptions.colors()
    colorOptions.sayWarnings()
    symbolOptions.sayWarnings()
    let policy = try checkOptions.policy(beside: list == "-" ? nil : list)
    let recipe = BatchRecipe(
      encoder: symbolOptions.encoder(isCovered: picture.logo != nil), picture: try picture.drawing(colors: colors),
      quietZone: symbolOptions.quietZone ?? 4,
      check: checkOptions.options(policy: policy, channel: .qr), isForced: force, verifies: !symbolOptions.noVerify)
    var rows = try opened(list)
    let files =
      output == "-"
      ? nil
      : try FileSink(
        output, fileExtension: picture.chosenFormat.fileExtension, shard: batch.shard, resumes: batch.resume,
        isInput: console.inputs.contains)
    let sink: any BatchSink = files ?? LineSink { try console.writeOutput($0) }
    var batch = SymbolBatch(jobs: sink.isInteractive ? 1 : self.batch.jobsOptions.number) { recipe.make($0) }
    batch.token = { RecognizedMessage($0.row.message).payload?.token }
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
      throw CommandFailure("\(CommandFailure.name(ofList: list)), \(error)")
    } catch let refused as SymbolBatch.Refused {
      let sentence = "\(Self.sentence(refused.outcome, of: list)); stopped"
      // What an earlier run has finished stays.
      if let files, !files.finishedRows.isEmpty { throw CommandFailure(resumable(sentence)) }
      files?.discard()
      throw CommandFailure(sentence)
    } catch is SymbolBatch.EmptyList {
      files?.discard()
      throw CommandFailure("\(CommandFailure.name(ofInput: list)) holds no messages")
    } catch {
      let failure =
        (error as? MessageList.Unreadable).map { CommandFailure("\(CommandFailure.name(ofList: list)), \($0)") }
        ?? CommandFailure(error)
      guard let files, let message = failure.message else { throw failure }
      if kept == 0 { files.discard() }
      throw CommandFailure(resumable(message), exitCode: failure.exitCode)
    }
  }

  /// A sentence about an error with what remains of the run, if anything does.
  private func resumable(_ message: String) -> String {
    guard let output = picture.output else { return message }
    let part = FileSink.indexPath(of: output, shard: batch.shard) + ".part"
    guard FileSystem.exists(part) else { return message }
    return
      "\(message); \(part) lists the rows finished so far: fix the error, then continue with the same command and --resume"
  }

  private func opened(_ list: String) throws -> MessageList {
    do { return try batch.rows(of: list, form: messageOptions.payload.form) } catch let error as MessageListError {
      throw CommandFailure("\(CommandFailure.name(ofList: list)), \(error)")
    } catch let error as MessageList.Unreadable {
      throw CommandFailure("\(CommandFailure.name(ofList: list)), \(error)")
    }
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
