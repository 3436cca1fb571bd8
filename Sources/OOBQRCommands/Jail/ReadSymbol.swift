import HostSystem
import Imaging
import QRScanning
import QRSymbology
import SymbolGrading
import TextFormats

/// A symbol that was found in the jail.
struct ReadSymbol: Sendable {
  var message: [UInt8]
  var corners: Corners
  var engine: Detection.Engine
  /// The version, if the engine reports it.
  var version: SymbolVersion?
  var structuredAppend: SymbolReading.StructuredAppend?
  /// The attempt that read it.
  var attempt: String?
  /// Its print quality, if it was asked for.
  var grade: GradeReport?

  /// - Parameter grade: `nil` if it was not asked for.
  init(_ detection: Detection, grade: GradeReport? = nil) {
    message = detection.message
    corners = detection.corners
    engine = detection.engine
    version = detection.version
    structuredAppend = detection.structuredAppend
    attempt = detection.attempt.map { "\($0)" }
    self.grade = grade
  }

  /// The message as text, or `nil` when its bytes are not valid UTF-8.
  var text: String? { String(validating: message, as: UTF8.self) }

  /// The corners to hundredths of a pixel, as they are printed.
  var printedCorners: [ImagePoint] {
    corners.points.map {
      ImagePoint(x: DecimalText.nearest($0.x, decimals: 2), y: DecimalText.nearest($0.y, decimals: 2))
    }
  }

  /// The number of the symbol's version, or the least that it can have if zbar read it, which reports none; `nil` for Micro QR and
  /// rMQR symbols.
  var leastVersion: Int? {
    switch version {
    case .qr(let version): version.number
    case .micro, .rectangular: nil
    case nil: QRSymbol.Version.smallest(holding: message.count, at: .low)?.number
    }
  }
}

extension ReadSymbol {
  static let partCount = 4
  /// More than any symbol holds: 7089 digits, or 3 bytes of UTF-8 for each of 1817 kanji.
  private static let mostBytes = 1 << 13

  /// The numbers, the message, the attempt, and the grade.
  var parts: [[UInt8]] {
    [numbers, message, Array((attempt ?? "").utf8), (grade?.numbers ?? []).flatMap(Self.bytes)]
  }

  /// The index of the engine, that of the version plus 1, the place in a set (0, 0, 0 without a set), and the coordinates of the
  /// corners.
  private var numbers: [UInt8] {
    var numbers = [
      UInt8(Detection.Engine.allCases.firstIndex(of: engine) ?? 0),
      UInt8(version.flatMap(SymbolVersion.all.firstIndex).map { $0 + 1 } ?? 0),
    ]
    if let place = structuredAppend {
      numbers += [UInt8(place.index), UInt8(place.count), place.parity]
    } else {
      numbers += [0, 0, 0]
    }
    return numbers + corners.points.flatMap { [$0.x, $0.y] }.flatMap(Self.bytes)
  }

  init?(parts: ArraySlice<[UInt8]>) {
    guard parts.count == Self.partCount else { return nil }
    let parts = Array(parts)
    let numbers = parts[0]
    guard numbers.count == 5 + 8 * 8, Int(numbers[0]) < Detection.Engine.allCases.count,
      Int(numbers[1]) <= SymbolVersion.all.count, numbers[2] < 16, numbers[3] <= 16,
      parts[1].count <= Self.mostBytes, parts[2].count <= Self.mostBytes,
      let attempt = String(validating: parts[2], as: UTF8.self),
      let coordinates = Self.values(in: numbers[5...]), let grade = Self.values(in: parts[3][...])
    else { return nil }
    let points = (0..<4).map { ImagePoint(x: coordinates[2 * $0], y: coordinates[2 * $0 + 1]) }
    message = parts[1]
    corners = Corners(topLeft: points[0], topRight: points[1], bottomRight: points[2], bottomLeft: points[3])
    engine = Detection.Engine.allCases[Int(numbers[0])]
    version = numbers[1] == 0 ? nil : SymbolVersion.all[Int(numbers[1]) - 1]
    if numbers[3] > 0 {
      structuredAppend = SymbolReading.StructuredAppend(
        index: Int(numbers[2]), count: Int(numbers[3]), parity: numbers[4])
    }
    self.attempt = attempt.isEmpty ? nil : attempt
    if !grade.isEmpty {
      guard let grade = GradeReport(numbers: grade) else { return nil }
      self.grade = grade
    }
  }

  /// The bits of a number, least significant byte first.
  private static func bytes(_ value: Double) -> [UInt8] {
    stride(from: UInt64(0), to: 64, by: 8).map { UInt8(truncatingIfNeeded: value.bitPattern >> $0) }
  }

  /// - Returns: `nil` for numbers that no picture can have.
  private static func values(in bytes: ArraySlice<UInt8>) -> [Double]? {
    guard bytes.count.isMultiple(of: 8) else { return nil }
    let values = stride(from: bytes.startIndex, to: bytes.endIndex, by: 8).map { start in
      Double(bitPattern: bytes[start..<start + 8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
    return values.allSatisfy { $0.magnitude < 1e9 } ? values : nil
  }
}
