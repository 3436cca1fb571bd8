import Imaging
import QRScanning
import QRSymbology

/// What grades are computed from: where the modules of a symbol are, and how much light they reflect.
struct MeasuredSymbol {
  private let image: GrayImage
  let anatomy: SymbolAnatomy
  /// Whether the symbol is light on dark, and all reflectances are exchanged.
  let isInverted: Bool
  private(set) var grid: PlacedGrid
  private(set) var levels: Reflectances
  /// The darkest and the lightest module.
  private(set) var darkest = 0.0
  private(set) var lightest = 1.0
  /// The mean of light modules less that of dark ones.
  private(set) var meanContrast = 1.0
  private(set) var edges = ModuleEdges()

  /// - Parameter border: Modules of the quiet zone to measure, 2 or more.
  init(_ image: GrayImage, _ grid: SymbolGrid, _ anatomy: SymbolAnatomy, border: Int) {
    (self.image, self.anatomy) = (image, anatomy)
    self.grid = PlacedGrid(grid)
    let plain = Reflectances(image, self.grid, border: border, isInverted: false)
    isInverted = Self.meanContrast(plain, anatomy) < 0
    levels = isInverted ? Reflectances(image, self.grid, border: border, isInverted: true) : plain
    meanContrast = abs(Self.meanContrast(plain, anatomy))
    if self.grid.move(to: NodeSearch(self).shifts) { measureLevels() }
    // Where edges are is measured beside where they were thought to be.
    for _ in 0..<3 { self.grid.move(to: ModuleEdges(self).shifts(self.grid)) }
    measureLevels()
    edges = ModuleEdges(self)
  }

  private mutating func measureLevels() {
    levels = Reflectances(image, grid, border: levels.border, isInverted: isInverted)
    let values = levels.symbol.filter { !$0.isNaN }
    (darkest, lightest) = (values.min() ?? 0, values.max() ?? 0)
    meanContrast = Self.meanContrast(levels, anatomy)
  }

  private static func meanContrast(_ levels: Reflectances, _ anatomy: SymbolAnatomy) -> Double {
    var means = ContrastingMeans()
    for (value, isDark) in zip(levels.symbol, anatomy.isDark) where !value.isNaN { means.add(value, isDark: isDark) }
    return means.contrast
  }

  /// Symbol contrast, 0…1.
  var contrast: Double { lightest - darkest }

  /// The global threshold.
  var threshold: Double { (lightest + darkest) / 2 }

  func light(at place: Vector) -> Double {
    let light = image.light(at: place)
    return isInverted ? 1 - light : light
  }

  /// Pixels per module, on average.
  var modulePixels: Double {
    let (_, right, down) = grid.frame(anatomy.size / 2, anatomy.size / 2)
    return (right.length + down.length) / 2
  }

  /// The modulation of a module, 0…1, and whether it is on the right side of the threshold. A module outside the picture
  /// is on the wrong side.
  func modulation(_ module: Int) -> (value: Double, isRight: Bool) {
    modulation(row: module / anatomy.size, column: module % anatomy.size, isDark: anatomy.isDark[module])
  }

  func modulation(row: Int, column: Int, isDark: Bool) -> (value: Double, isRight: Bool) {
    let level = levels[row, column]
    guard !level.isNaN, contrast > 0 else { return (0, false) }
    return (min(1, 2 * abs(level - threshold) / contrast), (level < threshold) == isDark)
  }
}

/// The means of light and dark modules.
struct ContrastingMeans {
  private var light = (sum: 0.0, count: 0.0)
  private var dark = (sum: 0.0, count: 0.0)

  mutating func add(_ value: Double, isDark: Bool) {
    if isDark { dark = (dark.sum + value, dark.count + 1) } else { light = (light.sum + value, light.count + 1) }
  }

  /// The mean of light modules less that of dark ones.
  var contrast: Double { light.sum / max(light.count, 1) - dark.sum / max(dark.count, 1) }
}
