import ArgumentParser
import ImageCoding
import OutOfBand
import QRSymbology
import TextFormats

/// `oobqr make`: message → symbol → picture.
struct MakeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "make",
    abstract: "Make a QR symbol from a message.",
    discussion: """
      The message is a text, encoded byte for byte, or an out-of-band payload (--payload, or --redeem-url with \
      --token-file) as a link, a custom URI, base64url or JSON. A payload is checked first; errors stop the command \
      unless --force is given. Every symbol is drawn and read back before anything is written. \
      Without -o, standard output receives a PNG, or a drawing if it is a terminal.
      """)

  @OptionGroup var source: MessageSource
  @OptionGroup(title: "Payload") var payload: PayloadOptions
  @OptionGroup(title: "Check") var checkOptions: CheckOptions
  @OptionGroup(title: "Symbol") var symbolOptions: SymbolOptions
  @OptionGroup(title: "Colours") var colorOptions: ColorOptions
  @OptionGroup(title: "Picture") var picture: PictureOptions

  @Flag(help: "Print a JSON object that describes the written file.")
  var json = false

  func validate() throws {
    if source.isGiven && payload.isGiven {
      throw ValidationError("Give a message or a payload, not both.")
    }
    if !source.isGiven && !payload.isGiven {
      throw ValidationError("No message: give TEXT, --file FILE, --payload FILE, or '-' for standard input.")
    }
    if json && (picture.output == nil || picture.output == "-") {
      throw ValidationError("--json prints to standard output: name a file for the picture with -o.")
    }
  }

  func run() throws {
    let colors = try colorOptions.colors()
    let message = payload.isGiven ? try payload.message() : try source.message()
    // An invalid payload is refused for its errors before its length is checked.
    if payload.isGiven {
      try PayloadGuard(options: checkOptions, isForced: payload.force, source: payload.source)
        .examine(message, channel: .qr)
    }
    let symbol = try symbolOptions.symbol(holding: message)
    if payload.isGiven { PayloadGuard.say(MessageCheck.densityFindings(symbolVersion: symbol.version.number)) }
    colorOptions.sayWarnings()
    symbolOptions.sayWarnings()
    if source.isGiven { source.sayNotes(on: message) }
    let file = try picture.draw(symbol, quietZone: symbolOptions.quietZone, colors: colors)
    try Console.current.write(file, to: picture.output ?? "-")
    if json { try Console.current.write("\(description(of: symbol, message: message, file: file))\n") }
  }

  private func description(of symbol: QRSymbol, message: [UInt8], file: [UInt8]) -> JSONValue {
    let modules = symbol.size + 2 * symbolOptions.quietZone
    let capacity = symbol.version.byteCapacity(at: symbol.level)
    return [
      "version": .number(symbol.version.number),
      "modules": .number(symbol.size),
      "level": .string(symbol.level.letter),
      "mask": .number(symbol.mask.reference),
      "message_bytes": .number(message.count),
      "capacity_left": .number(capacity - message.count),
      "quiet_zone": .number(symbolOptions.quietZone),
      "pixels": picture.chosenFormat == .terminal ? .null : .number(modules * picture.scale),
      "format": .string(picture.chosenFormat.rawValue),
      "file_bytes": .number(file.count),
      "sha256": .string(SHA256.hexDigest(of: file)),
      "path": .string(picture.output ?? "-"),
    ]
  }
}
