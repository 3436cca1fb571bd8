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
  /// Two colours are too much alike for text.
  case textContrast(text: RGBColor, ground: RGBColor, remedy: String)
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

  public var description: String {
    func ratio(_ value: Double) -> String { DecimalText.short((value * 10).rounded(.down) / 10, decimals: 1) + ":1" }
    switch self {
    case .textsNotJSON(let error): return "the texts cannot be used: \(error)"
    case .malformedTexts(let reason): return "the texts cannot be used: \(reason)"
    case .unknownLanguage(let code, let known):
      return "there are no texts in '\(code)', only in \(known.joined(separator: ", ")); add them with --texts"
    case .missingText(let language, let path):
      return "the texts in '\(language)' lack \(path); 'oobqr print texts' prints complete ones"
    case .textContrast(let text, let ground, let remedy):
      return
        "the contrast of \(text) text on \(ground) is \(ratio(text.contrast(with: ground))), below 4.5:1; \(remedy)"
    case .symbolContrast(let colors):
      if colors.isInverted {
        return
          "\(colors.dark) modules on \(colors.light) are light on dark, which many readers cannot read; swap --dark "
          + "and --light"
      }
      return
        "the contrast of \(colors.dark) modules on \(colors.light) is \(ratio(colors.contrast)), and their luminance "
        + "differs by \(Int(colors.symbolContrast * 100)) %; scanners need 3:1 and "
        + "\(Int(Preflight.leastSymbolContrast * 100)) %: use a darker --dark or a lighter --light"
    case .symbolTooLarge(let needed, let left, let distance, let reach):
      return
        "the symbol needs \(DecimalText.millimetres(needed)) to be scanned from \(Int(distance)) mm, and the texts "
        + "leave \(DecimalText.millimetres(left)): use a larger --size, fewer --languages, shorter texts, a lower --level "
        + "or a shorter message"
        + (reach >= 10 ? ", or scan from at most \(Int(reach)) mm (--distance \(Int(reach)))" : "")
    case .textTooLong(let language, let text):
      return
        "the text '\(text.prefix(40))\(text.count > 40 ? "…" : "")' (\(language)) does not fit: use a larger --size, "
        + "fewer --languages or a shorter text"
    case .unknownCharacters(let language, let characters):
      return
        "no installed font has '\(characters.prefix(20))' (\(language)); install one that does, or name one with --font"
    }
  }
}
