extension Detection {
  /// The attempt that read a symbol: how its modules were located and sampled.
  public enum Attempt: Hashable, Sendable, CustomStringConvertible {
    /// Under a map from three finder patterns.
    case grid(Map, Variant, isModelOne: Bool)
    /// Under a map from three discs.
    case discs
    /// Under a map from one finder pattern.
    case micro
    /// Under a map that was extended from one finder pattern along the edges of an rMQR symbol.
    case rectangular

    /// How modules were mapped to the picture. The raw values are part of ``Attempt/description``.
    public enum Map: String, Hashable, Sendable, CaseIterable {
      /// By three finder patterns and the alignment pattern at the fourth corner.
      case direct
      /// By a plane fitted to all function patterns.
      case plane
      /// By a surface tracked from the timing patterns.
      case tracked
      /// By a plane with bent sides, fitted to all modules.
      case clarified
    }

    /// How gray values became modules. The raw values are part of ``Attempt/description``.
    public enum Variant: String, Hashable, Sendable, CaseIterable {
      case plain = ""
      case sharpened
      /// With thresholds over a wider surrounding.
      case wide
      case sharpenedTwice = "sharpened twice"
      case sharpenedMuch = "sharpened much"
      /// With thresholds over a narrower surrounding.
      case narrow
      /// Of the middle of each module alone.
      case centres
      case deblurred
    }

    /// As in `"plane, sharpened"` or `"Model 1, direct"`.
    public var description: String {
      switch self {
      case .grid(let map, let variant, let isModelOne):
        (isModelOne ? "Model 1, " : "") + map.rawValue + (variant == .plain ? "" : ", \(variant.rawValue)")
      case .discs: "discs"
      case .micro: "Micro QR"
      case .rectangular: "rMQR"
      }
    }
  }
}
