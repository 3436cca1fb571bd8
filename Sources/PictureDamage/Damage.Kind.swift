extension Damage {
  /// A kind of damage: its name, and its physical model with a range of strengths.
  public struct Kind: RawRepresentable, Hashable, Sendable, CaseIterable {
    /// The name, as in `noise`.
    public let rawValue: String
    /// The effect, in one sentence.
    public let summary: String
    /// The unit of the strength.
    public let unit: String
    /// The range of strengths; `nil` for a kind without strength.
    public let range: ClosedRange<Double>?
    /// Strengths from weakest to strongest, at which a common scanner reads from nearly everything to nearly nothing.
    public let ladder: [Double]
    /// Pixels per module in suites, if the damage has no effect at the usual number.
    public let suiteScale: Int?
    public let parameters: [Parameter]
    /// Whether lengths or positions refer to a symbol in the picture.
    public let needsSymbol: Bool
    let apply: Apply

    /// Changes a scene by a resolved damage. The field is that of its first symbol, or of the picture if there is none.
    typealias Apply =
      @Sendable (_ damage: Damage, _ field: SymbolField, _ scene: inout Scene, _ random: inout SplitMix64)
      throws(DamageFault) -> Void

    init(
      _ name: String, _ summary: String, unit: String = "", range: ClosedRange<Double>? = nil, ladder: [Double] = [],
      suiteScale: Int? = nil, parameters: [Parameter] = [], needsSymbol: Bool = true, apply: @escaping Apply
    ) {
      (rawValue, self.summary, self.unit, self.range) = (name, summary, unit, range)
      (self.ladder, self.suiteScale, self.parameters) = (ladder, suiteScale, parameters)
      (self.needsSymbol, self.apply) = (needsSymbol, apply)
    }

    /// - Returns: `nil` for a name that no kind has.
    public init?(rawValue: String) {
      guard let kind = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
      self = kind
    }

    /// In the order of lists and suites.
    public static let allCases: [Kind] = [
      .defocus, .motion, .resolution, .noise, .saltPepper, .jpeg, .contrast, .overexposure, .underexposure, .shadow,
      .castShadow, .glare, .rotation, .perspective, .cylinder, .crumple, .mirror, .occlusion, .dirt, .scratches,
      .tornCorner, .quietZone, .dotGain, .streaks, .moire, .pixelGrid, .inversion, .clutter, .page, .finger, .sticker,
      .fold, .stain, .tornEdge, .lens, .vignetting, .whiteBalance,
    ]
  }

  /// An option of a kind of damage.
  public struct Parameter: Hashable, Sendable {
    public let name: String
    public let unit: String
    public let range: ClosedRange<Double>
    public let fallback: Fallback

    /// The value of an option that is not given.
    public enum Fallback: Hashable, Sendable {
      case fixed(Double)
      /// A value of this range, chosen by the seed.
      case seeded(ClosedRange<Double>)
      /// A whole number of this range, chosen by the seed.
      case seededWhole(ClosedRange<Int>)
    }

    init(_ name: String, _ unit: String, _ range: ClosedRange<Double>, _ fallback: Fallback) {
      (self.name, self.unit, self.range, self.fallback) = (name, unit, range, fallback)
    }
  }
}

extension Damage.Parameter {
  static let angle = Self("angle", "degrees", -360...360, .seeded(0...180))

  /// The noise of the sensor, which comes last.
  static func noise(_ sigma: Double) -> Self { Self("noise", "gray levels", 0...64, .fixed(sigma)) }

  static func level(_ fallback: Fallback) -> Self { Self("level", "gray level", 0...255, fallback) }

  /// The place of something that covers a part of the symbol.
  static let freePlace = [
    Self("x", "share of the free width", 0...1, .seeded(0...1)),
    Self("y", "share of the free height", 0...1, .seeded(0...1)),
  ]
}
