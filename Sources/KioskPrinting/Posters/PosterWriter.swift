import Imaging
import OutOfBand
import SymbolDrawing
import TextFormats
import Typesetting

/// A writer of a poster as PDF: a band with the headline, the symbol, three steps by language, and the small print.
///
/// The letters are as large as they can be while the symbol has its size; the symbol then fills what they leave.
public final class PosterWriter {
  let poster: Poster
  let document: PDFDocument
  let bold: TextLayout
  let regular: TextLayout
  /// The side of a dot, in points.
  var dot: Double { document.dot }
  var width: Double { document.width }
  var height: Double { document.height }
  /// A hundredth of the page's width.
  var unit: Double { width / 100 }

  /// - Parameters:
  ///   - poster: The content.
  ///   - write: Receives the file's next bytes; an error that it throws ends the poster.
  /// - Throws: `TypesettingFailure`, `FileFailure` of the temporary file, and what `write` throws.
  public init(_ poster: Poster, write: @escaping ([UInt8]) throws -> Void) throws {
    self.poster = poster
    document = try PDFDocument(
      poster.page, poster.resolution, title: poster.words[0].headline, language: poster.words[0].language, write: write)
    bold = try document.layout(font: poster.style.font + " Bold")
    regular = try document.layout(font: poster.style.font)
  }

  /// The sizes and places of everything on the page, in points.
  public struct Plan: Hashable, Sendable {
    /// Dots on the side of a module.
    public let dots: Int
    let (left, top): (Int, Int)
    let scale: Double
    let band: Double
    let headlines: [Headline]
    let addressTop: Double
    let stepsTop: Double
    let footTop: Double

    /// The layout for the trial.
    public func layout(modules: Int) -> LabelLayout {
      LabelLayout(
        symbol: .init(x: left, y: top, width: modules * dots, height: modules * dots), caption: nil, dots: dots)
    }
  }

  // MARK: Measures

  var margin: Double { 7 * unit }
  var inner: Double { width - 2 * margin }
  var isSingle: Bool { poster.words.count == 1 }
  var isMirrored: Bool { poster.words[0].isRightToLeft }

  /// The smallest letters, in points: those of steps, and of the small print.
  private static let (leastStep, leastPrint) = (7.5, 6.0)

  /// A headline with the size of its letters.
  struct Headline: Hashable {
    var size: Double
    var height: Double
  }

  /// Sets the headlines: the first is the largest, and the others have one size; on one line if three quarters of the
  /// size are enough for that.
  private func headlines(_ scale: Double) throws(PrintFault) -> [Headline] {
    var sizes = poster.words.indices.map { (isSingle ? 7.6 : $0 == 0 ? 5.4 : 4) * unit * scale }
    for (index, words) in poster.words.enumerated() {
      let width = measure(bold, words.headline, sizes[index], 100_000).width
      if 0.75 * width <= inner { sizes[index] *= min(1, 0.995 * inner / width) }
    }
    if let least = sizes.dropFirst().min() { for index in 1..<sizes.count { sizes[index] = least } }
    var headlines: [Headline] = []
    for (size, words) in zip(sizes, poster.words) {
      let height = measure(bold, words.headline, size, inner).height
      guard height < 2.9 * size, bold.hasWholeWords(words.headline, size: size, width: inner) else {
        throw tooLong(words.headline, words.language)
      }
      headlines.append(Headline(size: size, height: height))
    }
    return headlines
  }

  /// Returns the width at which the lines of a headline are of similar length.
  func balancedWidth(_ text: String, _ headline: Headline) -> Double {
    var width = inner
    while width > 0.4 * inner, measure(bold, text, headline.size, width - unit).height <= headline.height * 1.01,
      bold.hasWholeWords(text, size: headline.size, width: width - unit)
    {
      width -= unit
    }
    return width
  }

  func stepSize(_ scale: Double) -> Double { (isSingle ? 2.7 : 2.25) * unit * scale }
  func addressSize(_ scale: Double) -> Double { 2.9 * unit * scale }
  func printSize(_ scale: Double) -> Double { min(max(1.5 * unit * scale, Self.leastPrint), 11) }
  func circle(_ scale: Double) -> Double { (isSingle ? 6.4 : 4.2) * unit * scale }

  /// Columns of steps, and the gap between them.
  var columns: Int { isSingle || poster.words.count == 3 ? 3 : 2 }
  var gap: Double { 4.5 * unit }
  var column: Double { (inner - Double(columns - 1) * gap) / Double(columns) }

  /// Marks a right-to-left text as such, even if it begins with a Latin name.
  func directed(_ text: String, _ words: Poster.Words) -> String {
    words.isRightToLeft ? "\u{200F}\(text)" : text
  }

  func measure(
    _ font: borrowing TextLayout, _ text: String, _ size: Double, _ width: Double
  ) -> TextLayout.Extent { font.set(text, size: size, width: width, height: 100_000, .left) }

  /// The heights of the parts of a page.
  private struct Heights {
    var (band, address, steps, foot) = (0.0, 0.0, 0.0, 0.0)
    var headlines: [Headline] = []
  }

  var logoSize: (width: Double, height: Double) {
    guard let logo = poster.logo else { return (0, 0) }
    let factor = min(22 * unit / Double(logo.width), 8 * unit / Double(logo.height))
    return (Double(logo.width) * factor, Double(logo.height) * factor)
  }

  var printWidth: Double { poster.logo == nil ? inner : inner - logoSize.width - gap }

  /// The texts of an address line: with words for one language, else the address alone, which needs none.
  var addressText: String? {
    guard let address = poster.address else { return nil }
    return isSingle ? poster.words[0].address.map { directed($0, poster.words[0]) } ?? address : address
  }

  /// Returns the heights at a scale, or the first text that does not fit.
  private func heights(_ scale: Double) throws(PrintFault) -> Heights {
    var heights = Heights()
    heights.band = 5 * unit + 4.6 * unit
    heights.headlines = try headlines(scale)
    heights.band += heights.headlines.map(\.height).reduce(0, +) + Double(poster.words.count - 1) * 0.6 * unit
    if let addressText {
      let size = addressSize(scale)
      let extent = measure(bold, addressText, size, inner)
      guard extent.height < 2.9 * size, bold.hasWholeWords(addressText, size: size, width: inner) else {
        throw tooLong(addressText, poster.words[0].language)
      }
      heights.address = extent.height + 2.5 * unit
    }
    heights.steps = try stepsHeight(scale)
    for (index, words) in poster.words.enumerated() {
      let extent = measure(regular, directed(words.smallPrint, words), printSize(scale), printWidth)
      heights.foot += extent.height + (index == 0 ? 0 : 0.7 * unit)
    }
    heights.foot = max(heights.foot, logoSize.height)
    return heights
  }

  /// The width of a step's text.
  func stepWidth(_ scale: Double) -> Double { isSingle ? column : column - circle(scale) - 1.6 * unit }

  private func stepsHeight(_ scale: Double) throws(PrintFault) -> Double {
    let size = stepSize(scale)
    for words in poster.words {
      for step in words.steps where !regular.hasWholeWords(step, size: size, width: stepWidth(scale)) {
        throw tooLong(step, words.language)
      }
    }
    if isSingle { return singleHeight(poster.words[0], scale) }
    return rows.map { blockHeight($0, scale) }.reduce(0, +) + Double(rows.count - 1) * 3 * unit
  }

  /// The languages in rows of blocks.
  var rows: [ArraySlice<Poster.Words>] {
    stride(from: 0, to: poster.words.count, by: columns).map {
      poster.words[$0..<min($0 + columns, poster.words.count)]
    }
  }

  private func singleHeight(_ words: Poster.Words, _ scale: Double) -> Double {
    let texts = words.steps.map { measure(regular, $0, stepSize(scale), column).height }
    return circle(scale) + 1.8 * unit + (texts.max() ?? 0)
  }

  func nameHeight(_ row: ArraySlice<Poster.Words>, _ scale: Double) -> Double {
    (row.map { measure(bold, $0.name, stepSize(scale), column).height }.max() ?? 0) + 1.1 * unit
  }

  /// How much lower than its number the text of a step begins, so that its first line is level with the number.
  func stepDrop(_ step: String, _ scale: Double) -> Double {
    let first = measure(regular, String(step.prefix(1)), stepSize(scale), 100_000).height
    return max(0, (circle(scale) - first) / 2)
  }

  /// The height of a step in all languages of a row, so that the numbers are level.
  func stepHeight(_ index: Int, _ row: ArraySlice<Poster.Words>, _ scale: Double) -> Double {
    let texts = row.map {
      stepDrop($0.steps[index], scale)
        + measure(regular, $0.steps[index], stepSize(scale), stepWidth(scale)).height
    }
    return max(circle(scale), texts.max() ?? 0)
  }

  func blockHeight(_ row: ArraySlice<Poster.Words>, _ scale: Double) -> Double {
    nameHeight(row, scale) + (0..<3).map { stepHeight($0, row, scale) }.reduce(0, +) + 2 * unit * 1.1
  }

  // MARK: The plan

  /// Plans the page: the largest letters with which the symbol is large enough, better at least 45 % of the page's width.
  ///
  /// - Parameters:
  ///   - modules: Modules on the side of the symbol with its quiet zone.
  ///   - conditions: Printer and distance.
  /// - Throws: ``PrintFault``.
  public func plan(modules: Int, _ conditions: PrintConditions) throws(PrintFault) -> Plan {
    for words in poster.words {
      let all = ([words.headline, words.name, words.smallPrint] + words.steps).joined(separator: " ")
      if measure(regular, all, 10, 100_000).unknownCharacters > 0 {
        throw PrintFault(
          "no installed font has '\(regular.unknownCharacters(all).prefix(20))' (\(words.language)); install one that does, "
            + "or name one with --font")
      }
    }
    var best: Plan?
    var fault: PrintFault?
    for step in 0...12 {
      let scale = 1.15 - 0.05 * Double(step)
      // Small letters only as far as they can be read.
      if stepSize(scale) < Self.leastStep { break }
      let parts: Heights
      do { parts = try heights(scale) } catch {
        fault = error
        continue
      }
      let plan = plan(parts, scale, modules: modules)
      if best == nil || plan.dots > best?.dots ?? 0 { best = plan }
      if plan.dots >= conditions.leastDots, Double(modules * plan.dots) * dot >= 45 * unit { return plan }
    }
    guard let best else { throw fault ?? tooLong("", "") }
    guard best.dots >= max(1, conditions.leastDots) else {
      func side(_ dots: Int) -> String { DecimalText.millimetres(conditions.resolution.millimetres(modules * dots)) }
      let reach = best.dots >= PrintConditions.fewestDots ? Int(conditions.furthestDistance(best.dots)) : 0
      throw PrintFault(
        "the symbol needs \(side(conditions.leastDots)) to be scanned from \(Int(conditions.distance)) mm, and the texts "
          + "leave \(side(best.dots)): use a larger --size, fewer --languages, shorter texts, a lower --level or a shorter "
          + "message" + (reach >= 10 ? ", or scan from up to \(reach) mm (--distance \(reach))" : ""),
        isSymbolTooSmall: true)
    }
    return best
  }

  /// The refusal of a text that does not fit even in the smallest letters.
  private func tooLong(_ text: String, _ language: String) -> PrintFault {
    PrintFault(
      "the text '\(text.prefix(40))\(text.count > 40 ? "…" : "")' (\(language)) does not fit: use a larger --size, fewer "
        + "--languages or a shorter text")
  }

  private func plan(_ parts: Heights, _ scale: Double, modules: Int) -> Plan {
    // The quiet zone is white, so little more is needed around the symbol.
    let (gap, bottom) = (1.5 * unit, 5.5 * unit)
    let rest = height - parts.band - parts.address - parts.steps - parts.foot - bottom - 8.5 * unit
    let side = max(0, min(inner, rest - 2 * gap))
    let dots = Int(side / dot) / modules
    let symbol = Double(dots * modules) * dot
    let spare = max(0, rest - symbol)
    let top = parts.band + spare / 2
    let addressTop = top + symbol + min(spare / 2, gap)
    let stepsTop = height - bottom - parts.foot - 5.5 * unit - parts.steps
    return Plan(
      dots: dots, left: Int((width - symbol) / 2 / dot), top: Int(top / dot), scale: scale, band: parts.band,
      headlines: parts.headlines,
      addressTop: addressTop, stepsTop: stepsTop, footTop: height - bottom - parts.foot)
  }
}
