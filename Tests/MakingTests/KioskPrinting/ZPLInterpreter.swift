import Imaging
import QRSymbology

/// An interpreter of ZPL as in the programming guide, limited to the commands that we send.
struct ZPLInterpreter {
  struct Failure: Error, CustomStringConvertible {
    var description: String
    init(_ description: String) { self.description = description }
  }

  /// A symbol that the printer would draw.
  struct NativeSymbol: Equatable {
    var x: Int, y: Int
    var magnification: Int
    var level: Character
    var mask: Int
    var message: [UInt8]
  }

  struct Label {
    var width = 0, height = 0
    var copies = 1
    /// Row by row; true is dark.
    var dots: [Bool] = []
    var symbols: [NativeSymbol] = []
    var texts: [String] = []

    var image: GrayImage { GrayImage(width: width, height: height, pixels: dots.map { $0 ? 0 : 255 }) }
  }

  private(set) var labels: [Label] = []
  private var label: Label?
  private var origin = (x: 0, y: 0)
  private var barHeight = 10
  private var symbol: (magnification: Int, level: Character, mask: Int)?
  private var escape: UInt8?
  private var isText = false

  init(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      if [0x0A, 0x0D].contains(byte) { continue }
      guard byte == UInt8(ascii: "^") else { throw Failure("byte \(byte) outside of a command") }
      var command = String(decoding: rest.prefix(2), as: UTF8.self)
      rest = rest.dropFirst(2)
      if command == "A0" { command = "A" }
      // A command's parameters end where the next command begins.
      let parameters = Array(rest.prefix { $0 != UInt8(ascii: "^") && $0 != UInt8(ascii: "~") })
      rest = rest.dropFirst(parameters.count)
      try run(command, parameters)
    }
    if label != nil { throw Failure("no ^XZ") }
  }

  private mutating func run(_ command: String, _ parameters: [UInt8]) throws {
    let text = String(decoding: parameters, as: UTF8.self).filter { $0 != "\n" && $0 != "\r" }
    let fields = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    func number(_ index: Int, _ range: ClosedRange<Int>) throws -> Int {
      guard fields.indices.contains(index), let value = Int(fields[index]), range.contains(value) else {
        throw Failure("^\(command)\(text): parameter \(index + 1) is not in \(range)")
      }
      return value
    }
    if command == "XA" {
      guard label == nil else { throw Failure("^XA in a label") }
      label = Label()
      return
    }
    guard var label else { throw Failure("^\(command) outside of ^XA … ^XZ") }
    defer { if command != "XZ" { self.label = label } }
    switch command {
    case "CI": guard text == "28" else { throw Failure("^CI\(text)") }
    case "PW": label.width = try number(0, 2...32000)
    case "LL":
      label.height = try number(0, 1...32000)
      label.dots = Array(repeating: false, count: label.width * label.height)
    case "LH": guard text == "0,0" else { throw Failure("^LH\(text)") }
    case "FO": origin = (try number(0, 0...32000), try number(1, 0...32000))
    case "BY": barHeight = try number(2, 1...32000)
    case "GF":
      guard fields.first == "A", fields.count >= 5 else { throw Failure("^GF\(text.prefix(20))") }
      let (count, total, rowBytes) = (try number(1, 1...99999), try number(2, 1...99999), try number(3, 1...99999))
      guard count == total else { throw Failure("^GFA: \(count) bytes sent, \(total) in the picture") }
      let data = fields[4...].joined(separator: ",")
      let rows = try graphic(Array(data.utf8), rowBytes: rowBytes)
      guard rows.count * rowBytes == total else {
        throw Failure("^GFA: \(rows.count) rows of \(rowBytes) are not \(total)")
      }
      for (y, row) in rows.enumerated() {
        for x in 0..<rowBytes * 8 where row[x / 8] << (x % 8) & 0x80 != 0 {
          guard origin.x + x < label.width, origin.y + y < label.height else { throw Failure("a dot beside the label") }
          label.dots[(origin.y + y) * label.width + origin.x + x] = true
        }
      }
    case "BQ":
      guard fields.count == 5, fields[0] == "N", fields[1] == "2" else { throw Failure("^BQ\(text)") }
      guard let level = fields[3].first, "HQML".contains(level) else { throw Failure("^BQ\(text)") }
      symbol = (try number(2, 1...10), level, try number(4, 0...7))
    case "A":
      guard text.hasPrefix("N,") else { throw Failure("^A0\(text)") }
      isText = true
    case "FH":
      guard parameters.count == 1 else { throw Failure("^FH\(text)") }
      escape = parameters[0]
    case "FD":
      guard parameters.count <= 3072 else { throw Failure("^FD of \(parameters.count) bytes") }
      let data = try unescaped(parameters)
      if let symbol {
        label.symbols.append(
          NativeSymbol(
            x: origin.x, y: origin.y + barHeight, magnification: symbol.magnification, level: symbol.level,
            mask: symbol.mask, message: try message(data, level: symbol.level)))
      } else if isText {
        label.texts.append(String(decoding: data, as: UTF8.self))
      } else {
        throw Failure("^FD for nothing")
      }
    case "FS": (symbol, escape, isText) = (nil, nil, false)
    case "PQ": label.copies = try number(0, 1...99_999_999)
    case "XZ":
      labels.append(label)
      self.label = nil
    default: throw Failure("^\(command) is not one of ours")
    }
  }

  private func unescaped(_ bytes: [UInt8]) throws -> [UInt8] {
    guard let escape else { return bytes }
    var result: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      guard byte == escape else {
        result.append(byte)
        continue
      }
      guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
        throw Failure("an escape without two digits")
      }
      result.append(value)
      rest = rest.dropFirst(2)
    }
    return result
  }

  /// Level, input mode, character mode with its length, data.
  private func message(_ data: [UInt8], level: Character) throws -> [UInt8] {
    let head = String(decoding: data.prefix(8), as: UTF8.self)
    guard head.first == level, head.dropFirst().hasPrefix("M,B"), let count = Int(head.suffix(4)) else {
      throw Failure("^FD begins with \(head)")
    }
    let message = Array(data.dropFirst(8))
    guard message.count == count else { throw Failure("\(message.count) bytes, announced as \(count)") }
    return message
  }

  private func graphic(_ data: [UInt8], rowBytes: Int) throws -> [[UInt8]] {
    var rows: [[UInt8]] = []
    var nibbles: [UInt8] = []
    func endRow() {
      rows.append(stride(from: 0, to: nibbles.count, by: 2).map { nibbles[$0] << 4 | nibbles[$0 + 1] })
      nibbles = []
    }
    for byte in data {
      switch byte {
      case UInt8(ascii: ":"):
        guard nibbles.isEmpty, let last = rows.last else { throw Failure("':' repeats no row") }
        rows.append(last)
      case UInt8(ascii: ","):
        nibbles += Array(repeating: 0, count: 2 * rowBytes - nibbles.count)
        endRow()
      default:
        guard let value = Character(UnicodeScalar(byte)).hexDigitValue else { throw Failure("'\(byte)' in a graphic") }
        nibbles.append(UInt8(value))
        if nibbles.count == 2 * rowBytes { endRow() }
      }
    }
    guard nibbles.isEmpty else { throw Failure("a row is cut") }
    return rows
  }
}
