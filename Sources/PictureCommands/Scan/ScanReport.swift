import CommandSupport
import ConfinedReading
import Diagnosis
import HandsetSimulation
import ImageCoding
import Imaging
import OutOfBand
import QRScanning
import QRSymbology
import TextFormats

/// How `oobqr scan` prints what it found in a picture.
struct ScanReport {
  var command: ScanCommand
  /// The path of the picture.
  var picture: String
  var reading: PictureReading
  var policy: TrustPolicy?

  /// A line for each symbol, or a report if messages are checked, with its grade; then a table for each.
  func text(usesColor: Bool) -> String {
    let lines = reading.symbols.enumerated().map { index, symbol in
      (command.answer.check ? report(symbol, index) : line(symbol))
        + (command.answer.grade ? symbol.grade.map { GradeReport($0).text } ?? "" : "")
    }
    return lines.joined() + (command.answer.simulate ? tables(usesColor: usesColor) : "")
  }

  /// One object for each symbol.
  var objects: [JSONValue] { reading.symbols.enumerated().map { object($0.element, $0.offset) } }

  private func line(_ symbol: ReadSymbol) -> String {
    // Where nothing else is printed, line feeds of the message cannot pass for other lines.
    let isAlone = !command.showsPath && !command.answer.grade && !command.answer.simulate && reading.symbols.count == 1
    return (command.showsPath ? "\(PrintableText.of(picture)): " : "")
      + Self.shown(symbol.text.map { Array($0.utf8) } ?? symbol.message, keepingNewlines: isAlone) + "\n"
  }

  private func report(_ symbol: ReadSymbol, _ index: Int) -> String {
    let diagnosis = Diagnosis(RecognizedMessage(symbol.message), options(symbol), isScanned: true)
    return CheckReport(
      path: picture, index: index, check: diagnosis.check, diagnosis: diagnosis, bytes: symbol.message,
      showsToken: command.answer.showToken
    ).text
  }

  private func options(_ symbol: ReadSymbol) -> MessageCheck.Options {
    var options = command.checkOptions.options(policy: policy, channel: .qr, symbolVersion: symbol.leastVersion)
    options.symbolFlaws = symbol.grade?.value?.flaws ?? []
    return options
  }

  private func tables(usesColor: Bool) -> String {
    let simulator = Simulator(policy: policy)
    return reading.symbols.map { symbol in
      let table = VerdictTable(
        SimulatedMessage(RecognizedMessage(symbol.message), options(symbol)), simulator,
        entries: simulator.catalogue.scans)
      return SimulationReport(path: picture, table: table, usesColor: usesColor).text
    }.joined()
  }

  private func object(_ symbol: ReadSymbol, _ index: Int) -> JSONValue {
    let check = MessageCheck(symbol.message, options: options(symbol))
    let version: JSONValue? =
      if case .qr(let version) = symbol.version { .number(version.number) } else {
        symbol.version.map { .string("\($0)") }
      }
    let place = symbol.structuredAppend.map { part -> JSONValue in
      ["index": .number(part.index), "count": .number(part.count), "parity": .number(Int(part.parity))]
    }
    let start: JSONValue = [
      "path": .string(picture), "index": .number(index), "message": .optional(symbol.text),
      "message_base64": .string(Base64.encode(symbol.message)), "message_bytes": .number(symbol.message.count),
      "corners": .array(symbol.printedCorners.map { [.number($0.x), .number($0.y)] }),
      "engine": .string(symbol.engine.rawValue),
      "orientation": .optional(reading.orientation == .topLeft ? nil : reading.orientation.rawValue),
      "version": .optional(version),
    ]
    let end: JSONValue = [
      "attempt": .optional(symbol.attempt), "structured_append": .optional(place),
      "grade": .optional(command.answer.grade ? symbol.grade.map { GradeReport($0).json } : nil),
      "kind": .string(check.message.kind), "diagnostics": .array(check.findingsInSymbol.map(\.json)),
    ]
    return .joining(start.withoutNulls, statements(symbol), end.withoutNulls)
  }

  /// What the symbol states of itself, as far as its engine reports it.
  private func statements(_ symbol: ReadSymbol) -> JSONValue {
    guard let identifier = symbol.symbologyIdentifier else { return [:] }
    let segments = symbol.segments.map { segment -> JSONValue in
      ["mode": .string(segment.mode), "eci": .optional(segment.eci), "bytes": .number(segment.count)]
    }
    return [
      "level": .optional(symbol.level), "mask": .optional(symbol.mask), "segments": .array(segments),
      "symbology_identifier": .string(identifier), "is_mirrored": .optional(symbol.isMirrored),
      "is_inverted": .optional(symbol.isInverted),
      "pixels_per_module": .optional(symbol.modulePixels.map { .number($0, decimals: 2) }),
    ]
  }

  /// The message with everything that is not printable text as `\xNN`. Line feeds and tabs stay, except where a line
  /// feed could pass for the next picture's line.
  static func shown(_ message: [UInt8], keepingNewlines: Bool) -> String {
    if let text = String(validating: message, as: UTF8.self) {
      return PrintableText.of(text, keepingNewlines: keepingNewlines)
    }
    return message.map { 0x20..<0x7F ~= $0 ? String(Unicode.Scalar($0)) : PrintableText.escaped($0) }.joined()
  }
}

extension MessageCheck {
  /// The findings, but not the one of most symbols of the world: that they hold another message.
  fileprivate var findingsInSymbol: [Diagnostic] {
    switch message {
    case .foreign, .web, .uri, .text, .utf16, .binary: []
    case .payload, .link, .server, .association, .uaePass, .page: diagnostics
    }
  }
}
