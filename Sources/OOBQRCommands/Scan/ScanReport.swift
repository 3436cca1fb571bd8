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
  /// Whether each message is checked in text output.
  var checks = false
  var showsToken = false
  /// How the picture is turned before it is shown, and scanned.
  var orientation = PictureOrientation.topLeft
  /// The circumstances of a message.
  var options: (Detection) -> MessageCheck.Options

  /// - Parameter grades: One for each detection, or none at all.
  func print(_ detections: [Detection], of path: String, grades: [GradeReport] = []) throws {
    for (index, detection) in detections.enumerated() {
      let grade = grades.isEmpty ? nil : grades[index]
      if !json && !checks {
        try Console.current.write(
          (showsPath ? "\(PrintableText.of(path)): " : "") + Self.shown(detection.message, keepingNewlines: !showsPath)
            + "\n" + (grade?.text ?? ""))
        continue
      }
      let check = MessageCheck(detection.message, options: options(detection))
      if json {
        try Console.current.write("\(object(detection, check, grade, index, path))\n")
      } else {
        let report = CheckReport(
          path: path, index: index, check: check, bytes: detection.message, showsToken: showsToken)
        try Console.current.write(report.text + (grade?.text ?? ""))
      }
    }
  }

  private func object(
    _ detection: Detection, _ check: MessageCheck, _ grade: GradeReport?, _ index: Int, _ path: String
  ) -> JSONValue {
    var members = [JSONValue.Member("path", .string(path)), .init("index", .number(index))]
    if let text = detection.text { members.append(.init("message", .string(text))) }
    members += [
      .init("message_base64", .string(Base64.encode(detection.message))),
      .init("bytes", .number(detection.message.count)),
      .init("corners", .array(detection.corners.points.map { [rounded($0.x), rounded($0.y)] })),
      .init("engine", .string(detection.engine.rawValue)),
    ]
    if orientation != .topLeft { members.append(.init("orientation", .number(orientation.rawValue))) }
    if let version = detection.version { members.append(.init("version", .number(version.number))) }
    if let version = detection.microVersion { members.append(.init("version", .string("\(version)"))) }
    if let version = detection.rectangularVersion { members.append(.init("version", .string("\(version)"))) }
    if let attempt = detection.attempt { members.append(.init("attempt", .string("\(attempt)"))) }
    if let part = detection.structuredAppend {
      let place: JSONValue = [
        "index": .number(part.index), "count": .number(part.count), "parity": .number(Int(part.parity)),
      ]
      members.append(.init("structured_append", place))
    }
    if let grade { members.append(.init("grade", grade.json)) }
    members += [
      .init("kind", .string(check.message.kind)),
      .init("diagnostics", .array(check.message.isOutOfBand ? check.diagnostics.map(\.json) : [])),
    ]
    return .object(members)
  }

  /// Hundredths of a pixel.
  private func rounded(_ value: Double) -> JSONValue { .number((value * 100).rounded() / 100) }

  /// The message with everything that is not printable text as `\xNN`. Line feeds and tabs stay, except where a line
  /// feed could pass for the next picture's line.
  static func shown(_ message: [UInt8], keepingNewlines: Bool) -> String {
    if let text = String(validating: message, as: UTF8.self) {
      return PrintableText.of(text, keepingNewlines: keepingNewlines)
    }
    return message.map { 0x20..<0x7F ~= $0 ? String(Unicode.Scalar($0)) : PrintableText.escaped($0) }.joined()
  }
}
