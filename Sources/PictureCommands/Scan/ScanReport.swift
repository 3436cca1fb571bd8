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
    var members = [JSONValue.Member("path", .string(picture)), .init("index", .number(index))]
    if let text = symbol.text { members.append(.init("message", .string(text))) }
    members += [
      .init("message_base64", .string(Base64.encode(symbol.message))),
      .init("message_bytes", .number(symbol.message.count)),
      .init("corners", .array(symbol.printedCorners.map { [.number($0.x), .number($0.y)] })),
      .init("engine", .string(symbol.engine.rawValue)),
    ]
    if reading.orientation != .topLeft {
      members.append(.init("orientation", .number(reading.orientation.rawValue)))
    }
    switch symbol.version {
    case .qr(let version): members.append(.init("version", .number(version.number)))
    case .micro, .rectangular: members.append(.init("version", .string(symbol.version.map { "\($0)" } ?? "")))
    case nil: break
    }
    members += statements(symbol)
    if let attempt = symbol.attempt { members.append(.init("attempt", .string(attempt))) }
    if let part = symbol.structuredAppend {
      let place: JSONValue = [
        "index": .number(part.index), "count": .number(part.count), "parity": .number(Int(part.parity)),
      ]
      members.append(.init("structured_append", place))
    }
    if command.answer.grade, let grade = symbol.grade { members.append(.init("grade", GradeReport(grade).json)) }
    members += [
      .init("kind", .string(check.message.kind)),
      .init("diagnostics", .array(check.findingsInSymbol.map(\.json))),
    ]
    return .object(members)
  }

  /// What the symbol states of itself, as far as its engine reports it.
  private func statements(_ symbol: ReadSymbol) -> [JSONValue.Member] {
    guard let identifier = symbol.symbologyIdentifier else { return [] }
    let segments = symbol.segments.map { segment -> JSONValue in
      [
        "mode": .string(segment.mode), "eci": segment.eci.map { .number($0) } ?? .null, "bytes": .number(segment.count),
      ]
    }
    return [
      .init("level", symbol.level.map { .string($0) } ?? .null),
      .init("mask", symbol.mask.map { .number($0) } ?? .null),
      .init("segments", .array(segments)), .init("symbology_identifier", .string(identifier)),
      .init("is_mirrored", symbol.isMirrored.map { .boolean($0) } ?? .null),
      .init("is_inverted", symbol.isInverted.map { .boolean($0) } ?? .null),
      .init("pixels_per_module", symbol.modulePixels.map { .number($0, decimals: 2) } ?? .null),
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
