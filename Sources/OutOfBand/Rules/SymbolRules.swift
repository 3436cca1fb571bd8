/// Rules about what surrounds a message: its symbol in a picture, and the files that verify its link.
extension Diagnostic.Rule {
  static let symbolRules = [lowContrast, damagedSymbol, poorQuietZone, distortedSymbol, invertedSymbol, notAssociated]

  /// The rules about a symbol that phones can hardly read.
  public static let ofSymbols = [
    lowContrast, damagedSymbol, poorQuietZone, distortedSymbol, invertedSymbol, denseSymbol, tooDenseSymbol,
  ]

  public static let lowContrast = Self(
    "OOB607", .error, "low contrast", "Dark and light modules are too much alike for cameras.",
    fix: "make dark modules darker and light ones lighter; black on white is best",
    sources: ["ISO/IEC 15415"],
    example: symbol(.init(.contrast, "the contrast is 23 % (grade D)", isSevere: true)))
  public static let damagedSymbol = Self(
    "OOB608", .error, "damaged symbol",
    "Modules are covered, wrong or weak, so that little error correction is left for glare, dirt and blur.",
    fix: "make a logo smaller, raise the error correction level (--level H), or replace a worn print",
    sources: ["ISO/IEC 15415"],
    example: symbol(.init(.modules, "0 % of the error correction is left (grade F)", isSevere: true)))
  public static let poorQuietZone = Self(
    "OOB609", .error, "no quiet zone",
    "Something dark touches the symbol, or the picture ends there, so that cameras do not find its edge.",
    fix: "keep 4 modules on all sides of the symbol light (2 for Micro QR)",
    sources: ["ISO/IEC 18004", "ISO/IEC 15415"],
    example: symbol(.init(.quietZone, "18 modules beside a finder pattern are not light (grade F)", isSevere: true)))
  public static let distortedSymbol = Self(
    "OOB610", .error, "distorted symbol", "Modules are stretched, or out of place.",
    fix: "scale width and height alike, by whole pixels for each module",
    sources: ["ISO/IEC 15415"],
    example: symbol(.init(.shape, "width and height of modules differ by 13 % (grade D)", isSevere: true)))
  public static let invertedSymbol = Self(
    "OOB611", .warning, "light on dark",
    "Readers may look for dark symbols on a light ground only; ZXing, for one, does not look for others unless it is told to.",
    fix: "draw dark modules on a light ground", sources: ["ISO/IEC 18004", "zxing DecodeHintType"],
    example: symbol(.init(.polarity, "the modules are light on a dark ground", isSevere: false)))

  public static let notAssociated = Self(
    "OOB900", .error, "link that does not open the app",
    "The files of the link's domain and the app do not let the system hand the link to the app.",
    fix: "see 'oobqr associate check' for the line that decides",
    sources: [
      "developer.android.com verify-android-applinks", "developer.apple.com applinks",
    ],
    example: .init(
      soundLink,
      .init(
        associationFlaws: [.init("iOS 17–27: no component matches the link (apple-app-site-association)", remedy: nil)])
    ))

  private static func symbol(_ flaw: MessageCheck.SymbolFlaw) -> Diagnostic.Example {
    Diagnostic.Example(soundLink, MessageCheck.Options(channel: .qr, symbolFlaws: [flaw]))
  }
}
