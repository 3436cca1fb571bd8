/// The content of a symbol, with the results of error correction.
public struct SymbolReading: Hashable, Sendable {
  /// The message: the concatenated bytes of all segments. Numeric and alphanumeric segments are ASCII, kanji segments
  /// Shift JIS, Hanzi segments GB 2312; byte segments are unchanged. Nothing is converted.
  public let message: [UInt8]
  /// The segments in order.
  public let segments: [Segment]
  /// The symbol's place in a set of symbols that hold one message; `nil` for a symbol outside sets.
  public let structuredAppend: StructuredAppend?
  /// Whether the message is GS1 data (FNC1 in first position; ISO/IEC 18004:2015, 7.4.8.2).
  public let isGS1: Bool
  /// Whether an application indicator precedes the message (FNC1 in second position; ISO/IEC 18004:2015, 7.4.8.3).
  public let hasApplicationIndicator: Bool
  /// The error correction level; `nil` in M1, which has none.
  public let level: QRSymbol.ErrorCorrectionLevel?
  /// The data mask pattern reference: 0…7, in Micro QR symbols 0…3; `nil` in rMQR symbols, which have only one.
  public let mask: Int?
  /// The number of codewords that were corrected.
  public let correctedCodewords: Int
  /// The unused share of the correction capacity in the worst block, 0…1.
  public let spareCorrection: Double

  /// The ECI assignment numbers of the segments, 0…999999, in order, each once.
  public var ecis: [Int] {
    segments.compactMap(\.eci).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The symbology identifier that a reader may transmit before the message, `]Q1` to `]Q6` (ISO/IEC 18004:2015, annex F).
  public var symbologyIdentifier: String {
    "]Q\((isGS1 ? 3 : hasApplicationIndicator ? 5 : 1) + (ecis.isEmpty ? 0 : 1))"
  }

  /// A piece of a message in one mode.
  public struct Segment: Hashable, Sendable {
    public let mode: Mode
    /// The ECI assignment number in force, 0…999999, or `nil` for the default.
    public let eci: Int?
    public let bytes: [UInt8]

    package init(mode: Mode, eci: Int? = nil, bytes: [UInt8]) {
      (self.mode, self.eci, self.bytes) = (mode, eci, bytes)
    }
  }

  /// The encoding of a segment's characters (ISO/IEC 18004:2015, table 2; Hanzi: GB/T 18284-2000).
  public enum Mode: String, Hashable, Sendable, CaseIterable {
    case numeric, alphanumeric, byte, kanji, hanzi
  }

  /// The place of a symbol in a set (ISO/IEC 18004:2015, clause 8).
  public struct StructuredAppend: Hashable, Sendable {
    /// 0…15.
    public let index: Int
    /// 1…16.
    public let count: Int
    /// All bytes of the whole message combined by exclusive or.
    public let parity: UInt8

    /// - Precondition: `index` is in `0...15` and `count` in `1...16`.
    public init(index: Int, count: Int, parity: UInt8) {
      precondition(0...15 ~= index && 1...16 ~= count, "a set has 1 to 16 symbols")
      (self.index, self.count, self.parity) = (index, count, parity)
    }
  }
}
