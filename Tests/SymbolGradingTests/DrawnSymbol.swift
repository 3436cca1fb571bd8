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
    // Edges of modules are edges of pixels.
    let isEven = shift == nil && growth == 0 && width == width.rounded() && height == height.rounded()
    let samples = isEven ? 1 : 4
    var pixels: [UInt8] = []
    for row in 0..<rows {
      for column in 0..<columns {
        var sum = 0.0
        for i in 0..<samples * samples {
          let x = Double(column) + (Double(i % samples) + 0.5) / Double(samples)
          let y = Double(row) + (Double(i / samples) + 0.5) / Double(samples)
          let place = Vector(x / width - margin, y / height - margin)
          sum += level(place - (shift?(place) ?? .zero))
        }
        pixels.append(LinearLight.level(sum / Double(samples * samples)))
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
    let (column, row) = (Int(place.x.rounded(.down)), Int(place.y.rounded(.down)))
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
