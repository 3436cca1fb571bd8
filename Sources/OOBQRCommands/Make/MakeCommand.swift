import ArgumentParser
import ImageCoding
import OutOfBand
import QRSymbology
import TextFormats

/// `oobqr make`: message → symbol → picture.
struct MakeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "make", _superCommandName: "oobqr",
    abstract: "Make a QR symbol from a message.",
    discussion: """
      The message is a text, encoded byte for byte, or an out-of-band payload (--payload, --jwe-file, or --redeem-url \
      with --token-file) as a link, a custom URI, base64url or JSON. A payload is checked first; errors stop the \
      command unless --force is given. A text that is a link, or an encrypted payload without its JSON, is checked, \
      too: its errors are printed, and stop the command with --check. \
      Every symbol is drawn and read back before anything is written. \
      Without -o, standard output receives a PNG, or a drawing if it is a terminal.
      """)

  @OptionGroup var messageOptions: MessageOptions
  @OptionGroup(title: "Check") var checkOptions: CheckOptions
  @OptionGroup(title: "Symbol") var symbolOptions: SymbolOptions
  @OptionGroup(title: "Colours") var colorOptions: ColorOptions
  @OptionGroup(title: "Picture") var picture: PictureOptions

  @Flag(help: "Check any message, and make nothing if it has errors.")
  var check = false

  @Flag(help: "Make the symbol in spite of errors in its payload.")
  var force = false

  @Flag(help: "Print a JSON object that describes the written file; also --format json.")
  var json = false

  mutating func validate() throws {
    json = json || picture.format == .json
    try messageOptions.payload.validateForm()
    if !messageOptions.isGiven {
      throw ValidationError("No message: give TEXT, --file FILE, --payload FILE, or '-' for standard input.")
    }
    if check && force { throw ValidationError("Give --check or --force, not both.") }
    if json && (picture.output == nil || picture.output == "-") {
      throw ValidationError("--json prints to standard output: name a file for the picture with -o.")
    }
  }

  func run() throws {
    let colors = try colorOptions.colors()
    let message = try messageOptions.message()
    // An invalid payload is refused for its errors before its length is checked.
    let isChecked = try examine(message)
    let symbol = try symbolOptions.symbol(holding: message)
    if isChecked { PayloadGuard.say(MessageCheck.densityFindings(symbolVersion: symbol.version.number)) }
    colorOptions.sayWarnings()
    symbolOptions.sayWarnings()
    if messageOptions.source.isGiven { messageOptions.source.sayNotes(on: message) }
    let file = try picture.draw(symbol, quietZone: symbolOptions.quietZone, colors: colors)
    try Console.current.write(file, to: picture.output ?? "-")
    if json { try Console.current.write("\(description(of: symbol, message: message, file: file))\n") }
  }

  /// Checks a payload, and a text where it is asked for or seems to be meant for an app.
  ///
  /// - Returns: Whether the message was checked.
  /// - Throws: A failure with exit code 1 when errors stop the command; they have been printed.
  private func examine(_ message: [UInt8]) throws -> Bool {
    let isPayload = messageOptions.payload.isGiven
    guard isPayload || check || OutOfBandMessage(message).isLinkOrJWE else { return false }
    try PayloadGuard(
      options: checkOptions, isForced: isPayload ? force : !check, source: messageOptions.file,
      remedy: isPayload && !check ? "use --force to ignore them" : "leave out --check to ignore them"
    ).examine(message, channel: .qr)
    return true
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

extension OutOfBandMessage {
  /// Whether only an app can make use of it: any other text may be meant for any reader.
  fileprivate var isLinkOrJWE: Bool {
    switch self {
    case .link, .payload(_, .bareJWE): true
    default: false
    }
  }
}
