public import OutOfBand
public import SymbolGrading
import TextFormats

extension SymbolGrade {
  /// What is wrong with the symbol for a phone: what has grade C, or worse. In a photograph, which also shows the light and the
  /// angle, nothing is severe.
  public var flaws: [MessageCheck.SymbolFlaw] {
    let kinds: [(MessageCheck.SymbolFlaw.Kind, [Parameter.Kind])] = [
      (.contrast, [.symbolContrast]),
      (.modules, [.unusedErrorCorrection, .finderPatterns, .timingPatterns, .alignmentPatterns, .formatInformation]),
      (.quietZone, [.quietZone]), (.shape, [.axialNonUniformity]),
    ]
    // The page around the picture may have it.
    let isCropped = quietZoneOutside > 0.5
    let outside = MessageCheck.SymbolFlaw(
      .quietZone, "\(DecimalText.percent(quietZoneOutside)) of the quiet zone is outside the picture", isSevere: false)
    let inverted = MessageCheck.SymbolFlaw(.polarity, "the modules are light on a dark ground", isSevere: false)
    return (isCropped ? [outside] : []) + (isLightOnDark ? [inverted] : [])
      + kinds.compactMap { kind, parameters in
        let worst = parameters.compactMap { self[$0] }.min { $0.grade < $1.grade }
        guard let worst, worst.grade <= .c else { return nil }
        return MessageCheck.SymbolFlaw(
          kind, "\(clause(worst)) (grade \(worst.grade))", isSevere: worst.grade <= .d && !isPhotograph,
          remedy: kind == .modules ? remedy : nil)
      }
  }

  /// What to do about modules that are wrong or weak, if the picture shows why.
  private var remedy: String? {
    if quietZoneOutside > 0.1 { return "take the whole symbol into the picture, with 4 modules around it" }
    if modulePixels < 3 {
      return "use a larger picture: a module has \(DecimalText.short(modulePixels, decimals: 1)) pixels, and 3 are few"
    }
    if isCoveredInTheMiddle { return "make the logo smaller, or raise the error correction level (--level H)" }
    return edgeBlur > 0.5 ? "use a sharper picture: edges are blurred over more than half a module" : nil
  }

  /// Edges of a drawn symbol are sharp: by less than 0.3 modules wider than a pixel.
  private var isPhotograph: Bool { edgeBlur > 0.3 }

  /// Whether nearly all damage is where logos are.
  private var isCoveredInTheMiddle: Bool { middleDamage > 0.8 }

  private func clause(_ parameter: Parameter) -> String {
    let value = parameter.value ?? 0
    func modules(_ place: String) -> String {
      value == 1 ? "1 module \(place) is" : "\(Int(value)) modules \(place) are"
    }
    switch parameter.kind {
    case .symbolContrast: return "the contrast is \(DecimalText.percent(value))"
    case .unusedErrorCorrection:
      return (isCoveredInTheMiddle ? "the middle is covered, as by a logo: " : "")
        + "\(DecimalText.percent(value)) of the error correction is left"
    case .quietZone: return "\(modules("of the quiet zone (the light margin)")) not light"
    case .axialNonUniformity:
      return "width and height of modules differ by \(DecimalText.percent(value))"
    // One has 64 modules, with its separator.
    case .finderPatterns:
      return value > 40
        ? "one of the three corner patterns is missing or covered" : "\(modules("of a finder pattern")) wrong or weak"
    case .formatInformation: return "\(modules("of the format information")) wrong or weak"
    case .timingPatterns: return "\(DecimalText.percent(value)) of a timing pattern is wrong or weak"
    case .alignmentPatterns: return "\(DecimalText.percent(value)) of the alignment patterns is wrong or weak"
    case .decode, .modulation, .reflectanceMargin, .versionInformation, .gridNonUniformity:
      return "modules are wrong or weak"
    }
  }
}
