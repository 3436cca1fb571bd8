import ArgumentParser
import ImageCoding
import OutOfBand
import QRSymbology
import SymbolDrawing
import TextFormats

/// `oobqr make`: message → symbol → picture.
struct MakeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "make", _superCommandName: "oobqr",
    abstract: "Make a QR symbol from a message.",
    discussion: """
      The message is a text, encoded byte for byte, or an out-of-band payload (--payload, --jwe-file, or --redeem-url \
      with --token-file) as a link, a custom URI, base64url or JSON. A payload is checked first; errors stop the \
      command unless --force is given. A text that is an out-of-band link, or an encrypted payload without its JSON, is \
      checked, too: its errors are printed, and stop the command with --check. \
      Every symbol is drawn and read back before anything is written. \
      Without -o, standard output receives a PNG, or a drawing if it is a terminal.

      With --list, -o is a folder, an archive (.tar), or '-', which prints a JSON line with the picture for each row \
      as soon as it is read. Folders and archives get an index with a line for each row. A bad row does not stop the \
      others.

      Exit codes: 0 made; 1 the message is refused, a row of the list is bad (except with -o -, where only its line of \
      JSON says so), or a file cannot be read or written; 5 the symbol does not read back.
      """)

  @OptionGroup var messageOptions: MessageOptions
  @OptionGroup(title: "Check") var checkOptions: CheckOptions
  @OptionGroup(title: "Symbol") var symbolOptions: SymbolOptions
  @OptionGroup(title: "Colours") var colorOptions: ColorOptions
  @OptionGroup(title: "Picture") var picture: PictureOptions

  @OptionGroup(title: "List") var batch: BatchOptions

  @Flag(help: "Check any message, and make nothing if it has errors.")
  var check = false

  @Flag(help: "Make the symbol even if the check finds errors.")
  var force = false

  @Flag(help: "Print a JSON object that describes the written file; also --format json.")
  var json = false

  mutating func validate() throws {
    json = json || picture.format == .json
    try picture.validate(isFolder: batch.list != nil)
    if picture.logo != nil, symbolOptions.micro {
      throw ValidationError("A Micro QR symbol has no room for a logo: leave out --micro or --logo.")
    }
    if batch.list != nil { return try validateList() }
    try messageOptions.payload.validateForm()
    if !messageOptions.isGiven {
      throw ValidationError(
        "No message: give TEXT, --file FILE, --payload FILE, --list FILE, or '-' for standard input.")
    }
    if check && force { throw ValidationError("Give --check or --force, not both.") }
    if symbolOptions.append != nil, picture.output == nil || picture.output == "-", !picture.chosenFormat.isText {
      throw ValidationError("--append makes several files: name them with -o, such as -o part.png for part-1.png.")
    }
    if json && (picture.output == nil || picture.output == "-") {
      throw ValidationError("--json prints to standard output: name a file for the picture with -o.")
    }
  }

  func run() throws {
    if let list = batch.list { return try makeList(list) }
    let colors = try colorOptions.colors()
    let recognized = try messageOptions.message()
    let message = recognized.bytes
    // An invalid payload is refused for its errors before its length is checked.
    let isChecked = try examine(recognized)
    let symbols = try symbolOptions.symbols(holding: message, isCovered: picture.logo != nil)
    if isChecked, let version = symbols.compactMap(\.version).max() {
      PayloadGuard.say(MessageCheck.densityFindings(symbolVersion: version))
    }
    colorOptions.sayWarnings()
    symbolOptions.sayWarnings()
    if messageOptions.source.isGiven { messageOptions.source.sayNotes(on: message) }
    let frame = picture.frame ?? ""
    let isSecret = recognized.isSecret || Secrets().redacted(frame) != frame
    // All are drawn before the first is written.
    let drawing = try picture.drawing(colors: colors)
    let files = try symbols.map { symbol in
      let quietZone = symbolOptions.quietZone ?? symbol.quietZone
      if !symbolOptions.noVerify { try ReadBack.check(symbol, drawing: drawing) }
      return drawing.format == .terminal
        ? Array(picture.terminal(symbol.square, quietZone: quietZone, colors: colors).utf8)
        : try drawing.file(of: symbol.square, quietZone: quietZone)
    }
    let outputs = files.enumerated().map { index, file in
      Console.OutputFile(
        path: picture.path(index, of: symbols.count) ?? "-", bytes: file,
        mode: picture.fileMode ?? (isSecret ? .owner : .anyone))
    }
    // Part of a set is of no use.
    try Console.current.write(outputs.filter { $0.path != "-" })
    for (index, (symbol, file)) in zip(symbols, files).enumerated() {
      let quietZone = symbolOptions.quietZone ?? symbol.quietZone
      let path = picture.path(index, of: symbols.count)
      if outputs[index].path == "-" { try Console.current.writeOutput(file) }
      if json {
        try Console.current.write("\(description(of: symbol, file: file, path: path, quietZone: quietZone))\n")
      }
    }
  }

  /// Checks a payload, and a text where it is asked for or seems to be meant for an app.
  ///
  /// - Returns: Whether the message was checked.
  /// - Throws: A failure with exit code 1 when errors stop the command; they have been printed.
  private func examine(_ message: RecognizedMessage) throws -> Bool {
    let isPayload = messageOptions.payload.isGiven
    guard isPayload || check || message.content.isLinkOrJWE else {
      // A policy that is named is read even if it has no use.
      if checkOptions.namedPolicy != nil { _ = try checkOptions.policy(beside: nil) }
      return false
    }
    try PayloadGuard(
      options: checkOptions, isForced: isPayload ? force : !check, source: messageOptions.file,
      remedy: isPayload && !check ? "use --force to ignore them" : "leave out --check to ignore them"
    ).examine(message, channel: .qr)
    return true
  }

  private func description(of symbol: MadeSymbol, file: [UInt8], path: String?, quietZone: Int) -> JSONValue {
    let side = symbol.square.size + 2 * quietZone
    let (width, height) = picture.frame == nil ? (side, side) : SymbolArtwork.framedSize(side: side)
    let hasPixels = picture.chosenFormat.hasPixels
    // A picture without a frame is square.
    let tall: [JSONValue.Member] =
      width == height || !hasPixels ? [] : [.init("pixels_high", .number(height * picture.scale))]
    return .object(
      symbol.members + [
        .init("quiet_zone", .number(quietZone)),
        .init("pixels", hasPixels ? .number(width * picture.scale) : .null),
      ] + tall + [
        .init("format", .string(picture.chosenFormat.rawValue)), .init("file_bytes", .number(file.count)),
        .init("sha256", .string(SHA256.hexDigest(of: file))), .init("path", .string(path ?? "-")),
      ])
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
