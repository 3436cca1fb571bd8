import QRScanning

/// How `oobqr scan` prints what it found.
struct ScanReport {
  var json: Bool
  /// Whether a line of text begins with its picture's path.
  var showsPath: Bool

  func print(_ detections: [Detection], of path: String) throws {
    for (index, detection) in detections.enumerated() {
      let line = json ? "\(object(detection, index, path))" : (showsPath ? "\(path): " : "") + shown(detection.message)
      try Console.current.write(line + "\n")
    }
  }

  private func object(_ detection: Detection, _ index: Int, _ path: String) -> JSON {
    var members: [(String, JSON)] = [("path", .string(path)), ("index", .integer(index))]
    if let text = detection.text { members.append(("message", .string(text))) }
    members += [
      ("message_base64", .string(Base64.encode(detection.message))),
      ("bytes", .integer(detection.message.count)),
      ("corners", .array(detection.corners.points.map { .array([.number($0.x), .number($0.y)]) })),
      ("engine", .string(detection.engine.rawValue)),
    ]
    return .object(members)
  }

  /// The message with everything that is not printable text as `\xNN`: a message is somebody else's data and must
  /// not steer the terminal it is shown on. Line feeds and tabs stay.
  private func shown(_ message: [UInt8]) -> String {
    guard let text = String(validating: message, as: UTF8.self) else { return escaped(message) { $0 < 0x7F } }
    var shown = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x0A, 0x09: shown.unicodeScalars.append(scalar)
      case 0..<0x20, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: shown += escaped(Array(String(scalar).utf8))
      default: shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }

  private func escaped(_ bytes: [UInt8], keeping isKept: (UInt8) -> Bool = { _ in false }) -> String {
    let digits = Array("0123456789abcdef")
    return bytes.map { byte in
      if byte >= 0x20, isKept(byte) { return String(Unicode.Scalar(byte)) }
      return "\\x\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
    }.joined()
  }
}
