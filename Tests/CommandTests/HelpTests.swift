import ArgumentParser
import Foundation
@testable import OOBQRCommands
import TestSupport
import Testing
import TextFormats

struct HelpTests {
  @Test func `help and version go to standard output`() {
    for arguments in [["--help"], ["make", "--help"], ["help", "scan"], ["--version"]] {
      let run = CommandRun(arguments)
      #expect(run.exitCode == 0 && run.errors == "" && !run.output.isEmpty)
    }
    #expect(CommandRun([]).text.contains("SUBCOMMANDS"))
  }

  @Test func `help for a command that does not exist is misuse`() {
    let run = CommandRun(["help", "fixtures", "mak"])
    #expect(run.exitCode == 64 && run.output.isEmpty)
    #expect(
      run.errors.hasPrefix("oobqr: 'oobqr fixtures' has no subcommand 'mak'; did you mean 'make'?"), "\(run.errors)")
  }

  /// Every command with the words that name it.
  static let commands: [[String]] = words(of: OOBQR.self, [])

  private static func words(of command: any ParsableCommand.Type, _ names: [String]) -> [[String]] {
    [names]
      + command.configuration.subcommands.flatMap { subcommand in
        words(of: subcommand, names + [subcommand.configuration.commandName ?? ""])
      }
  }

  /// The first screen of each command's help, and the whole.
  private static let help = texts("--help"), whole = texts("--help-hidden")

  private static func texts(_ option: String) -> [[String]: String] {
    Dictionary(uniqueKeysWithValues: commands.map { ($0, CommandRun($0 + [option]).text) })
  }

  @Test(arguments: [
    (["make", "x", "--scale", "a"], "oobqr: --scale 'a' is not a whole number in 1…1000. See"),
    (
      ["dispatch", "request", "--dispatcher", "link", "--op", "Auth", "-o", ""],
      "oobqr: -o is empty: name a file; '-' is standard output. See"
    ),
    (
      ["print", "label", "x", "--stock", "50x50", "--printer", "p", "--title=-1"],
      "oobqr: --title begins with '-', which the queue takes for an option: give another text. See"
    ),
    (
      ["scan", "x", "--max-pixels", "9223372036854775808"],
      "oobqr: --max-pixels 9223372036854775808 is not in 1…2147483647. See"
    ),
    (
      ["fixtures", "make", "-o", "x", "--sequence", "99999999999999999999"],
      "oobqr: --sequence 99999999999999999999 is not in 2…1000. See"
    ),
    (["scan", "x", "--max-pixels", "1e3"], "--max-pixels '1e3' is not a whole number in 1…2147483647. See"),
    (
      ["print", "label", "x", "--roll", "99mm"],
      "'--roll <width>': it is not 80mm, 58mm, 57mm or a number of dots"
    ),
    (
      ["print", "poster", "x", "--languages", "en,en"],
      "'--languages <codes>': it is not one to four different languages"
    ),
    (["print", "sheet", "--list", "x.csv", "--rows", "a"], "'--rows <lines>': it is not lines such as 5,10-20. See"),
    (["print", "plan", "--bytes", "9", "--dpi", "1"], "--dpi 1 is not in 72…4800. See"),
    (["print", "plan", "--bytes", "9", "--dpi", "x"], "--dpi 'x' is not a number in 72…4800. See"),
    (["simulate", "x", "--expect", "opens-ap"], "'--expect <verdict>'"),
    (
      ["check", "x", "--format", "jsn"],
      "'--format <format>'. Please provide one of 'text', 'json', 'sarif' or 'junit'. See"
    ),
    (["check", "x", "--docs", "3"], "'--docs <docs>'. Please provide one of '2.4' and '2.8'. See"),
    (["simulate", "x", "--scanner", "camra"], "there is no scanner 'camra'; did you mean 'camera'?\n"),
    (["simulate", "x", "--scanner", "eye"], "there is no scanner 'eye'; the scanners are camera, "),
  ])
  func `the reason is what is wrong, or what was meant`(arguments: [String], said: String) {
    let run = CommandRun(arguments)
    #expect(run.exitCode == 64 && run.errors.contains(said), "\(run.errors)")
  }

  /// Help texts are compared whole, so that a change of one is seen. `make examples` replaces the files by today's texts.
  @Test(arguments: commands)
  func `the help of every command is as listed`(words: [String]) throws {
    let file = Files.package.appending(path: "Tests/help").appending(
      path: (["oobqr"] + words).joined(separator: "-") + ".txt")
    let run = CommandRun(words + ["--help"])
    #expect(run.exitCode == 0 && run.errors.isEmpty)
    if ProcessInfo.processInfo.environment["OOBQR_UPDATE_EXAMPLES"] == "1" { try Data(run.output).write(to: file) }
    #expect(try run.text == Files.text(file))
  }

  @Test func `where there is --json, there is --format, and no line of help is wider than a terminal`() {
    var count = 0
    for (words, help) in Self.help {
      guard help.contains("  --json") else { continue }
      count += 1
      #expect(help.contains("  --format <format>"), "\(words)")
    }
    #expect(count > 10)
  }

  @Test func `there is a file for every command and no other`() throws {
    let folder = Files.package.appending(path: "Tests/help")
    let files = try folder.names
    #expect(files == Self.commands.map { (["oobqr"] + $0).joined(separator: "-") + ".txt" }.sorted())
  }

  @Test(arguments: commands)
  func `help fits on one screen`(words: [String]) {
    let (text, whole) = (Self.help[words] ?? "", Self.whole[words] ?? "")
    #expect(text.count { $0 == "\n" } <= 45, "\(words)")
    for line in (text + whole).split(separator: "\n") {
      #expect(line.count <= 80, "\(words): \(line)")
    }
  }

  /// The long names of the options of a command that are found in a text.
  private static func options(in text: String) -> Set<String> {
    Set(text.matches(of: /(?:^|[^\w-])(--[a-z][a-z0-9-]*)/).map { String($0.output.1) })
  }

  private static let completed = options(in: CommandRun(["--generate-completion-script", "bash"]).text)

  @Test func `completions offer the values that an option has`() {
    let script = CommandRun(["--generate-completion-script", "bash"]).text
    for value in ["samsung-camera", "outlook", "android-15", "l7160", "motion", "OOB402"] {
      #expect(
        script.contains("\n\(value)\n") || script.contains(" \(value) ") || script.contains("'\(value)'"), "\(value)")
    }
  }

  /// What manual pages are made of.
  private static let dump = try? JSONDocument(parsing: CommandRun(["--experimental-dump-help"]).output).value

  @Test(arguments: commands)
  func `an option that help leaves out is in the hidden help, the completions and the documentation`(
    words: [String]
  ) throws {
    var command = Self.dump?["command"]
    for word in words { command = command?["subcommands"]?.elements?.first { $0["commandName"]?.text == word } }
    // The old name of an option is not shown.
    let arguments = (command?["arguments"]?.elements ?? []).filter { $0["shouldDisplay"] == .boolean(true) }
    let names = arguments.flatMap { $0["names"]?.elements ?? [] }.filter { $0["kind"]?.text == "long" }
    let all = Set(names.map { "--" + ($0["name"]?.text ?? "") })
    let (help, whole) = (Self.help[words] ?? "", Self.whole[words] ?? "")
    #expect(!all.isEmpty && all.subtracting(Self.options(in: whole)).subtracting(["--help", "--version"]).isEmpty)
    let left = all.subtracting(Self.options(in: help))
    if left.isEmpty { return }
    let page = try #require(help.firstMatch(of: /All options: (.*) --help-hidden, and docs\/(\w+\.md)\./))
    #expect(page.output.1 == "oobqr " + words.joined(separator: " "))
    let text = String(decoding: try Files.bytes(Files.package.appending(path: "docs/\(page.output.2)")), as: UTF8.self)
    #expect(left.subtracting(Self.options(in: text)).isEmpty, "\(page.output.2)")
    #expect(left.subtracting(Self.completed).isEmpty)
  }

  @Test(arguments: commands)
  func `the examples of help are command lines`(words: [String]) {
    let help = (Self.help[words] ?? "").replacing("\\\n", with: "")
    let examples = help.split(separator: "\n").filter { $0.hasPrefix("  oobqr ") }
    #expect((1...3).contains(examples.count))
    for example in examples {
      let line = example.split(separator: " > ")[0]
      let parts = line.matches(of: /'([^']*)'|[^ ]+/).map { String($0.output.1 ?? $0.output.0) }
      do { _ = try OOBQR.parseAsRoot(Array(parts.dropFirst())) } catch {
        Issue.record("\(example): \(OOBQR.message(for: error))")
      }
    }
  }
}
