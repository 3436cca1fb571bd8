import ArgumentParser
import QRSymbology

/// `oobqr make`: message → symbol → picture.
struct MakeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "make",
    abstract: "Make a QR symbol from a message.",
    discussion: """
      The message is taken byte for byte. Every symbol is drawn and read back before anything is written. \
      Without -o a PNG goes to standard output, or a drawing when that is a terminal.
      """)

  @OptionGroup var source: MessageSource
  @OptionGroup(title: "Symbol") var symbolOptions: SymbolOptions
  @OptionGroup(title: "Colours") var colorOptions: ColorOptions
  @OptionGroup(title: "Picture") var picture: PictureOptions

  @Flag(help: "Print a JSON object about the file that was written.")
  var json = false

  func validate() throws {
    if json && (picture.output == nil || picture.output == "-") {
      throw ValidationError("--json prints to standard output: name a file for the picture with -o.")
    }
  }

  func run() throws {
    let colors = try colorOptions.colors()
    let message = try source.message()
    do {
      let symbol = try symbolOptions.symbol(holding: message)
      let file = try picture.draw(symbol, quietZone: symbolOptions.quietZone, colors: colors)
      try FileSystem.write(file, to: picture.output ?? "-")
      if json { try Console.current.write("\(description(of: symbol, message: message, file: file))\n") }
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw CommandFailure("\(error)")
    }
  }

  private func description(of symbol: QRSymbol, message: [UInt8], file: [UInt8]) -> JSON {
    let modules = symbol.size + 2 * symbolOptions.quietZone
    let capacity = symbol.version.byteCapacity(at: symbol.level)
    return [
      "version": .integer(symbol.version.number),
      "modules": .integer(symbol.size),
      "level": .string(symbol.level.letter),
      "mask": .integer(symbol.mask.reference),
      "message_bytes": .integer(message.count),
      "capacity_left": .integer(capacity - message.count),
      "quiet_zone": .integer(symbolOptions.quietZone),
      "pixels": picture.chosenFormat == .terminal ? .null : .integer(modules * picture.scale),
      "format": .string(picture.chosenFormat.rawValue),
      "file_bytes": .integer(file.count),
      "sha256": .string(SHA256.hexDigest(of: file)),
      "path": .string(picture.output ?? "-"),
    ]
  }
}
