public import Imaging
public import QRScanning
import QRSymbology

/// The print quality of a symbol in a scan or photograph, graded as in ISO/IEC 15415:2011.
///
/// ```swift
/// let detections = try QRScanner().scan(picture)
/// let grade = try SymbolGrade(of: detections[0], in: picture)
/// grade.overall   // .b
/// grade.remedies  // what pulled it down, and what to do about it
/// ```
///
/// A verifier is calibrated, looks from straight above, and averages five pictures; this is one picture by any camera. Gray
/// levels count as sRGB, and 255 as all light reflected. The angle of the camera is taken out of
/// ``Parameter/Kind/gridNonUniformity``, but not out of ``Parameter/Kind/axialNonUniformity``. Modules are measured
/// through an aperture of 0.8 modules.
public struct SymbolGrade: Hashable, Sendable, Codable {
  /// All properties, in the order of ``Parameter/Kind``. A version below 7 has no version information, version 1 and Micro
  /// QR symbols have no alignment patterns.
  public let parameters: [Parameter]
  /// By how much dark modules are wider than they should be, as a share of a module: below 0 where they are narrower. Blur
  /// and the camera's sharpening change it as well. It has no grade.
  public let growthAcross: Double
  /// The same for their height.
  public let growthDown: Double
  /// By how much edges are wider than a pixel, in modules, where they are widest: 0 for a sharp picture of a sharp print. It has
  /// no grade.
  public let edgeBlur: Double
  /// Pixels per module in the picture. The standard asks for 5 or more.
  public let modulePixels: Double
  /// The share of the quiet zone beside the finder patterns that is outside the picture, and was not graded, 0…1.
  public let quietZoneOutside: Double
  /// The share of the wrong data modules that are in the middle, a square of half the symbol's width, 0…1: about ¼ where damage is
  /// everywhere, and 0 where fewer than 16 modules are wrong.
  public let middleDamage: Double
  /// Whether modules are light on a dark ground.
  public let isLightOnDark: Bool
  /// What pulled the overall grade down, and what to do about it; empty for grade A.
  public let remedies: [Remedy]

  /// The lowest grade of all parameters.
  public var overall: Grade { parameters.map(\.grade).min() ?? .f }

  /// The lowest grade of finder, timing and alignment patterns and the quiet zone.
  public var fixedPatternDamage: Grade { parameters.filter { $0.kind.isFixedPattern }.map(\.grade).min() ?? .f }

  /// The property of a kind, if the symbol has it.
  public subscript(kind: Parameter.Kind) -> Parameter? { parameters.first { $0.kind == kind } }

  /// The least pixels per module for which the standard's measurements are meant.
  public static let leastModulePixels = 5.0
}

extension SymbolGrade {
  /// Grades a symbol that was found in a picture.
  ///
  /// - Parameters:
  ///   - detection: The symbol; QR Code Model 2 or Micro QR, dark on light or light on dark. Discs for finder patterns count as
  ///     damaged ones.
  ///   - image: The picture in which it was found.
  /// - Throws: ``SymbolGradingError``.
  public init(of detection: Detection, in image: GrayImage) throws(SymbolGradingError) {
    guard let grid = detection.grid else { throw SymbolGradingError(detection) }
    let (anatomy, border): (SymbolAnatomy, Int)
    do throws(SymbolFault) {
      switch detection.version {
      case .qr:
        anatomy = try QRSymbol(modules: grid.modules).anatomy(isUncertain: grid.isUncertain)
        border = QRSymbol.standardQuietZone
      case .micro:
        anatomy = try MicroQRSymbol(modules: grid.modules).anatomy()
        border = MicroQRSymbol.standardQuietZone
      case .rectangular, nil: throw .malformed
      }
    } catch { throw SymbolGradingError(detection) }
    let symbol = MeasuredSymbol(image, grid, anatomy, border: border)
    let shape = GridShape(symbol.grid)
    let quietZone = QuietZone(symbol, border: border)
    let measured =
      Self.codewordParameters(symbol) + Self.patternParameters(symbol, quietZone) + Self.gridParameters(shape)
    let parameters = Parameter.Kind.allCases.compactMap { kind in measured.first { $0.kind == kind } }
    let modulePixels = (shape.width + shape.height) / 2
    self.init(
      parameters: parameters, growthAcross: 2 * symbol.edges.across.growth, growthDown: 2 * symbol.edges.down.growth,
      edgeBlur: max(0, max(symbol.edges.across.blur, symbol.edges.down.blur) - 1 / modulePixels),
      modulePixels: modulePixels, quietZoneOutside: quietZone.outside, middleDamage: Self.middleDamage(symbol),
      isLightOnDark: symbol.isInverted,
      remedies: Remedy.all(for: parameters, symbol, quietZone, shape))
  }

  private static func gridParameters(_ shape: GridShape) -> [Parameter] {
    let (axial, grid) = (shape.axialNonUniformity, shape.displacement)
    return [
      Parameter(.axialNonUniformity, Grade(axial, atMost: GradeTables.axial), axial),
      Parameter(.gridNonUniformity, Grade(grid, atMost: GradeTables.grid), grid),
    ]
  }

  // MARK: Codewords

  private static func middleDamage(_ symbol: MeasuredSymbol) -> Double {
    let size = symbol.anatomy.size
    let wrong = symbol.anatomy.codewords.joined().filter { !symbol.modulation($0).isRight }
    let middle = size / 4..<size - size / 4
    let inside = wrong.count { middle.contains($0 / size) && middle.contains($0 % size) }
    return wrong.count < 16 ? 0 : Double(inside) / Double(wrong.count)
  }

  /// Contrast, and what depends on how far the codewords' modules are from the threshold.
  private static func codewordParameters(_ symbol: MeasuredSymbol) -> [Parameter] {
    let codewords = symbol.anatomy.codewords.map { $0.map(symbol.modulation) }
    let modulations = codewords.map { $0.map(\.value).min() ?? 0 }
    let margins = codewords.map { $0.map { $0.isRight ? $0.value : 0 }.min() ?? 0 }
    let wrong = codewords.indices.filter { codewords[$0].contains { !$0.isRight } }
    /// The unused error correction of the worst block; below 0 where it is not enough.
    func unused(_ damaged: [Int], cost: Int) -> Double {
      let damaged = Set(damaged)
      return symbol.anatomy.blocks.map { block in
        let spent = cost * block.codewords.count { damaged.contains($0) }
        return spent == 0 ? 1 : block.capacity == 0 ? -1 : 1 - Double(spent) / Double(block.capacity)
      }.min() ?? 0
    }
    func overlaid(_ values: [Double]) -> Grade {
      GradeTables.overlaid(values.map { Grade($0, atLeast: GradeTables.modulation) }) {
        Grade(unused($0, cost: 1), atLeast: GradeTables.unusedCorrection)
      }
    }
    let left = unused(wrong, cost: 2)
    return [
      Parameter(.decode, left >= 0 ? .a : .f, nil),
      Parameter(.symbolContrast, Grade(symbol.contrast, atLeast: GradeTables.contrast), symbol.contrast),
      Parameter(.modulation, overlaid(modulations), modulations.min() ?? 0),
      Parameter(.reflectanceMargin, overlaid(margins), margins.min() ?? 0),
      Parameter(.unusedErrorCorrection, Grade(left, atLeast: GradeTables.unusedCorrection), max(0, left)),
    ]
  }

  // MARK: Fixed patterns

  private static func patternParameters(_ symbol: MeasuredSymbol, _ quietZone: QuietZone) -> [Parameter] {
    let anatomy = symbol.anatomy
    func margins(_ modules: [Int]) -> [Double] {
      modules.map { module in
        let (value, isRight) = symbol.modulation(module)
        return isRight ? value : 0
      }
    }
    /// The worst part's grade and damage, or the best one's.
    func part(
      _ kind: Parameter.Kind, _ parts: [[Double]], _ limits: [Double], isShare: Bool = false, isBest: Bool = false
    ) -> Parameter? {
      let graded = parts.filter { !$0.isEmpty }.map { margins -> (grade: Grade, value: Double) in
        func value(_ damaged: Int) -> Double { isShare ? Double(damaged) / Double(margins.count) : Double(damaged) }
        let grades = margins.map { Grade($0, atLeast: GradeTables.modulation) }
        return (
          GradeTables.overlaid(grades) { Grade(value($0.count), atMost: limits) }, value(grades.count { $0 < .a })
        )
      }.sorted { ($0.grade, $1.value) < ($1.grade, $0.value) }
      return (isBest ? graded.last : graded.first).map { Parameter(kind, $0.grade, $0.value) }
    }
    return [
      part(.finderPatterns, anatomy.finders.map(margins), GradeTables.finder),
      part(.timingPatterns, anatomy.timing.map(margins), GradeTables.timing, isShare: true),
      part(.alignmentPatterns, [margins(anatomy.alignment)], GradeTables.alignment, isShare: true),
      part(.quietZone, quietZone.margins, GradeTables.finder),
      part(.formatInformation, anatomy.format.map(margins), GradeTables.finder, isBest: true),
      part(.versionInformation, anatomy.version.map(margins), GradeTables.finder, isBest: true),
    ].compactMap { $0 }
  }
}

/// The quiet zone beside the finder patterns, on their outer sides.
struct QuietZone {
  /// The reflectance margins of the modules beside each finder pattern that are in the picture.
  let margins: [[Double]]
  /// Modules that are dark.
  let dark: Int
  /// The share of modules outside the picture, 0…1.
  let outside: Double

  init(_ symbol: MeasuredSymbol, border: Int) {
    let size = symbol.anatomy.size
    // A finder pattern with its separator, and the quiet zone on two sides of it.
    let near = -border..<8, far = size - 8..<size + border
    let corners = symbol.anatomy.finders.count == 1 ? [(near, near)] : [(near, near), (near, far), (far, near)]
    var count = 0
    var visible = 0
    var dark = 0
    margins = corners.map { rows, columns in
      var margins: [Double] = []
      for row in rows {
        for column in columns where !(0..<size ~= row && 0..<size ~= column) {
          count += 1
          if symbol.levels[row, column].isNaN { continue }
          visible += 1
          let (value, isRight) = symbol.modulation(row: row, column: column, isDark: false)
          if !isRight { dark += 1 }
          margins.append(isRight ? value : 0)
        }
      }
      return margins
    }
    self.dark = dark
    outside = Double(count - visible) / Double(count)
  }
}
