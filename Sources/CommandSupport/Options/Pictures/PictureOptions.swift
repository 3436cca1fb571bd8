package import ArgumentParser
import HostSystem
package import SymbolDrawing
package import SymbolMaking
import TextFormats

/// The format and size of a symbol's file.
package struct PictureOptions: ParsableArguments {
  @Option(name: .shortAndLong, help: ArgumentHelp("Write to a file; '-' is standard output.", valueName: "file"))
  package var output: String?

  @Option(help: "Default: from the file's extension")
  package var format: Format?

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Pixels per module, 1…1000; default 8.", valueName: "n"),
    transform: Bounded("--scale", 1...1000).parse)
  package var scale = 8

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Dots per inch, which set the printed size.", valueName: "n"),
    transform: Bounded("--dpi", 1...100_000).parse)
  package var dpi: Double?

  @Option(
    help: .more(
      "Mode of a new file, such as 644; by default, a file with a payload is readable only by you.",
      valueName: "octal"), transform: FileMode.init(option:))
  package var fileMode: FileMode?

  @Option(help: ArgumentHelp("A PNG or JPEG for the middle of the symbol.", valueName: "file"))
  package var logo: String?

  @Option(help: ArgumentHelp("Draw a frame with these words below the symbol.", valueName: "words"))
  package var frame: String?

  package init() {}

  /// The values of `--format`: how the symbol is drawn, or that the file is described in JSON.
  package enum Format: Hashable, ExpressibleByArgument {
    case picture(SymbolPicture.Format)
    case json

    package init?(argument: String) {
      guard let format = argument == "json" ? .json : SymbolPicture.Format(rawValue: argument).map(Format.picture)
      else {
        return nil
      }
      self = format
    }

    package static var allValueStrings: [String] { SymbolPicture.Format.allCases.map(\.rawValue) + ["json"] }
  }

  /// The requested picture format.
  private var pictureFormat: SymbolPicture.Format? {
    if case .picture(let format) = format { format } else { nil }
  }

  package func validate() throws {
    let frame = frame ?? "x"
    try refuse(["--frame needs words on one line.": frame.isEmpty || frame.contains(where: \.isNewline)])
  }

  /// Refuses a file name without a known extension.
  ///
  /// - Parameter isFolder: Whether `-o` names a folder or an archive.
  package func validate(isFolder: Bool) throws {
    try refuse([
      "--logo and --frame need a picture with colours: use --format png, svg, pdf, eps, ppm or data-uri.":
        (logo != nil || frame != nil) && !chosenFormat.hasPictures,
      "--logo needs the name of a file.": logo == "-",
    ])
    if let output, !isFolder, output != "-", pictureFormat == nil, SymbolPicture.Format(path: output) == nil {
      throw ValidationError(
        "The name '\(output)' has no known extension: end it in .png, .svg, .pdf, .eps, .pbm, .ppm, .txt or .html, or give --format."
      )
    }
  }

  /// The requested format, or that of the file's extension, or the one suitable for standard output.
  package var chosenFormat: SymbolPicture.Format {
    if let pictureFormat { return pictureFormat }
    if let output, let format = SymbolPicture.Format(path: output) { return format }
    return output == nil && Console.current.terminalColumns != nil ? .terminal : .png
  }

  /// The file of one of several symbols: `part-1.png`, `part-2.png` for `part.png`.
  package func path(_ index: Int, of count: Int) -> String? {
    guard let output, output != "-", count > 1 else { return output }
    let name = FileSystem.fileExtension(of: output)
    let stem = output.dropLast(name.isEmpty ? 0 : name.count + 1)
    return "\(stem)-\(index + 1)" + (name.isEmpty ? "" : "." + output.suffix(name.count))
  }

  /// How symbols are drawn.
  package func picture(colors: SymbolColors, quietZone: Int?) throws -> SymbolPicture {
    var picture = SymbolPicture()
    (picture.format, picture.scale, picture.dotsPerInch) = (chosenFormat, scale, dpi)
    (picture.colors, picture.quietZone, picture.colorsTerminal) = (colors, quietZone, Console.current.usesColor)
    if picture.format == .pbm, colors != .blackOnWhite {
      throw CommandFailure("PBM has no colours; use --format ppm")
    }
    picture.logo = try logo.map { try Console.current.logo($0) }
    if let frame { picture.frame = { [picture] in try picture.words(frame, modules: $0) } }
    return picture
  }

  /// Prints what may keep a drawing on a terminal from scanning.
  package func sayTerminalWarnings(about picture: SymbolPicture, _ made: MadeMessage.Part) {
    guard picture.format == .terminal else { return }
    let (console, modules) = (Console.current, picture.side(of: made))
    if let columns = console.terminalColumns, columns < modules, output == nil || output == "-" {
      console.say(
        "warning: the drawing is \(modules) columns wide but the terminal \(columns), so it will not scan; "
          + "write a picture with -o FILE.png")
    }
    if !console.usesColor {
      console.say("note: NO_COLOR is set, so the drawing has no colours and scans only on a dark terminal")
    }
  }
}
