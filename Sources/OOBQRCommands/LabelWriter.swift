import HostSystem
import ImageCoding
import KioskPrinting
import OutOfBand
import QRSymbology

/// Makes labels of messages and writes them in a printer's language.
final class LabelWriter {
  private let command: PrintLabelCommand
  private let language: PrintLabelCommand.Language
  private let file: PendingFile
  private let stock: LabelStock
  private let report: PrintReport?
  private var sheet: SheetWriter?
  private var captions = CaptionNotes()
  let conditions: PrintConditions
  private let preparation: SymbolPreparation

  init(_ command: PrintLabelCommand, _ language: PrintLabelCommand.Language) throws {
    (self.command, self.language) = (command, language)
    try command.destination.check()
    let (resolution, size, style) = (command.dpi, command.sizeOptions, command.captionOptions.style)
    conditions = size.conditions(resolution)
    let stock: LabelStock
    var rollWidth: Int?
    if let name = command.stock {
      do { stock = try Self.singleLabel(LabelStock(parsing: name)) } catch { throw CommandFailure("\(error)") }
    } else {
      let width = (command.roll ?? PrintLabelCommand.Roll(argument: "80mm")).map { $0.width(resolution) } ?? 576
      rollWidth = width
      do {
        let side = resolution.millimetres(width)
        stock = try LabelStock(name: "a roll of \(width) dots", page: .init(side, 2000), label: .init(side, 2000))
      } catch { throw CommandFailure("\(error)") }
    }
    self.stock = stock
    preparation = SymbolPreparation(
      conditions: conditions, level: size.level, logo: try size.logoPicture(),
      check: try command.listOptions.check(beside: command.list),
      layout: { [rollWidth, conditions, native = command.native] modules, hasCaption in
        // What the printer's own symbols have at most.
        let limit = !native || size.moduleDots != nil ? Int.max : language == .zpl ? 10 : 16
        let dots = min(limit, size.mostDots(modules: modules, resolution))
        if let rollWidth {
          return LabelLayout(
            rollWidth: rollWidth, modules: modules, resolution: resolution, caption: hasCaption ? style : nil,
            mostDots: size.isGiven ? dots : min(dots, conditions.ampleDots))
        }
        return LabelLayout(
          width: resolution.wholeDots(in: stock.label.width), height: resolution.wholeDots(in: stock.label.height),
          modules: modules, resolution: resolution, caption: hasCaption ? style : nil, mostDots: dots)
      },
      label: stock, exactDots: size.moduleDots, hasSizeLimit: size.isGiven, isBilevel: language != .pdf)
    report = try command.listOptions.report.map { [conditions] in try PrintReport($0, stock: stock.name, conditions) }
    let file = try command.destination.open()
    self.file = file
    if language == .pdf {
      var options = SheetWriter.Options(stock: stock, resolution: resolution)
      options.caption = style
      let failure = WriteFailure()
      sheet = try SheetWriter(options) { bytes in failure.keep { try file.append(bytes) } }
    }
  }

  /// A page that is one of a stock's labels.
  private static func singleLabel(_ stock: LabelStock) throws(LabelStockError) -> LabelStock {
    try LabelStock(name: stock.name, page: stock.label, label: stock.label)
  }

  /// A tenth of a gigabit, as dots go to the printer.
  private static let mostDots = 100_000_000

  func run() throws -> PrintRun.Summary {
    let options = command.listOptions
    let name = command.list ?? "the message"
    let run = PrintRun(
      preparation: preparation, jobs: options.jobsOptions.number, isForced: options.force,
      skipsBad: options.skipBad, name: name)
    if let list = command.list {
      var reader = try reading(list) {
        try PrintRowReader(list, caption: command.captionOptions.template(), form: options.form)
      }
      return try run.run({ try reader.next() }) { try write($0) }
    }
    let message = try command.source.message()
    if message.isEmpty { throw CommandFailure("the message is empty") }
    let caption = try command.captionOptions.template().caption(of: [:])
    var rows = [PrintRow(line: 0, message: message, caption: caption, copies: command.copies, isAnyText: true)]
    let summary = try run.run({ rows.popLast().map { .success($0) } }) { try write($0) }
    if summary.bad == 0 { command.source.tellNotes(on: message) }
    return summary
  }

  func finish() throws {
    try sheet?.finish()
    captions.tell()
    try command.destination.deliver(file, page: stock.page)
    try report?.commit()
  }

  private func write(_ prepared: PreparedSymbol) throws {
    let row = prepared.row
    var places: [SheetWriter.Placement] = []
    do {
      if let sheet {
        for _ in 0..<row.copies {
          places.append(try sheet.add(prepared.printed, caption: row.caption, prepared.layout))
        }
        if let place = places.first { captions.note(place.isCaptionCut, place.unknownCharacters, line: row.line) }
      } else {
        let label = try command.native ? native(prepared) : picture(prepared)
        // ZPL says itself how many.
        for _ in 0..<(language == .escpos ? row.copies : 1) { try file.append(label) }
      }
    } catch let error as PrinterLanguageError {
      throw CommandFailure(row.line > 0 ? "\(command.list ?? ""), line \(row.line): \(error)" : "\(error)")
    }
    try report?.add(prepared, places, conditions, isNative: command.native)
  }

  private func size(_ layout: LabelLayout) -> (width: Int, height: Int) {
    if command.stock != nil {
      let resolution = conditions.resolution
      return (resolution.wholeDots(in: stock.label.width), resolution.wholeDots(in: stock.label.height))
    }
    let lowest = max(layout.symbol.y + layout.symbol.height, layout.caption.map { $0.y + $0.height } ?? 0)
    return (conditions.resolution.wholeDots(in: stock.label.width), lowest)
  }

  private func picture(_ prepared: PreparedSymbol) throws -> [UInt8] {
    let (width, height) = size(prepared.layout)
    guard width * height <= Self.mostDots else {
      throw CommandFailure(
        "a label of \(width) × \(height) dots is above the limit of \(Self.mostDots); use a lower --dpi or a smaller label"
      )
    }
    let image = try LabelImage(
      prepared.printed, caption: prepared.row.caption, style: command.captionOptions.style, layout: prepared.layout,
      width: width, height: height, resolution: conditions.resolution)
    captions.note(image.isCaptionCut, image.unknownCharacters, line: prepared.row.line)
    switch language {
    case .zpl: return try ZPL.label(image.bitmap, copies: prepared.row.copies)
    case .escpos: return ESCPOS.receipt(image.bitmap, cut: command.cut)
    case .png, .pdf: return try PNG.encode(image.bitmap, dotsPerInch: conditions.resolution.dotsPerInch)
    }
  }

  private func native(_ prepared: PreparedSymbol) throws -> [UInt8] {
    let (width, height) = size(prepared.layout)
    let (row, symbol) = (prepared.row, prepared.printed.symbol)
    if language == .zpl {
      return try ZPL.nativeLabel(
        row.message, level: symbol.level, mask: symbol.mask, layout: prepared.layout, quietZone: conditions.quietZone,
        caption: row.caption, style: command.captionOptions.style, width: width, height: height,
        resolution: conditions.resolution, copies: row.copies)
    }
    return try ESCPOS.nativeReceipt(
      row.message, level: symbol.level, dots: prepared.layout.dots, quietZone: conditions.quietZone,
      caption: row.caption, cut: command.cut)
  }
}
