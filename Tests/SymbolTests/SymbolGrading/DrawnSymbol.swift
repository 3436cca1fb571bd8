import Imaging
import QRScanning
import QRSymbology
import SymbolGrading
import Testing

/// A picture of a symbol whose quality is known: drawn as light, each pixel the mean of its area.
struct DrawnSymbol {
  typealias Vector = SIMD2<Double>

  let symbol: any SquareSymbol
  /// Pixels per module.
  var width = 6.0
  var height = 6.0
  /// Reflectances.
  var light = 1.0
  var dark = 0.0
  /// By how much dark modules are wider and higher, in modules.
  var growth = 0.0
  /// Reflectances of single modules, by row-major index.
  var levels: [Int: Double] = [:]
  /// Dark modules of the quiet zone, by row and column from −4.
  var spots: [[Int]] = []
  /// Modules of the quiet zone.
  var margin = 4.0
  /// The displacement of a point of the symbol, in modules.
  var shift: ((Vector) -> Vector)?

  init(_ symbol: any SquareSymbol) { self.symbol = symbol }

  var image: GrayImage {
    let side = Double(symbol.size) + 2 * margin
    let (columns, rows) = (Int((side * width).rounded()), Int((side * height).rounded()))
    guard shift != nil || growth != 0 else { return evenImage(columns, rows) }
    var pixels: [UInt8] = []
    for row in 0..<rows {
      for column in 0..<columns {
        var sum = 0.0
        for i in 0..<4 {
          let x = Double(column) + (i % 2 == 0 ? 0.25 : 0.75)
          let y = Double(row) + (i < 2 ? 0.25 : 0.75)
          let place = Vector(x / width - margin, y / height - margin)
          sum += level(place - (shift?(place) ?? .zero))
        }
        pixels.append(LinearLight.level(sum / 4))
      }
    }
    return GrayImage(width: columns, height: rows, pixels: pixels)
  }

  /// Pixels as means of their areas, exactly.
  private func evenImage(_ columns: Int, _ rows: Int) -> GrayImage {
    /// The first module of each pixel, and the share of it; the rest is the next one's.
    func shares(_ count: Int, _ module: Double) -> [(index: Int, share: Double)] {
      (0..<count).map { pixel in
        let (start, end) = (Double(pixel) / module - margin, Double(pixel + 1) / module - margin)
        let next = (start + 1e-9).rounded(.down) + 1
        return (Int(next) - 1, min(1, (next - start) / (end - start)))
      }
    }
    let (across, down) = (shares(columns, width), shares(rows, height))
    var pixels: [UInt8] = []
    for (row, part) in down {
      for (column, share) in across {
        var upper = module(row, column)
        if share < 1 { upper = upper * share + module(row, column + 1) * (1 - share) }
        if part < 1 {
          var lower = module(row + 1, column)
          if share < 1 { lower = lower * share + module(row + 1, column + 1) * (1 - share) }
          upper = upper * part + lower * (1 - part)
        }
        pixels.append(LinearLight.level(upper))
      }
    }
    return GrayImage(width: columns, height: rows, pixels: pixels)
  }

  private func level(_ place: Vector) -> Double {
    if growth == 0 { return module(place) }
    let steps = growth > 0 ? [-growth / 2, 0, growth / 2] : [growth / 2, 0, -growth / 2]
    let levels = steps.flatMap { y in steps.map { module(place + Vector($0, y)) } }
    return (growth > 0 ? levels.min() : levels.max()) ?? 1
  }

  private func module(_ place: Vector) -> Double {
    module(Int(place.y.rounded(.down)), Int(place.x.rounded(.down)))
  }

  private func module(_ row: Int, _ column: Int) -> Double {
    guard 0..<symbol.size ~= row, 0..<symbol.size ~= column else {
      return spots.contains([row, column]) ? dark : light
    }
    let index = row * symbol.size + column
    return levels[index] ?? (symbol.modules[index] ? dark : light)
  }

  /// The grade of the only symbol in the picture.
  func grade(_ picture: GrayImage? = nil) throws -> SymbolGrade {
    let picture = picture ?? image
    let detections = try QRScanner(engine: .modules).scan(picture)
    try #require(detections.count == 1)
    return try SymbolGrade(of: detections[0], in: picture)
  }

  /// Makes modules the other colour.
  mutating func toggle(_ modules: some Sequence<Int>) {
    for module in modules { levels[module] = symbol.modules[module] ? light : dark }
  }

  /// Makes dark modules so light that they have a modulation.
  mutating func weaken(_ modules: some Sequence<Int>, to modulation: Double) {
    for module in modules {
      let distance = modulation * (light - dark) / 2
      levels[module] = (light + dark) / 2 + (symbol.modules[module] ? -distance : distance)
    }
  }
}
