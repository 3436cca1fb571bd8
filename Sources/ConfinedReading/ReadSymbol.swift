package import Imaging
package import QRScanning
package import QRSymbology
package import SymbolGrading
import TextFormats

/// A symbol that was found in the jail. What is impossible is missing.
package struct ReadSymbol: Codable, Sendable {
  package let message: [UInt8]
  package let corners: Corners
  package let engine: Detection.Engine
  /// The attempt that read it.
  package let attempt: String?
  /// Its print quality, if it was asked for.
  package let grade: Grade?
  /// The error correction level, `L`, `M`, `Q` or `H`; `nil` where there is none, and if the engine does not report it.
  package let level: String?
  /// The data mask pattern reference; `nil` where there is only one, and if the engine does not report it.
  package let mask: Int?
  /// The pieces of the message, in order; empty if the engine does not report them.
  package let segments: [Segment]
  /// As in `]Q1`; `nil` if the engine does not report it.
  package let symbologyIdentifier: String?
  /// As in `7`, `M2` or `R13x77`.
  private let versionName: String?
  /// The index, the count and the parity of its place in a set.
  private let place: [UInt8]?

  /// Whether the symbol is mirrored in the picture; `nil` if the engine does not report it.
  package let isMirrored: Bool?
  /// Whether it is light on dark; `nil` if the engine does not report it.
  package let isInverted: Bool?

  /// A piece of the message in one mode.
  package struct Segment: Codable, Sendable {
    /// A word of `SymbolReading.Mode`.
    package let mode: String
    /// The ECI assignment number in force; `nil` for the default.
    package let eci: Int?
    /// Its bytes in the message.
    package let count: Int
  }

  package enum Grade: Codable, Sendable {
    case graded(SymbolGrade)
    case ungradable(SymbolGradingError)
    case outOfTime

    package var value: SymbolGrade? { if case .graded(let grade) = self { grade } else { nil } }
  }

  /// - Parameters:
  ///   - grade: `nil` if it was not asked for.
  ///   - image: The picture in which it was found.
  init(_ detection: Detection, grade: Grade?, in image: GrayImage) {
    (message, corners, engine) = (detection.message, detection.corners, detection.engine)
    attempt = detection.attempt.map { "\($0)" }
    self.grade = grade
    (level, mask) = (detection.reading?.level?.letter, detection.reading?.mask)
    segments = (detection.reading?.segments ?? []).map {
      Segment(mode: $0.mode.rawValue, eci: $0.eci, count: $0.bytes.count)
    }
    symbologyIdentifier = detection.symbologyIdentifier
    (isMirrored, isInverted) = (detection.grid?.isMirrored, detection.grid?.isInverted(in: image))
    versionName = detection.version.map { "\($0)" }
    place = detection.structuredAppend.map { [UInt8($0.index), UInt8($0.count), $0.parity] }
  }

  /// The message as text; see `Detection.text`.
  package var text: String? {
    var rest = message[...]
    var pieces: [SymbolReading.Segment] = []
    for segment in segments {
      guard let mode = SymbolReading.Mode(rawValue: segment.mode), 0...rest.count ~= segment.count else { return nil }
      pieces.append(SymbolReading.Segment(mode: mode, eci: segment.eci, bytes: Array(rest.prefix(segment.count))))
      rest.removeFirst(segment.count)
    }
    return rest.isEmpty || pieces.isEmpty ? Detection.text(message, pieces) : nil
  }

  /// Pixels per module, on average; `nil` if the engine does not report the version.
  package var modulePixels: Double? {
    guard let version else { return nil }
    let pixels = (abs(corners.points.signedArea) / Double(version.columns * version.rows)).squareRoot()
    return pixels.isFinite ? pixels : nil
  }

  /// The corners to hundredths of a pixel, as they are printed.
  package var printedCorners: [ImagePoint] {
    corners.points.map {
      ImagePoint(x: DecimalText.nearest($0.x, decimals: 2), y: DecimalText.nearest($0.y, decimals: 2))
    }
  }

  /// Its version, if the engine reports it.
  package var version: SymbolVersion? { versionName.flatMap { SymbolVersion($0) } }

  /// The number of the symbol's version, or the least that it can have if zbar read it, which reports none; `nil` for Micro QR and
  /// rMQR symbols.
  package var leastVersion: Int? {
    switch version {
    case .qr(let version): version.number
    case .micro, .rectangular: nil
    case nil: QRSymbol.Version.smallest(holding: message.count, at: .low)?.number
    }
  }

  package var structuredAppend: SymbolReading.StructuredAppend? {
    guard let place, place.count == 3, 0...15 ~= place[0], 1...16 ~= place[1] else { return nil }
    return SymbolReading.StructuredAppend(index: Int(place[0]), count: Int(place[1]), parity: place[2])
  }
}

extension Detection.Engine: Codable {}
