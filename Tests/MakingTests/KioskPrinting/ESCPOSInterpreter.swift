import Imaging
import QRSymbology

/// An interpreter of ESC/POS as in Epson's reference, limited to the commands that we send.
struct ESCPOSInterpreter {
  typealias Failure = ZPLInterpreter.Failure

  enum Event: Equatable {
    case raster(width: Int, rows: [[UInt8]])
    case symbol(dots: Int, level: UInt8, message: [UInt8])
    case text(String)
    case feedLines(Int)
    case cut(UInt8)
  }

  /// One list for each `ESC @`.
  private(set) var receipts: [[Event]] = []

  init(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    var (dots, level, stored): (Int, UInt8, [UInt8]) = (3, 48, [])
    var line: [UInt8] = []
    func next() throws -> UInt8 {
      guard let byte = rest.popFirst() else { throw Failure("a command is cut") }
      return byte
    }
    func add(_ event: Event) throws {
      guard !receipts.isEmpty else { throw Failure("something before ESC @") }
      receipts[receipts.count - 1].append(event)
    }
    while let byte = rest.popFirst() {
      switch byte {
      case 0x1B:
        switch try next() {
        case UInt8(ascii: "@"):
          receipts.append([])
          (dots, level, stored) = (3, 48, [])
        case UInt8(ascii: "a"): guard (0...2).contains(try next()) else { throw Failure("ESC a") }
        case UInt8(ascii: "d"): try add(.feedLines(Int(next())))
        case let other: throw Failure("ESC \(other)")
        }
      case 0x1D:
        switch try next() {
        case UInt8(ascii: "v"):
          guard try next() == UInt8(ascii: "0"), try next() == 0, line.isEmpty else { throw Failure("GS v 0") }
          let width = Int(try next()) + Int(try next()) << 8
          let height = Int(try next()) + Int(try next()) << 8
          guard width > 0, 1...2303 ~= height, rest.count >= width * height else {
            throw Failure("GS v 0 of \(width) bytes × \(height) rows")
          }
          var rows: [[UInt8]] = []
          for _ in 0..<height {
            rows.append(Array(rest.prefix(width)))
            rest = rest.dropFirst(width)
          }
          try add(.raster(width: width * 8, rows: rows))
        case UInt8(ascii: "("):
          guard try next() == UInt8(ascii: "k") else { throw Failure("GS (") }
          let count = Int(try next()) + Int(try next()) << 8
          guard rest.count >= count, count >= 3 else { throw Failure("GS ( k of \(count) bytes") }
          let parameters = Array(rest.prefix(count))
          rest = rest.dropFirst(count)
          guard parameters[0] == 49 else { throw Failure("GS ( k cn \(parameters[0])") }
          switch (parameters[1], parameters.count) {
          case (65, 4): guard parameters[2] == 50, parameters[3] == 0 else { throw Failure("model \(parameters[2])") }
          case (67, 3):
            guard 1...16 ~= parameters[2] else { throw Failure("module of \(parameters[2]) dots") }
            dots = Int(parameters[2])
          case (69, 3):
            guard 48...51 ~= parameters[2] else { throw Failure("level \(parameters[2])") }
            level = parameters[2]
          case (80, 4...7092):
            guard parameters[2] == 48 else { throw Failure("m \(parameters[2])") }
            stored = Array(parameters[3...])
          case (81, 3):
            guard parameters[2] == 48, !stored.isEmpty else { throw Failure("nothing to print") }
            try add(.symbol(dots: dots, level: level, message: stored))
          default: throw Failure("GS ( k fn \(parameters[1]) with \(parameters.count) bytes")
          }
        case UInt8(ascii: "V"):
          let (m, n) = (try next(), try next())
          guard [65, 66].contains(m), n == 0 else { throw Failure("GS V \(m)") }
          try add(.cut(m))
        case let other: throw Failure("GS \(other)")
        }
      case 0x0A:
        try add(.text(String(decoding: line, as: UTF8.self)))
        line = []
      case 0x20...0x7E: line.append(byte)
      default: throw Failure("byte \(byte)")
      }
    }
    if !line.isEmpty { throw Failure("a line does not end") }
  }
}

extension [ESCPOSInterpreter.Event] {
  /// The bands of a raster, stacked as they come out of the printer.
  var picture: GrayImage? {
    var rows: [[UInt8]] = []
    for case .raster(_, let band) in self { rows += band }
    guard let width = rows.first.map({ $0.count * 8 }) else { return nil }
    var pixels: [UInt8] = []
    for row in rows {
      for x in 0..<width { pixels.append(row[x / 8] << (x % 8) & 0x80 != 0 ? 0 : 255) }
    }
    return GrayImage(width: width, height: rows.count, pixels: pixels)
  }
}
