import KioskPrinting
import SymbolFixtures
import SymbolMaking

extension PrintParameter {
  /// The options of `oobqr print` that set the parameters, for sentences of the library.
  static let options: Names = { parameter in
    switch parameter {
    case .resolution: "--dpi"
    case .distance: "--distance"
    case .level: "--level"
    case .languages: "--languages"
    case .page, .side: "--size"
    case .caption: "--caption"
    case .captionLines: "--caption-lines"
    case .fontSize: "--font-size"
    case .font: "--font"
    case .moduleDots: "--module-dots"
    case .native: "--native"
    case .brand: "--brand"
    case .textOnBrand: "--brand-text"
    case .ink: "--ink"
    case .dark: "--dark"
    case .light: "--light"
    case .texts: "--texts"
    }
  }
}

extension CommandFailure {
  /// The sentence of an error, with options where the library names parameters in words.
  static func withOptions(_ error: any Error) -> String {
    switch error {
    case let error as any ParameterNaming: error.sentence(PrintParameter.options)
    case let error as SymbolMakingError: error.sentence(kanji: "--mode kanji", scale: "--scale")
    case let error as ReadingReportError:
      error.sentence(selections: "--select", report: "'oobqr fixtures verify --json'")
    case let error as FixtureError: error.sentence(sceneSize: "--scene")
    case FixtureDirectoryError.fixture(let error): error.sentence(sceneSize: "--scene")
    case FixtureDirectoryError.noFixtures(let directory): "\(error) with 'oobqr fixtures make -o \(directory)'"
    case LabelStockError.roll(let name):
      "'\(name)' is a roll and has no pages: use 'oobqr print label --roll \(name)'"
    case PrinterProfileError.noPage: "\(error) of 'oobqr print calibration'"
    case PrinterProfileError.notJSON, PrinterProfileError.notAProfile:
      "\(error), as 'oobqr scan --grade --printer-profile' writes one"
    default: "\(error)"
    }
  }
}
