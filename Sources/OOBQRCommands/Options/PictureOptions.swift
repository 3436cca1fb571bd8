import ArgumentParser
import HostSystem
import ImageCoding
import Imaging
import QRSymbology
import SymbolDrawing
import TextFormats

/// The format and size of a symbol's file.
struct PictureOptions: ParsableArguments {
  @Option(name: .shortAndLong, help: "Pixels per module, 1…1000.")
  var scale = 8

  @Option(name: .shortAndLong, help: "Dots per inch, 1…100000: sets the printed size (pHYs in PNG, mm in SVG).")
  var dpi: Double?

  @Option(name: .shortAndLong, help: "Write to a file; '-' is standard output.")
  var output: String?

  @Option(
    help:
      "png, svg, terminal or data-uri; the default depends on the file's extension. json is another way to give --json."
  )
  var format: Format?

  /// The values of `--format`: how the symbol is drawn, or that the file is described in JSON.
  enum Format: Hashable, ExpressibleByArgument {
    case picture(PictureFormat)
    case json

    init?(argument: String) {
      guard let format = argument == "json" ? .json : PictureFormat(rawValue: argument).map(Format.picture) else {
        return nil
      }
      self = format
    }

    static var allValueStrings: [String] { PictureFormat.allCases.map(\.rawValue) + ["json"] }
  }

  /// The requested picture format.
  private var pictureFormat: PictureFormat? {
    if case .picture(let format) = format { format } else { nil }
  }

  /// The most pixels on a side: the default limit of `oobqr scan`.
  private static let largestSide = 10_000

  func validate() throws {
    if !(1...1000 ~= scale) { throw ValidationError("--scale \(scale) is not in 1…1000.") }
    if let dpi, !(1...100_000 ~= dpi) { throw ValidationError("--dpi \(dpi) is not in 1…100000.") }
    if let output, output != "-", pictureFormat == nil, PictureFormat(path: output) == nil {
      throw ValidationError("The name '\(output)' has no known extension: end it in .png or .svg, or give --format.")
    }
  }

  /// The requested format, or that of the file's extension, or the one suitable for standard output.
  var chosenFormat: PictureFormat {
    if let pictureFormat { return pictureFormat }
    if let output, let format = PictureFormat(path: output) { return format }
    return output == nil && Console.current.terminalColumns != nil ? .terminal : .png
  }

  /// Draws the file.
  func draw(_ symbol: QRSymbol, quietZone: Int, colors: SymbolColors) throws -> [UInt8] {
    switch chosenFormat {
    case .png: return try png(symbol, quietZone: quietZone, colors: colors)
    case .dataURI:
      let png = try png(symbol, quietZone: quietZone, colors: colors)
      return Array("data:image/png;base64,\(Base64.encode(png))\n".utf8)
    case .svg:
      return Array(SVG.draw(symbol, scale: scale, quietZone: quietZone, colors: colors, dotsPerInch: dpi).utf8)
    case .terminal: return Array(terminal(symbol, quietZone: quietZone, colors: colors).utf8)
    }
  }

  private func png(_ symbol: QRSymbol, quietZone: Int, colors: SymbolColors) throws -> [UInt8] {
    let modules = symbol.size + 2 * quietZone
    guard modules * scale <= Self.largestSide else {
      throw CommandFailure(
        "\(modules) modules at scale \(scale) are \(modules * scale) pixels on a side, above the limit of "
          + "\(Self.largestSide); use --scale \(Self.largestSide / modules) or less")
    }
    return try PNG.encode(
      BilevelImage(symbol, scale: scale, quietZone: quietZone), palette: PNG.Palette(colors), dotsPerInch: dpi)
  }

  private func terminal(_ symbol: QRSymbol, quietZone: Int, colors: SymbolColors) -> String {
    let console = Console.current
    let modules = symbol.size + 2 * quietZone
    if let columns = console.terminalColumns, columns < modules, output == nil || output == "-" {
      console.say(
        "warning: the drawing is \(modules) columns wide but the terminal \(columns), so it will not scan; "
          + "write a picture with -o FILE.png")
    }
    if !console.usesColor {
      console.say("note: NO_COLOR is set, so the drawing has no colours and scans only on a dark terminal")
    }
    return TerminalDrawing.draw(symbol, quietZone: quietZone, colors: console.usesColor ? colors : nil)
  }
}

/// The values of `--format`.
enum PictureFormat: String, ExpressibleByArgument, CaseIterable {
  case png, svg, terminal
  case dataURI = "data-uri"

  /// Chooses the format by a file's extension; `nil` for any other.
  init?(path: String) {
    switch FileSystem.fileExtension(of: path) {
    case "png": self = .png
    case "svg": self = .svg
    default: return nil
    }
  }
}

extension PNG.Palette {
  init(_ colors: SymbolColors) {
    let (dark, light) = (colors.dark, colors.light)
    self.init(dark: (dark.red, dark.green, dark.blue), light: (light.red, light.green, light.blue))
  }
}
