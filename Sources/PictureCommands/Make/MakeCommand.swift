package import ArgumentParser
import CommandSupport
import OutOfBand
import QREncoding
import QRSymbology
import SymbolDrawing
import SymbolMaking
import TextFormats

/// `oobqr make`: message → symbol → picture.
package struct MakeCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "make",
    abstract: "Make a symbol from a message, a payload or a list.",
    usage: "",
    discussion: """
        oobqr make 'https://example.com' -o symbol.png
        oobqr make --payload login.json --base-url https://example.com/open -o a.svg
        oobqr make --list codes.csv --scheme myaccessapp -o codes/

      Exit codes: 0 made; 1 refused; 5 it does not read back.
      All options: oobqr make --help-hidden, and docs/making.md.
      """)

  @OptionGroup(title: "The message") var messageOptions: MessageOptions
  @OptionGroup(title: "The list") var batch: BatchOptions
  @OptionGroup(title: "The picture") var picture: PictureOptions
  @OptionGroup(title: "The picture") var colorOptions: ColorOptions
  @OptionGroup(title: "The symbol") var symbolOptions: SymbolOptions
  @OptionGroup var checkOptions: CheckOptions

  @Flag(help: .more("Check any message, and make nothing if it has errors."))
  var check = false

  @Flag(help: "Make it even if the check of a payload finds errors.")
  var force = false

  @Flag(help: "Describe the file in JSON; short for --format json.")
  var json = false

  package init() {}

  package mutating func validate() throws {
    json = json || picture.format == .json
    try picture.validate(isFolder: batch.list != nil)
    try refuse([
      "A Micro QR symbol has no room for a logo: leave out --micro or --logo.": picture.logo != nil
        && symbolOptions.micro
    ])
    if batch.list != nil { return try validateList() }
    try messageOptions.payload.validateForm()
    let isStream = picture.output == nil || picture.output == "-"
    try refuse([
      "No message: give TEXT, --file FILE, --payload FILE, --list FILE, or '-' for standard input.":
        !messageOptions.isGiven,
      "Give --check or --force, not both.": check && force,
      "--append makes several files: name them with -o, such as -o part.png for part-1.png.":
        symbolOptions.append != nil && isStream && !picture.chosenFormat.isText,
      "--json prints to standard output: name a file for the picture with -o.": json && isStream,
    ])
  }

  package func run() throws {
    if let list = batch.list { return try makeList(list) }
    let colors = try colorOptions.colors()
    let message = try messageOptions.message()
    let guarding = try payloadGuard(for: message)
    // A policy that is named is read even if it has no use.
    if guarding == nil && checkOptions.policy != nil { _ = try checkOptions.trustPolicy() }
    let maker = symbolOptions.maker(
      of: try picture.picture(colors: colors, quietZone: symbolOptions.quietZone),
      check: guarding.map { checkOptions.options(policy: $0.policy, channel: .qr) })
    let made: MadeMessage
    do {
      made = try maker.encode(message) { findings in
        try guarding?.judge(findings)
        try symbolOptions.checkStatements(message.bytes)
      }
    } catch let error as QREncodingError {
      throw CommandFailure("\(error)\(symbolOptions.remedy(for: error))")
    }
    if guarding != nil { PayloadGuard.say(made.density) }
    colorOptions.sayWarnings()
    symbolOptions.sayWarnings()
    if messageOptions.source.isGiven { messageOptions.source.sayNotes(on: message.bytes) }
    picture.sayTerminalWarnings(about: maker.picture, made.symbols[0])
    try write(made, files: made.symbols.map { try maker.file(of: $0) }, by: maker)
  }

  /// Writes the files of all symbols, which were drawn before, as a part of a set is of no use.
  private func write(_ made: MadeMessage, files: [[UInt8]], by maker: SymbolMaker) throws {
    let frame = picture.frame ?? ""
    let isSecret = made.message.isSecret || Secrets().redacted(frame) != frame
    let outputs = files.enumerated().map { index, file in
      Console.OutputFile(
        path: picture.path(index, of: files.count) ?? "-", bytes: file,
        mode: picture.fileMode ?? (isSecret ? .owner : .anyone))
    }
    try Console.current.write(outputs.filter { $0.path != "-" })
    for (symbol, output) in zip(made.symbols, outputs) {
      if output.path == "-" { try Console.current.writeOutput(output.bytes) }
      if json { try Console.current.write(description(of: symbol, output, maker.picture).line(as: .make)) }
    }
  }

  /// The check of a payload, and of a text where it is asked for or only an app can make use of it; `nil` for other texts.
  private func payloadGuard(for message: RecognizedMessage) throws -> PayloadGuard? {
    let isPayload = messageOptions.payload.isGiven
    let isForApp =
      switch message.content {
      case .link, .payload(_, .bareJWE): true
      default: false
      }
    guard isPayload || check || isForApp else { return nil }
    return try PayloadGuard(
      options: checkOptions, isForced: isPayload ? force : !check,
      remedy: isPayload && !check ? "use --force to ignore them" : "leave out --check to ignore them")
  }

  private func description(
    of made: MadeMessage.Part, _ output: Console.OutputFile, _ picture: SymbolPicture
  ) -> JSONValue {
    let side = picture.side(of: made)
    let (width, height) = picture.frame == nil ? (side, side) : SymbolArtwork.framedSize(side: side)
    let hasPixels = picture.format.hasPixels
    return .joining(
      made.json,
      [
        "quiet_zone": .number((side - made.symbol.size) / 2),
        "pixels": .optional(hasPixels ? width * picture.scale : nil),
      ],
      // A picture without a frame is square.
      width == height || !hasPixels ? [:] : ["pixels_high": .number(height * picture.scale)],
      [
        "file_format": .string(picture.format.rawValue), "file_bytes": .number(output.bytes.count),
        "sha256": .string(SHA256.hexDigest(of: output.bytes)), "path": .string(output.path),
      ])
  }
}

extension MadeMessage.Part {
  /// Version, level, mask and use of the symbol.
  fileprivate var json: JSONValue {
    guard let qr else {
      let micro = symbol as? MicroQRSymbol
      return [
        "version": .optional(micro.map { "\($0.version)" }), "modules": .number(symbol.size),
        "level": .optional(micro?.level?.letter), "mask": .number(micro?.mask ?? 0),
        "message_bytes": .number(message.count),
      ]
    }
    // The reading states what the symbol really holds, with its segments.
    let reading = try? qr.reading()
    let segments = (reading?.segments ?? []).map { segment -> JSONValue in
      ["mode": .string(segment.mode.rawValue), "bytes": .number(segment.bytes.count)]
    }
    let place = reading?.structuredAppend.map { part -> JSONValue in
      ["index": .number(part.index), "count": .number(part.count)]
    }
    let members: JSONValue = [
      "version": .number(qr.version.number), "modules": .number(qr.size), "level": .string(qr.level.letter),
      "mask": .number(qr.mask.reference), "segments": .array(segments), "message_bytes": .number(message.count),
      "capacity_left": .number(reading.map { QREncoder.bytesLeft(in: qr, $0) } ?? 0),
      "structured_append": .optional(place),
    ]
    return members.withoutNulls
  }
}
