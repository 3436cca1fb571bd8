import HostSystem
import Imaging
import QRScanning
import QRSymbology

/// A symbol that was found in the jail.
struct FoundSymbol: Sendable {
  var message: [UInt8]
  var corners: Corners
  /// The number of its version, or the least that it can have; `nil` for a Micro QR symbol too.
  var leastVersion: Int?
  /// The modules on a side of a Micro QR symbol.
  var microSize: Int?
  var rectangularVersion: RectangularMicroQRSymbol.Version?
  var structuredAppend: SymbolReading.StructuredAppend?

  init(_ detection: Detection) {
    message = detection.message
    corners = detection.corners
    leastVersion = detection.leastVersion
    microSize = detection.microVersion?.size
    rectangularVersion = detection.rectangularVersion
    structuredAppend = detection.structuredAppend
  }
}

/// The symbols of a picture, as they leave the jail. What comes from there is checked: it may have been taken over.
struct FoundSymbols: WorkerMessage {
  var symbols: [FoundSymbol]
  /// Whether zbar is to be asked.
  var leavesZBar: Bool
  /// Whether the search ended before its deadline.
  var isComplete: Bool

  init(_ detections: [Detection], leavesZBar: Bool, isComplete: Bool) {
    symbols = detections.map(FoundSymbol.init)
    (self.leavesZBar, self.isComplete) = (leavesZBar, isComplete)
  }

  /// A byte for zbar, one for the deadline, and for each symbol its numbers and its message.
  var workerBytes: [UInt8] {
    Parts.joined([[leavesZBar ? 1 : 0, isComplete ? 1 : 0]] + symbols.flatMap { [$0.numbers, $0.message] })
  }

  init?(workerBytes bytes: [UInt8]) {
    guard let parts = Parts.split(bytes), parts.count % 2 == 1, parts[0].count == 2 else { return nil }
    (leavesZBar, isComplete) = (parts[0][0] == 1, parts[0][1] == 1)
    symbols = []
    for index in stride(from: 1, to: parts.count, by: 2) {
      guard let symbol = FoundSymbol(numbers: parts[index], message: parts[index + 1]) else { return nil }
      symbols.append(symbol)
    }
  }
}

extension FoundSymbol {
  /// The version, the size of a Micro QR symbol, the number of an rMQR version and 1, the place in a set (0, 0, 0 outside
  /// of one), and the coordinates of the corners as the bits of floating-point numbers, least significant byte first.
  fileprivate var numbers: [UInt8] {
    var numbers = [UInt8(leastVersion ?? 0), UInt8(microSize ?? 0), UInt8((rectangularVersion?.number ?? -1) + 1)]
    if let place = structuredAppend {
      numbers += [UInt8(place.index), UInt8(place.count), place.parity]
    } else {
      numbers += [0, 0, 0]
    }
    for value in corners.points.flatMap({ [$0.x, $0.y] }) {
      for shift in stride(from: UInt64(0), to: 64, by: 8) {
        numbers.append(UInt8(truncatingIfNeeded: value.bitPattern >> shift))
      }
    }
    return numbers
  }

  fileprivate init?(numbers: [UInt8], message: [UInt8]) {
    guard numbers.count == 6 + 8 * 8, numbers[0] <= 40, numbers[1] <= 17, numbers[2] <= 32, numbers[3] < 16,
      numbers[4] <= 16
    else { return nil }
    var coordinates: [Double] = []
    for start in stride(from: 6, to: numbers.count, by: 8) {
      let bits = numbers[start..<start + 8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      coordinates.append(Double(bitPattern: bits))
    }
    guard coordinates.allSatisfy({ $0.magnitude < 1e9 }) else { return nil }
    let points = (0..<4).map { ImagePoint(x: coordinates[2 * $0], y: coordinates[2 * $0 + 1]) }
    self.message = message
    corners = Corners(topLeft: points[0], topRight: points[1], bottomRight: points[2], bottomLeft: points[3])
    leastVersion = numbers[0] == 0 ? nil : Int(numbers[0])
    microSize = numbers[1] == 0 ? nil : Int(numbers[1])
    rectangularVersion = RectangularMicroQRSymbol.Version(number: Int(numbers[2]) - 1)
    if numbers[4] > 0 {
      structuredAppend = SymbolReading.StructuredAppend(
        index: Int(numbers[3]), count: Int(numbers[4]), parity: numbers[5])
    }
  }
}
