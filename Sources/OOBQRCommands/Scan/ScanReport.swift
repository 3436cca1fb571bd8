import ImageCoding
import Imaging
import OutOfBand
import QRScanning
import QRSymbology
import TextFormats

/// How `oobqr scan` prints what it found.
struct ScanReport {
  var json: Bool
  /// Whether a line of text begins with its picture's path.
  var showsPath: Bool
  /// Whether nothing but the message of one symbol is printed, so that its line feeds cannot pass for other lines.
  var isAlone = false
  /// Whether each message is checked in text output.
  var checks = false
  var showsToken = false
  /// How the picture is turned before it is shown, and scanned.
  var orientation = PictureOrientation.topLeft
  /// The circumstances of a message.
  var options: (ReadSymbol) -> MessageCheck.Options

  func print(_ symbols: [ReadSymbol], of path: String) throws {
    for (index, symbol) in symbols.enumerated() {
      if !json && !checks {
        try Console.current.write(
          (showsPath ? "\(PrintableText.of(path)): " : "") + Self.shown(symbol.message, keepingNewlines: isAlone)
            + "\n" + (symbol.grade?.text ?? ""))
        continue
      }
      let check = MessageCheck(symbol.message, options: options(symbol))
      if json {
        try Console.current.write("\(object(symbol, check, index, path))\n")
      } else {
        let report = CheckReport(
          path: path, index: index, check: check, bytes: symbol.message, showsToken: showsToken)
        try Console.current.write(report.text + (symbol.grade?.text ?? ""))
      }
    }
  }

  private func object(
    _ symbol: ReadSymbol, _ check: MessageCheck, _ index: Int, _ path: String
  ) -> JSONValue {
    var members = [JSONValue.Member("path", .string(path)), .init("index", .number(index))]
    if let text = symbol.text { members.append(.init("message", .string(text))) }
    members += [
      .init("message_base64", .string(Base64.encode(symbol.message))),
      .init("bytes", .number(symbol.message.count)),
      .init("corners", .array(symbol.printedCorners.map { [.number($0.x), .number($0.y)] })),
      .init("engine", .string(symbol.engine.rawValue)),
    ]
    if orientation != .topLeft { members.append(.init("orientation", .number(orientation.rawValue))) }
    switch symbol.version {
    case .qr(let version): members.append(.init("version", .number(version.number)))
    case .micro, .rectangular: members.append(.init("version", .string(symbol.version.map { "\($0)" } ?? "")))
    case nil: break
    }
    if let attempt = symbol.attempt { members.append(.init("attempt", .string(attempt))) }
    if let part = symbol.structuredAppend {
      let place: JSONValue = [
        "index": .number(part.index), "count": .number(part.count), "parity": .number(Int(part.parity)),
      ]
      members.append(.init("structured_append", place))
    }
    if let grade = symbol.grade { members.append(.init("grade", grade.json)) }
    members += [
      .init("kind", .string(check.message.kind)),
      .init("diagnostics", .array(check.findingsInSymbol.map(\.json))),
    ]
    return .object(members)
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
