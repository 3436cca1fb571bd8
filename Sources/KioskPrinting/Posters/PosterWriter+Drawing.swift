import SymbolDrawing
import Typesetting

extension PosterWriter {
  /// Draws the poster and ends the file.
  ///
  /// - Throws: As ``init(_:write:)``.
  public func write(_ printed: PrintedSymbol, _ plan: Plan) throws {
    let style = poster.style
    document.fill(PDFDocument.Rectangle(x: 0, y: 0, width: width, height: plan.band), color: style.brand)
    var y = 5 * unit
    for (words, headline) in zip(poster.words, plan.headlines) {
      let width = balancedWidth(words.headline, headline)
      let x = words.isRightToLeft ? margin + inner - width : margin
      y += draw(bold, directed(words.headline, words), headline.size, x: x, y: y, width, style.onBrand) + 0.6 * unit
    }
    if style.symbol.light != .white {
      let place = LabelLayout.Rectangle(x: plan.left, y: plan.top, width: printed.side, height: printed.side)
      document.fillBelow(document.rectangle(place), color: style.symbol.light)
    }
    document.draw(printed, left: plan.left, top: plan.top, color: style.symbol.dark)
    if let addressText {
      _ = draw(bold, addressText, addressSize(plan.scale), x: margin, y: plan.addressTop, inner, style.ink, .centre)
    }
    if isSingle { drawColumns(plan) } else { drawBlocks(plan) }
    drawFoot(plan)
    try document.endPage()
    try document.finish()
  }

  /// Draws a text; returns its height.
  private func draw(
    _ font: borrowing TextLayout, _ text: String, _ size: Double, x: Double, y: Double, _ width: Double,
    _ color: RGBColor, _ alignment: TextLayout.Alignment = .left
  ) -> Double {
    let extent = font.set(text, size: size, width: width, height: 100_000, alignment)
    font.draw(
      x: x, y: y, within: PDFDocument.Rectangle(x: 0, y: 0, width: self.width, height: height), color: color)
    return extent.height
  }

  /// Draws a number in a circle whose upper left corner is given.
  private func drawNumber(_ number: Int, x: Double, y: Double, _ plan: Plan) {
    let side = circle(plan.scale)
    document.fillCircle(x: x + side / 2, y: y + side / 2, radius: side / 2, color: poster.style.brand)
    let size = side * 0.56
    let extent = measure(bold, "\(number)", size, side)
    _ = draw(
      bold, "\(number)", size, x: x, y: y + (side - extent.height) / 2, side, poster.style.onBrand, .centre)
  }

  /// Three columns, in the direction of reading.
  private func drawColumns(_ plan: Plan) {
    let words = poster.words[0]
    for (index, step) in words.steps.enumerated() {
      let place = isMirrored ? 2 - index : index
      let x = margin + Double(place) * (column + gap)
      let side = circle(plan.scale)
      drawNumber(index + 1, x: isMirrored ? x + column - side : x, y: plan.stepsTop, plan)
      _ = draw(
        regular, directed(step, words), stepSize(plan.scale), x: x, y: plan.stepsTop + side + 1.8 * unit, column,
        poster.style.ink)
    }
  }

  /// A block for each language.
  private func drawBlocks(_ plan: Plan) {
    var top = plan.stepsTop
    for row in rows {
      for (index, words) in row.enumerated() {
        drawBlock(
          words, row, x: margin + Double(isMirrored ? columns - 1 - index : index) * (column + gap), y: top, plan)
      }
      top += blockHeight(row, plan.scale) + 3 * unit
    }
  }

  private func drawBlock(
    _ words: Poster.Words, _ row: ArraySlice<Poster.Words>, x: Double, y: Double, _ plan: Plan
  ) {
    let (size, side) = (stepSize(plan.scale), circle(plan.scale))
    _ = draw(bold, words.name, size, x: x, y: y, column, poster.style.ink)
    var top = y + nameHeight(row, plan.scale)
    for (index, step) in words.steps.enumerated() {
      drawNumber(index + 1, x: words.isRightToLeft ? x + column - side : x, y: top, plan)
      _ = draw(
        regular, directed(step, words), size, x: words.isRightToLeft ? x : x + side + 1.6 * unit,
        y: top + stepDrop(step, plan.scale), stepWidth(plan.scale), poster.style.ink)
      top += stepHeight(index, row, plan.scale) + 1.1 * unit
    }
  }

  private func drawFoot(_ plan: Plan) {
    let rule = plan.footTop - 2.2 * unit
    document.fill(
      PDFDocument.Rectangle(x: margin, y: rule, width: inner, height: 0.25 * unit), color: poster.style.brand)
    let logo = logoSize
    if let picture = poster.logo {
      document.draw(
        document.picture(picture),
        in: PDFDocument.Rectangle(
          x: isMirrored ? margin : width - margin - logo.width, y: plan.footTop, width: logo.width,
          height: logo.height))
    }
    let left = isMirrored && poster.logo != nil ? width - margin - printWidth : margin
    var y = plan.footTop
    for words in poster.words {
      y +=
        draw(
          regular, directed(words.smallPrint, words), printSize(plan.scale), x: left, y: y, printWidth,
          poster.style.ink) + 0.7 * unit
    }
  }
}
