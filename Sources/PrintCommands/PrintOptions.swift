public import ArgumentParser
import CommandSupport
import Glibc
import HostSystem
import KioskPrinting
import OutOfBand
import QRSymbology
import TextFormats
public import Typesetting

/// The options for the size and the scanning conditions of printed symbols.
struct PrintSizeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Furthest scanning distance, 10…10000; default 200.", valueName: "mm"),
    transform: PrintConditions.bounded.parse)
  var distance = PrintConditions.usualDistance

  @Option(name: .shortAndLong, help: "Error correction")
  var level: QRSymbol.ErrorCorrectionLevel = .medium

  @Option(
    name: [.customShort("m"), .long],
    help: .more("Light modules around the symbol, 4…100; default 4.", valueName: "n"),
    transform: Bounded("--quiet-zone", 4...100, ": printed symbols need the standard's 4 modules").parse)
  var quietZone = 4

  @Option(
    help: .more(
      "Printer dots along each side of a module, 1…1000. Default: as many as fit; on a roll, modules of at most 0.99 mm.",
      valueName: "n"),
    transform: Bounded("--module-dots", 1...1000).parse)
  var moduleDots: Int?

  @Option(
    help: ArgumentHelp("Largest size of the symbol, with its quiet zone.", valueName: "mm"),
    transform: Bounded("--size", 1...2000, "mm").parse)
  var size: Double?

  @Option(help: ArgumentHelp("A PNG or JPEG for the middle of the symbols.", valueName: "file"))
  var logo: String?

  @OptionGroup var profileOptions: ProfileOptions

  func validate() throws {
    try refuse(["Give --size or --module-dots, not both.": size != nil && moduleDots != nil])
  }

  func conditions(_ resolution: PrintResolution) throws -> PrintConditions {
    var conditions = PrintConditions(resolution: resolution, distance: distance, quietZone: quietZone)
    conditions.profile = try profileOptions.loaded()
    try profileOptions.check(conditions.profile, for: [resolution])
    return conditions
  }

  /// Returns the steps from a row to a symbol on a label.
  ///
  /// - Parameters:
  ///   - conditions: From ``conditions(_:)``.
  ///   - check: The options for checking messages.
  ///   - layout: Lays out a symbol; see ``SymbolPreparation/layout``.
  func preparation(
    _ conditions: PrintConditions, check: MessageCheck.Options, label: LabelStock,
    layout: @escaping @Sendable (_ modules: Int, _ hasCaption: Bool, _ mostDots: Int?) -> LabelLayout
  ) throws -> SymbolPreparation {
    var preparation = SymbolPreparation(
      conditions: conditions, level: level, logo: try logo.map { try Console.current.logo($0) },
      check: check, label: label, layout: layout)
    preparation.size = moduleDots.map { .moduleDots($0) } ?? size.map { .millimetres($0) }
    return preparation
  }
}

/// The option for what was measured with a printer.
struct ProfileOptions: ParsableArguments {
  @Option(
    help: .more(
      "The smallest modules and the dot gain of your printer, as 'oobqr scan --grade --printer-profile' measured them.",
      valueName: "file"))
  var printerProfile: String?

  func loaded() throws -> PrinterProfile? {
    guard let printerProfile else { return nil }
    let bytes = try Console.current.read(printerProfile, limit: 1 << 20)
    do { return try PrinterProfile(json: bytes) } catch {
      throw CommandFailure("\(CommandFailure.name(ofInput: printerProfile)): \(error)")
    }
  }

  /// Refuses a profile of a printer with another resolution than one that is asked for.
  func check(_ profile: PrinterProfile?, for resolutions: [PrintResolution]) throws(CommandFailure) {
    guard let profile, let other = resolutions.first(where: { !profile.isFor($0) }) else { return }
    throw CommandFailure(
      "the profile \(CommandFailure.name(ofInput: printerProfile ?? "")) is for \(profile.resolution), not for "
        + "\(other): give --dpi \(DecimalText.short(profile.resolution.dotsPerInch, decimals: 0))")
  }
}

/// The options for captions.
struct PrintCaptionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Text; '{Name}\\n{Town}' is two columns on two lines.", valueName: "text"),
    transform: Self.template)
  var caption: CaptionTemplate?

  @Option(help: .more("Font family of captions."))
  var font = "Sans"

  @Option(
    help: .more("Font size of all captions, 4…72; the default is the largest that fits.", valueName: "points"),
    transform: Bounded("--font-size", CaptionStyle.sizes).parse)
  var fontSize: Double?

  @Option(
    help: .more("Smallest font size of fitted captions, 4…72; default 6.", valueName: "points"),
    transform: Bounded("--min-font", CaptionStyle.sizes).parse)
  var minFont = 6.0

  @Option(
    help: .more("Largest font size of fitted captions, 4…72; default 16.", valueName: "points"),
    transform: Bounded("--max-font", CaptionStyle.sizes).parse)
  var maxFont = 16.0

  @Flag(
    help: .more(
      "Set all lines of captions in one weight and size; the default is a bold, larger first line, if the font has bold letters."
    ))
  var plainCaptions = false

  @Option(
    help: .more("Maximum number of caption lines, 1…20, default 3; a longer caption ends in an ellipsis."),
    transform: Bounded("--caption-lines", 1...CaptionStyle.mostLines).parse)
  var captionLines = 3

  @Option(help: .more("Position of captions; auto is where captions (on labels: the symbol) are larger"))
  var captionPlace: CaptionStyle.Place = .auto

  func validate() throws {
    let (least, most) = (DecimalText.exact(minFont), DecimalText.exact(maxFont))
    try refuse([
      "--min-font \(least) is more than --max-font \(most).": minFont > maxFont,
      "--font is empty.": font.isEmpty,
    ])
  }

  /// - Parameter isForced: Whether characters that no font has are printed as boxes.
  func style(isForced: Bool) -> CaptionStyle {
    let size = fontSize ?? min(max(Self.usualSize, minFont), maxFont)
    var style = CaptionStyle(font: font, size: size, lines: captionLines, place: captionPlace)
    if fontSize == nil { style.fit = minFont...maxFont }
    (style.isFirstLineBold, style.allowsUnknownCharacters) = (!plainCaptions, isForced)
    return style
  }

  /// The size for which labels keep room, unless another is asked for.
  private static let usualSize = 8.0

  /// - Parameter day: The day of printing; the default is today.
  func rowCaption(on day: CalendarDay? = nil) -> RowCaption { RowCaption(template: caption, day: day ?? Self.today) }

  private static func template(_ text: String) throws -> CaptionTemplate {
    do { return try CaptionTemplate(parsing: text) } catch { throw ValidationError("--caption: \(error).") }
  }

  /// Today in the local time zone.
  private static var today: CalendarDay {
    var (now, local) = unsafe (time(nil), tm())
    unsafe localtime_r(&now, &local)
    return unsafe CalendarDay(daysSince1970: (Int(now) + local.tm_gmtoff) / 86_400)
  }
}

/// The options for a list and its bad rows.
struct PrintListOptions: ParsableArguments {
  @Option(help: ArgumentHelp("\(ListHelp.short).", valueName: "file"))
  var list: String?

  @OptionGroup(visibility: .more) var checkOptions: CheckOptions

  @Option(
    help: ArgumentHelp("Print only these lines (the header is 1): 5,10-20.", valueName: "lines"),
    transform: ListRows.init(option:))
  var rows: ListRows?

  @Flag(help: "Skip bad rows; otherwise one stops the whole list.")
  var skipBad = false

  @Option(help: ArgumentHelp("Write a JSON report of what was printed.", valueName: "file"))
  var report: String?

  @Option(help: .more("Print only what an earlier run did not; give its --report.", valueName: "report"))
  var resume: String?

  @Option(
    help: .more(
      "With --resume: also reprint the rows on these lines, which were sent but did not come out.",
      valueName: "lines"), transform: ListRows.init(option:))
  var again: ListRows?

  @OptionGroup var columnOptions: ListColumnOptions

  @Option(help: .more("The list's encoding; by default it is recognised"))
  var encoding: ListEncoding?

  @Flag(help: .more("Also print what the check or the trial refuses."))
  var force = false

  @Flag(help: .more("Print messages even if an earlier row has the same one-time token."))
  var allowDuplicates = false

  @OptionGroup var jobsOptions: JobsOptions

  func validate() throws {
    try refuse([
      "--report needs the name of a file.": report == "-",
      "--column needs --list.": list == nil && !columnOptions.column.isEmpty,
      "--again needs --resume.": again != nil && resume == nil,
      "--resume prints what is missing: leave out --rows, or name rows to repeat with --again.": rows != nil
        && resume != nil,
      "Give --skip-bad or --force, not both.": skipBad && force,
    ])
  }

  /// Refuses names that would overwrite one another.
  func validatePaths(_ list: String?, output: String?, _ sizes: PrintSizeOptions, logo: String? = nil) throws {
    let inputs = [logo, "-", list, resume, checkOptions.policy, sizes.logo, sizes.profileOptions.printerProfile]
    try Console.refuse(output, replacing: inputs)
    // The report that is resumed may be continued.
    try Console.refuse(report, replacing: inputs.filter { $0 != resume })
    try Console.refuse(output, andAlso: report)
  }

  /// Returns the options for checking messages.
  func check() throws -> MessageCheck.Options {
    checkOptions.options(policy: try checkOptions.trustPolicy(), channel: .qr)
  }

  /// Opens a list, whose format its extension determines; standard input is CSV.
  func rows(of path: String, form: PayloadFormOptions, caption: RowCaption) throws -> PrintList {
    var list = try Console.current.list(path, orStandardInput: .csv, isUTF8: encoding != nil)
    try columnOptions.check(list.format)
    if let encoding { list.stream = try encoding.decoded(list.stream) }
    let name = CommandFailure.name(ofList: path)
    return try PrintList(
      list.stream, list.format, caption: caption, form: form.payloadForm, columns: columnOptions.names
    ) { Console.current.say("note: \(name): \($0)") }
  }
}

extension PrintConditions {
  /// The limits of a scanning distance.
  static let bounded = Bounded("--distance", 10...10_000.0, "mm")
}

extension PrintResolution {
  /// Parses a value of `--dpi`.
  @Sendable static func option(_ text: String) throws -> PrintResolution {
    let number = try Bounded("--dpi", 72...4800.0).parse(text)
    guard let resolution = PrintResolution(dotsPerInch: number) else {
      throw ValidationError("--dpi \(text) is not in 72…4800.")
    }
    return resolution
  }
}

extension CaptionStyle.Place: ExpressibleByArgument {}

extension LabelStock {
  /// Parses a value of `--stock`.
  init(option text: String) throws(ValidationError) {
    do { try self.init(parsing: text) } catch { throw ValidationError("--stock: \(error).") }
  }
}
