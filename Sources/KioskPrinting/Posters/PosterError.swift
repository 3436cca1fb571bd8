import OutOfBand
public import SymbolDrawing
public import TextFormats

/// The reason why a poster cannot be made.
public enum PosterError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file with texts is not JSON.
  case textsNotJSON(JSONSyntaxError)
  /// The file with texts cannot be used.
  case malformedTexts(reason: String)
  /// There are no texts in a language.
  case unknownLanguage(String, known: [String])
  /// A language lacks a text.
  case missingText(language: String, path: String)
  /// Two colours are too much alike for text, on the brand's colour or on the white page.
  case textContrast(text: RGBColor, ground: RGBColor, isOnBrand: Bool)
  /// The colours of the symbol are too much alike for scanners, or inverted.
  case symbolContrast(SymbolColors)
  /// The symbol needs a side of this many millimetres for its distance, and the texts leave less.
  case symbolTooLarge(needed: Double, left: Double, distance: Double, reach: Double)
  /// A text does not fit even in the smallest letters.
  case textTooLong(language: String, text: String)
  /// The fonts lack characters.
  case unknownCharacters(language: String, String)

  /// The least contrast ratio of text (WCAG 2.2, 1.4.3).
  public static let leastTextContrast = 4.5

  public var description: String { sentence(PrintParameter.inWords) }
}

extension PosterError: ParameterNaming {
  package func sentence(_ name: PrintParameter.Names) -> String {
    func ratio(_ value: Double) -> String { DecimalText.short((value * 10).rounded(.down) / 10, decimals: 1) + ":1" }
    switch self {
    case .textsNotJSON(let error): return "the texts cannot be used: \(error)"
    case .malformedTexts(let reason): return "the texts cannot be used: \(reason)"
    case .unknownLanguage(let code, let known):
      return "there are no texts in '\(code)', only in \(known.joined(separator: ", ")); add them with \(name(.texts))"
    case .missingText(let language, let path):
      return "the texts in '\(language)' lack \(path); 'oobqr print texts' prints complete ones"
    case .textContrast(let text, let ground, let isOnBrand):
      return "the contrast of \(text) text on \(ground) is \(ratio(text.contrast(with: ground))), below 4.5:1; "
        + (isOnBrand
          ? "leave out \(name(.textOnBrand)), or choose another \(name(.brand))" : "use a darker \(name(.ink))")
    case .symbolContrast(let colors):
      if colors.isInverted {
        return
          "\(colors.dark) modules on \(colors.light) are light on dark, which many readers cannot read; swap "
          + "\(name(.dark)) and \(name(.light))"
      }
      return
        "the contrast of \(colors.dark) modules on \(colors.light) is \(ratio(colors.contrast)), and their luminance "
        + "differs by \(Int(colors.symbolContrast * 100)) %; scanners need 3:1 and "
        + "\(Int(Preflight.leastSymbolContrast * 100)) %: use a darker \(name(.dark)) or a lighter \(name(.light))"
    case .symbolTooLarge(let needed, let left, let distance, let reach):
      return
        "the symbol needs \(DecimalText.millimetres(needed)) to be scanned from \(Int(distance)) mm, and the texts "
        + "leave \(DecimalText.millimetres(left)): use a larger \(name(.page)), "
        + "fewer \(name(.languages)), shorter texts, a lower \(name(.level)) or a shorter message"
        + (reach >= 10 ? ", or scan from up to \(Int(reach)) mm (\(name(.distance)) \(Int(reach)))" : "")
    case .textTooLong(let language, let text):
      return
        "the text '\(text.prefix(40))\(text.count > 40 ? "…" : "")' (\(language)) does not fit: use a larger \(name(.page)), "
        + "fewer \(name(.languages)) or a shorter text"
    case .unknownCharacters(let language, let characters):
      return
        "no installed font has '\(characters.prefix(20))' (\(language)); install one that does, or name one with "
        + name(.font)
    }
  }
}
