import ArgumentParser
import CommandSupport
import KioskPrinting
import TextFormats

/// `oobqr print texts`: the texts of posters → JSON.
struct PrintTextsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "texts",
    abstract: "Show the texts of posters as JSON, to change them.",
    usage: "",
    discussion: """
        oobqr print texts --languages de > texts.json
        oobqr print poster 'https://example.com' --texts texts.json -o welcome.pdf

      Exit codes: 0 printed; 1 there are no texts in a language, or a file cannot be read.
      More: docs/posters.md.
      """)

  @Option(
    help: ArgumentHelp("The languages, such as en,de; the default is all.", valueName: "codes"),
    transform: PosterOptions.Languages.init(option:))
  var languages: PosterOptions.Languages?

  @Option(help: ArgumentHelp("A JSON file whose texts replace the built-in ones.", valueName: "file"))
  var texts: String?

  func run() throws {
    let library = try PosterTexts.replaced(by: texts)
    try Console.current.write(library.json(of: languages?.codes ?? library.languages).indented)
  }
}

extension PosterTexts {
  /// Returns the built-in texts with those of a file in their place.
  static func replaced(by file: String?) throws -> PosterTexts {
    guard let file else { return .builtIn }
    let bytes = try Console.current.read(file, limit: 1 << 20)
    do { return try builtIn.replacing(json: bytes) } catch {
      throw CommandFailure("\(CommandFailure.name(ofInput: file)): \(error)")
    }
  }
}
