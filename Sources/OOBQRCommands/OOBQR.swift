package import ArgumentParser
package import CommandSupport
import ConfinedReading
import Glibc
import HostSystem
import MessageCommands
import OutOfBand
import PictureCommands
import PrintCommands
import TextFormats

/// The `oobqr` command.
package struct OOBQR: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "oobqr",
    abstract: "Make, scan, check and print QR symbols that sign users in.",
    usage: "",
    discussion: """
        oobqr make 'https://example.com' -o symbol.png
        oobqr scan --check login.png
        oobqr simulate login.png

      The file '-' is standard input or output. Exit codes: 0 done; 1 a finding or a refusal; 4 a picture held no \
      symbol; 5 a drawn symbol did not read back; 64 misuse; 66 an input could not be read; 74 an output could not be written.
      """,
    version: Release.version,
    groupedSubcommands: [
      CommandGroup(name: "Making and scanning", subcommands: [MakeCommand.self, ScanCommand.self, LinkCommand.self]),
      CommandGroup(
        name: "Finding out why",
        subcommands: [
          CheckCommand.self, SimulateCommand.self, CompareCommand.self, ExplainCommand.self, HandsetsCommand.self,
        ]),
      CommandGroup(
        name: "Link and server",
        subcommands: [
          DispatchCommand.self, TransactionCommand.self, RedeemCommand.self, AssociateCommand.self, PageCommand.self,
          UAEPassCommand.self,
        ]),
      CommandGroup(name: "Testing", subcommands: [FixturesCommand.self]),
      CommandGroup(name: "Printing", subcommands: [PrintCommand.self]),
    ])

  package init() {}

  /// Parses and runs a command line.
  ///
  /// - Parameters:
  ///   - arguments: The arguments after the command's name.
  ///   - console: The source of input and the destination of output.
  /// - Returns: The exit code.
  package static func run(_ arguments: [String], console: Console = .process) -> Int32 {
    // Completions and manual pages have the options that `--help` leaves out.
    let isForMachines = arguments.contains {
      $0.hasPrefix("--generate-completion-script") || $0 == "--experimental-dump-help"
    }
    return Console.$current.withValue(console) {
      AllOptions.$areShown.withValue(isForMachines) {
        // A link or a payload may have been given in place of another argument.
        for argument in arguments where argument.utf8.count > 24 {
          console.secrets.add(argument.utf8)
          let value = argument.split(separator: "=", maxSplits: 1)
          if argument.hasPrefix("--"), value.count == 2 { console.secrets.add(value[1].utf8) }
        }
        do {
          var command = try parsed(arguments)
          try command.run()
          return 0
        } catch let failure as CommandFailure {
          if let message = failure.message { console.say(message) }
          return failure.exitCode
        } catch {
          return report(error, of: arguments, console: console)
        }
      }
    }
  }

  /// Parses only the subcommand that comes first, which saves a millisecond. Any other line (help, a typo, a subcommand
  /// with subcommands of its own) is parsed from the root.
  private static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
    let named = configuration.subcommands.first { $0.configuration.commandName == arguments.first }
    if let named, named.configuration.subcommands.isEmpty {
      do {
        let command = try named.parseAsRoot(Array(arguments.dropFirst()))
        if type(of: command) == named { return command }
      } catch  where exitCode(for: error) == .validationFailure {
        throw error
      } catch {}
    }
    return try parseAsRoot(arguments)
  }

  /// Runs the command line of this process.
  ///
  /// - Parameter commit: The abbreviated hash of what was built; empty if it is not known.
  package static func runProcess(commit: String) -> Int32 {
    ProcessIntegrity.begin()
    // With SIGXFSZ ignored, exceeding a file size limit is a write error, and the temporary file is removed.
    signal(SIGXFSZ, SIG_IGN)
    Interruption.handleSignals()
    // Swift reads the arguments from there.
    if CommandLine.argc == 0 {
      Console.process.say("the command line cannot be read: mount /proc, as in 'mount -t proc proc /proc'")
      return CommandFailure.refused
    }
    // Swift repairs arguments that are not UTF-8, which would silently change the message.
    for i in 1..<max(1, Int(CommandLine.argc)) {
      guard let argument = unsafe CommandLine.unsafeArgv[i] else { break }
      let bytes = unsafe UnsafeBufferPointer(start: argument, count: strlen(argument))
      if unsafe String(validating: bytes, as: UTF8.self) == nil {
        Console.process.say(
          "argument \(i) is not UTF-8; rename the file, or pass a message with --file or on standard input")
        return CommandFailure.misuse
      }
    }
    let arguments = Array(CommandLine.arguments.dropFirst())
    PictureReader.serve(ifAskedBy: arguments)
    guard arguments == ["--version"] else { return run(arguments) }
    do { try Console.process.write(Release.version + (commit.isEmpty ? "\n" : " (\(commit))\n")) } catch {
      Console.process.say(CommandFailure.sentence(error))
      return CommandFailure.outputError
    }
    return 0
  }

  /// Prints help and versions unchanged, and misuse as one line. Errors that are not about the command line itself (a
  /// file, a message, a picture) are failures with their own sentences.
  private static func report(_ error: any Error, of arguments: [String], console: Console) -> Int32 {
    let code = exitCode(for: error)
    if code == .failure {
      console.say(CommandFailure.sentence(error))
      return CommandFailure(error).exitCode
    }
    if code == .success {
      if arguments.first == "help", let mistake = misspelledCommand(in: Array(arguments.dropFirst())) {
        return sayMisuse(mistake, help: "oobqr --help", console)
      }
      do {
        var text = fullMessage(for: error)
        if AllOptions.areShown, let description = ManualDescription(dump: text) { text = "\(description.json)" }
        try console.write(text.hasSuffix("\n") ? text : text + "\n")
        return 0
      } catch {
        console.say(CommandFailure.sentence(error))
        return 1
      }
    }
    let names = commandPath(in: arguments).map(name(of:))
    let help = names.isEmpty ? "oobqr --help" : "oobqr help " + names.joined(separator: " ")
    let said = misspelledCommand(in: arguments) ?? unknownOption(in: arguments) ?? reason(of: error)
    return sayMisuse(fileLikeOption(said, in: arguments) ?? said, help: help, console)
  }

  /// The parser's sentence about an error, its list of values in one line; of a value with limits, the option's own sentence.
  private static func reason(of error: any Error) -> String {
    // The parser describes only options that are not hidden.
    let whole = AllOptions.$areShown.withValue(true) { message(for: error) }
    let said = whole.replacing(":\n  - ", with: ": ").replacing("\n  - ", with: ", ")
    guard said.hasPrefix("The value '"), let own = said.firstRange(of: ": --") else { return said }
    return "--" + said[own.upperBound...]
  }

  /// Prints what is wrong with a command line as one sentence, and the command that helps.
  private static func sayMisuse(_ text: String, help: String, _ console: Console) -> Int32 {
    let sentence =
      text
      .split(whereSeparator: \.isNewline).map { $0.trimmingWhitespace }.joined(separator: " ")
    let end = sentence.hasSuffix(".") || sentence.hasSuffix("?") ? "" : "."
    console.say("\(sentence)\(end) See '\(help)'.")
    return CommandFailure.misuse
  }
}

extension OOBQR {
  private static func name(of command: any ParsableCommand.Type) -> String { command.configuration.commandName ?? "" }

  /// The subcommands that the first arguments name, each one of the one before.
  private static func commandPath(in arguments: [String]) -> [any ParsableCommand.Type] {
    var path: [any ParsableCommand.Type] = []
    for argument in arguments {
      let subcommands = (path.last ?? OOBQR.self).configuration.subcommands
      guard let next = subcommands.first(where: { name(of: $0) == argument }) else { break }
      path.append(next)
    }
    return path
  }

  /// The sentence about an option that the command does not have: the parser takes its value for a message, and complains
  /// about that first.
  private static func unknownOption(in arguments: [String]) -> String? {
    guard let command = commandPath(in: arguments).last else { return nil }
    let known = ManualDescription.options(of: command)
    let given = arguments.prefix { $0 != "--" }.compactMap { $0.prefixMatch(of: /--[a-z][a-z-]*(?=$|=)/)?.output }
    guard let option = given.map(String.init).first(where: { !known.contains($0) }) else { return nil }
    let meant =
      Spelling.nearest(to: option, among: known, least: 4) ?? known.first { option.hasSuffix($0.dropFirst()) }
    return "Unknown option '\(option)'." + (meant.map { " Did you mean '\($0)'?" } ?? "")
  }

  /// The sentence about a file whose name begins with a dash, where the parser took it for an option.
  private static func fileLikeOption(_ said: String, in arguments: [String]) -> String? {
    let sentences = ["Missing expected argument", "Missing value for", "No message", "Unknown option"]
    guard sentences.contains(where: { said.hasPrefix($0) }),
      let name = arguments.prefix(while: { $0 != "--" }).first(where: { argument in
        argument.hasPrefix("-") && argument != "-" && FileSystem.exists(argument)
          && (!said.hasPrefix("Unknown option") || said.contains("'\(argument)'")
            || said.contains("'\(argument.prefix(2))'"))
      })
    else { return nil }
    return "'\(name)' is taken for an option: write './\(name)' for the file of that name."
  }

  /// The sentence about a subcommand that does not exist, where the parser would only count unexpected arguments.
  private static func misspelledCommand(in arguments: [String]) -> String? {
    let path = commandPath(in: arguments)
    let known = (path.last ?? OOBQR.self).configuration.subcommands.map(name(of:))
    guard !known.isEmpty, path.count < arguments.count else { return nil }
    let argument = arguments[path.count]
    if argument.hasPrefix("-") || argument == "help" { return nil }
    let meant = Spelling.nearest(to: argument, among: known, least: 4)
    let names = path.map(name(of:)).joined(separator: " ")
    let place = path.isEmpty ? "There is no command" : "'oobqr \(names)' has no subcommand"
    return "\(place) '\(argument)'"
      + (meant.map { "; did you mean '\($0)'?" }
        ?? "; the \(path.isEmpty ? "" : "sub")commands are \(known.joined(separator: ", ")).")
  }
}
