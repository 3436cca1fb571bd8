extension Damage {
  /// A kind of damage; ``Kind/model`` describes it.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case defocus, motion, resolution
    case noise
    case saltPepper = "salt-pepper"
    case jpeg
    case contrast, overexposure, underexposure, shadow
    case castShadow = "cast-shadow"
    case glare
    case rotation, perspective, cylinder, crumple, mirror
    case occlusion, dirt, scratches
    case tornCorner = "torn-corner"
    case quietZone = "quiet-zone"
    case dotGain = "dot-gain"
    case streaks
    case moire
    case pixelGrid = "pixel-grid"
    case inversion
    case clutter, page
    case finger, sticker, fold, stain
    case tornEdge = "torn-edge"
    case lens, vignetting
    case whiteBalance = "white-balance"

    /// The physical model.
    public var model: Model {
      switch self {
      case .defocus: .defocus
      case .motion: .motion
      case .resolution: .resolution
      case .noise: .noise
      case .saltPepper: .saltPepper
      case .jpeg: .jpeg
      case .contrast: .contrast
      case .overexposure: .overexposure
      case .underexposure: .underexposure
      case .shadow: .shadow
      case .castShadow: .castShadow
      case .glare: .glare
      case .rotation: .rotation
      case .perspective: .perspective
      case .cylinder: .cylinder
      case .crumple: .crumple
      case .mirror: .mirror
      case .occlusion: .occlusion
      case .dirt: .dirt
      case .scratches: .scratches
      case .tornCorner: .tornCorner
      case .quietZone: .quietZone
      case .dotGain: .dotGain
      case .streaks: .streaks
      case .moire: .moire
      case .pixelGrid: .pixelGrid
      case .inversion: .inversion
      case .clutter: .clutter
      case .page: .page
      case .finger: .finger
      case .sticker: .sticker
      case .fold: .fold
      case .stain: .stain
      case .tornEdge: .tornEdge
      case .lens: .lens
      case .vignetting: .vignetting
      case .whiteBalance: .whiteBalance
      }
    }
  }

  /// The physical model of a kind of damage, with its range of strengths.
  public struct Model: Sendable {
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
      _ summary: String, unit: String = "", range: ClosedRange<Double>? = nil, ladder: [Double] = [],
      suiteScale: Int? = nil, parameters: [Parameter] = [], needsSymbol: Bool = true, apply: @escaping Apply
    ) {
      (self.summary, self.unit, self.range) = (summary, unit, range)
      (self.ladder, self.suiteScale, self.parameters) = (ladder, suiteScale, parameters)
      (self.needsSymbol, self.apply) = (needsSymbol, apply)
    }
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
