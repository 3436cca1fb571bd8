import Imaging
import PictureDamage
import QRSymbology
import TextFormats

/// A picture without a symbol, from which a scanner must read nothing.
public struct NegativePicture: Hashable, Sendable {
  public let kind: Kind
  /// Its number among the negative pictures of a set, from 1.
  public let number: Int

  /// What is in the picture.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Lines of letters and digits.
    case text
    /// Smooth and grainy surfaces, as walls and cloth.
    case texture
    /// Bar codes of products: EAN-13 and Interleaved 2 of 5.
    case barcode
    /// Random modules in a frame of two solid and two dotted sides, as Data Matrix has.
    case matrix
    /// Tiles, grids and windows of a facade.
    case tiles
    /// Three finder patterns around random modules: what looks like a symbol, and is not one.
    case finders
    /// Rings in rings, as targets and Aztec symbols have.
    case rings
    /// A photograph alone; gray without one.
    case photograph

    /// The kinds that are drawn.
    public static let drawn = allCases.filter { $0 != .photograph }
  }

  /// The size of a picture for which none is given.
  public static let usualSize = Fixture.SceneSize(width: 640, height: 480)

  public init(_ kind: Kind, number: Int = 1) { (self.kind, self.number) = (kind, number) }

  /// The kind and the number: `text-0007`.
  var name: String {
    "\(kind.rawValue)-" + DecimalText.padded(number, to: 4)
  }

  /// Draws the picture, a little turned, blurred and noisy.
  ///
  /// - Parameters:
  ///   - style: Its size, and its photographs; without any the drawing fills the picture.
  ///   - seed: The same seed gives the same picture.
  func render(_ style: Fixture.Style, seed: UInt64) throws(FixtureFault) -> Scene {
    let photograph = try Background.chosen(from: style.backgrounds, size: style.sceneSize, seed: seed)
    var random = SplitMix64(seed: seed)
    let light = UInt8(random.uniform(150...255)), dark = UInt8(random.uniform(0...90))
    let whole =
      photograph.map { Fixture.SceneSize(width: $0.width, height: $0.height) } ?? style.sceneSize ?? Self.usualSize
    // On a photograph it is a sheet of half its width and height.
    let part = photograph == nil ? 1 : 2
    var canvas = Canvas(
      width: (whole.width + part - 1) / part, height: (whole.height + part - 1) / part, light: light, dark: dark)
    switch kind {
    case .text: canvas.drawText(&random)
    case .texture: canvas.drawTexture(&random)
    case .barcode: canvas.drawBarcodes(&random)
    case .matrix: canvas.drawMatrix(&random)
    case .tiles: canvas.drawTiles(&random)
    case .finders: canvas.drawFinders(&random)
    case .rings: canvas.drawRings(&random)
    case .photograph: break
    }
    var scene = Scene(Picture(canvas.image), symbols: [])
    let degrees = random.next() % 3 == 0 ? random.uniform(-180...180).rounded() : 0
    let damages: [Damage] = [
      .known(.rotation, degrees), .known(.defocus, (random.uniform(0...15)).rounded() / 10),
      .known(.noise, random.uniform(0...12).rounded()),
    ]
    for (index, damage) in damages.enumerated() {
      if damage.strength != 0 { try damage.apply(to: &scene, seed: random.next(), of: name) }
      // The sheet is turned, and then the camera blurs both.
      if index == 0, let photograph { put(&scene, on: photograph, &random) }
    }
    return scene
  }

  /// Puts the sheet somewhere on a photograph, or leaves it out for a photograph alone.
  private func put(_ sheet: inout Scene, on photograph: Picture, _ random: inout SplitMix64) {
    let place = (random.uniform(), random.uniform())
    var picture = photograph
    if kind != .photograph {
      let patch = photograph.isColor ? sheet.picture.colored : sheet.picture
      picture.put(
        patch, left: Int(Double(max(0, picture.width - patch.width)) * place.0),
        top: Int(Double(max(0, picture.height - patch.height)) * place.1))
    }
    sheet = Scene(picture, symbols: [])
  }
}

/// A picture to draw on.
private struct Canvas {
  var image: GrayImage
  let light: UInt8, dark: UInt8

  init(width: Int, height: Int, light: UInt8, dark: UInt8) {
    image = GrayImage(width: width, height: height, filledWith: light)
    (self.light, self.dark) = (light, dark)
  }

  mutating func fill(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ level: UInt8) {
    for row in (y..<y + height).clamped(to: 0..<image.height) {
      for column in (x..<x + width).clamped(to: 0..<image.width) { image[x: column, y: row] = level }
    }
  }

  /// Draws a square field of modules.
  mutating func draw(_ modules: [[Bool]], x: Int, y: Int, scale: Int) {
    for (row, line) in modules.enumerated() {
      for (column, isDark) in line.enumerated() where isDark {
        fill(x + column * scale, y + row * scale, scale, scale, dark)
      }
    }
  }

  /// Returns a place for something of a size.
  func place(_ width: Int, _ height: Int, _ random: inout SplitMix64) -> (x: Int, y: Int) {
    (
      Int(random.uniform(0...Double(max(0, image.width - width)))),
      Int(random.uniform(0...Double(max(0, image.height - height))))
    )
  }

  // MARK: Kinds

  mutating func drawText(_ random: inout SplitMix64) {
    let scale = 1 + Int(random.next() % 4)
    for top in stride(from: 4 * scale, to: image.height - 8 * scale, by: 11 * scale) {
      var left = 4 * scale
      while left < image.width - 40 * scale {
        // A word of 2…9 letters, and a space.
        for _ in 0..<2 + Int(random.next() % 8) {
          for (column, bits) in Glyphs.columns(Int(random.next() % UInt64(Glyphs.count))).enumerated() {
            for row in 0..<8 where bits >> row & 1 == 1 {
              fill(left + column * scale, top + row * scale, scale, scale, dark)
            }
          }
          left += 6 * scale
        }
        left += 5 * scale
      }
    }
  }

  mutating func drawTexture(_ random: inout SplitMix64) {
    let noise = (SmoothNoise(&random), SmoothNoise(&random))
    let (coarse, fine) = (random.uniform(20...120), random.uniform(1.5...9))
    let (depth, grain) = (random.uniform(20...90), random.uniform(5...60))
    for y in 0..<image.height {
      for x in 0..<image.width {
        let value =
          140 + depth * noise.0.straightValue(Double(x) / coarse, Double(y) / coarse)
          + grain * noise.1.straightValue(Double(x) / fine, Double(y) / fine)
        image[x: x, y: y] = UInt8(min(max(value, 0), 255))
      }
    }
  }

  mutating func drawBarcodes(_ random: inout SplitMix64) {
    for _ in 0..<1 + Int(random.next() % 3) {
      let digits = (0..<12).map { _ in Int(random.next() % 10) }
      let bars = random.next() & 1 == 0 ? Barcodes.ean13(digits) : Barcodes.interleaved(digits)
      let (scale, height) = (1 + Int(random.next() % 4), 40 + Int(random.next() % 120))
      let (x, y) = place(bars.count * scale + 20 * scale, height + 12 * scale, &random)
      fill(x, y, bars.count * scale + 20 * scale, height + 12 * scale, light)
      for (index, isDark) in bars.enumerated() where isDark {
        fill(x + (10 + index) * scale, y + 4 * scale, scale, height, dark)
      }
    }
  }

  mutating func drawMatrix(_ random: inout SplitMix64) {
    for _ in 0..<1 + Int(random.next() % 4) {
      let (side, scale) = (10 + 2 * Int(random.next() % 20), 2 + Int(random.next() % 8))
      let modules = (0..<side).map { row in
        (0..<side).map { column in
          if column == 0 || row == side - 1 { return true }
          if row == 0 { return column % 2 == 0 }
          if column == side - 1 { return row % 2 == 1 }
          return random.next() & 1 == 0
        }
      }
      let (x, y) = place((side + 4) * scale, (side + 4) * scale, &random)
      fill(x, y, (side + 4) * scale, (side + 4) * scale, light)
      draw(modules, x: x + 2 * scale, y: y + 2 * scale, scale: scale)
    }
  }

  mutating func drawTiles(_ random: inout SplitMix64) {
    let (width, height) = (6 + Int(random.next() % 60), 6 + Int(random.next() % 60))
    let (gap, isBoard) = (1 + Int(random.next() % 8), random.next() & 1 == 0)
    for (row, y) in stride(from: 0, to: image.height, by: height).enumerated() {
      for (column, x) in stride(from: 0, to: image.width, by: width).enumerated() {
        if isBoard && (row + column) % 2 == 0 { continue }
        fill(x, y, isBoard ? width : max(1, width - gap), isBoard ? height : max(1, height - gap), dark)
        if random.next() % 5 == 0 { fill(x + width / 3, y + height / 3, width / 4, height / 4, light) }
      }
    }
  }

  mutating func drawFinders(_ random: inout SplitMix64) {
    let (side, scale) = (QRSymbol.Version.all[Int(random.next() % 8)].size, 2 + Int(random.next() % 6))
    var modules = (0..<side).map { _ in (0..<side).map { _ in random.next() & 1 == 0 } }
    let finder = FunctionPattern.finderSize
    for (top, left) in [(0, 0), (0, side - finder), (side - finder, 0)] {
      for row in -1...finder {
        for column in -1...finder where modules.indices.contains(top + row) && modules.indices.contains(left + column) {
          modules[top + row][left + column] = FunctionPattern.isFinderDark(row: row, column: column)
        }
      }
    }
    // Timing patterns in every second picture: even more like a symbol.
    if random.next() & 1 == 0 {
      let line = FunctionPattern.timingLine
      for index in FunctionPattern.timing(size: side) {
        let isDark = FunctionPattern.isTimingDark(index)
        (modules[line][index], modules[index][line]) = (isDark, isDark)
      }
    }
    let (x, y) = place((side + 8) * scale, (side + 8) * scale, &random)
    fill(x, y, (side + 8) * scale, (side + 8) * scale, light)
    draw(modules, x: x + 4 * scale, y: y + 4 * scale, scale: scale)
  }

  mutating func drawRings(_ random: inout SplitMix64) {
    for _ in 0..<3 + Int(random.next() % 8) {
      let (step, rings) = (3 + Int(random.next() % 12), 2 + Int(random.next() % 5))
      let isRound = random.next() & 1 == 0
      let reach = step * (rings + 1)
      let (x, y) = place(2 * reach, 2 * reach, &random)
      for row in (y..<y + 2 * reach).clamped(to: 0..<image.height) {
        for column in (x..<x + 2 * reach).clamped(to: 0..<image.width) {
          let (dx, dy) = (column - x - reach, row - y - reach)
          let distance =
            isRound ? Int(Double(dx * dx + dy * dy).squareRoot()) : max(abs(dx), abs(dy))
          if distance < reach { image[x: column, y: row] = distance / step % 2 == 0 ? dark : light }
        }
      }
    }
  }
}
