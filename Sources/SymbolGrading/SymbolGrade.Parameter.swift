extension SymbolGrade {
  /// A property of a symbol, with its grade.
  public struct Parameter: Hashable, Sendable, Codable {
    public let kind: Kind
    public let grade: Grade
    /// What was measured, in the unit of ``Kind/unit``; `nil` for ``Kind/decode``.
    public let value: Double?

    init(_ kind: Kind, _ grade: Grade, _ value: Double?) { (self.kind, self.grade, self.value) = (kind, grade, value) }

    /// The properties in the order of reports. Raw values are members of JSON objects.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
      /// Whether all codewords can be corrected after thresholding by one value, midway between the darkest and the lightest
      /// module: A or F.
      case decode
      /// The reflectance of the lightest module less that of the darkest.
      case symbolContrast = "symbol_contrast"
      /// How far modules are from the threshold, as a share of the symbol contrast: 1 at the darkest and the lightest. The
      /// value is that of the worst codeword, and the grade what error correction leaves of it.
      case modulation
      /// The same, with 0 for modules on the wrong side.
      case reflectanceMargin = "reflectance_margin"
      /// Wrong or weak modules of the worst finder pattern, with its separator.
      case finderPatterns = "finder_patterns"
      /// The share of wrong or weak modules in the worse timing pattern.
      case timingPatterns = "timing_patterns"
      /// The share of wrong or weak modules in all alignment patterns.
      case alignmentPatterns = "alignment_patterns"
      /// Dark or gray modules in the quiet zone beside the worst finder pattern.
      case quietZone = "quiet_zone"
      /// Wrong or weak modules in the better copy of the format information.
      case formatInformation = "format_information"
      /// Wrong or weak modules in the better copy of the version information.
      case versionInformation = "version_information"
      /// The difference between the width and the height of modules, as a share of their mean.
      case axialNonUniformity = "axial_non_uniformity"
      /// The largest distance of a part of the grid from its place in an even one, in modules.
      case gridNonUniformity = "grid_non_uniformity"
      /// The share of error correction that is left in the worst block.
      case unusedErrorCorrection = "unused_error_correction"

      /// Whether the property is a part of fixed pattern damage.
      public var isFixedPattern: Bool {
        [.finderPatterns, .timingPatterns, .alignmentPatterns, .quietZone].contains(self)
      }

      /// The unit of a value.
      public var unit: Unit {
        switch self {
        case .decode, .modulation, .reflectanceMargin, .axialNonUniformity: .number
        case .symbolContrast, .timingPatterns, .alignmentPatterns, .unusedErrorCorrection: .share
        case .finderPatterns, .quietZone, .formatInformation, .versionInformation: .modules
        case .gridNonUniformity: .distance
        }
      }
    }

    /// A unit of measured values.
    public enum Unit: Hashable, Sendable {
      /// A ratio that is written as a number, 0 or more.
      case number
      /// A share that is written in per cent.
      case share
      /// A number of modules.
      case modules
      /// A distance in modules.
      case distance
    }
  }
}
