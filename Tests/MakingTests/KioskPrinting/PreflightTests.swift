import Imaging
import KioskPrinting
import QREncoding
import QRSymbology
import SymbolDrawing
import SymbolGrading
import Testing
import TextFormats

struct PreflightTests {
  static let message = (0..<202).map { UInt8(65 + $0 * 7 % 26) }

  private func examine(
    dots: Int, dpi: Double = 203, distance: Double = 100, logo: Logo? = nil,
    level: QRSymbol.ErrorCorrectionLevel = .medium
  ) throws -> Preflight.Result {
    let conditions = PlanTests.conditions(dpi, distance: distance)
    let symbol = try QREncoder(level: level, segmentation: .byte).encode(Self.message)
    return Preflight(conditions).examine(try PrintedSymbol(symbol, dots: dots, logo: logo), holds: Self.message)
  }

  @Test(arguments: QRSymbol.ErrorCorrectionLevel.allCases)
  func `symbols with enough dots pass`(level: QRSymbol.ErrorCorrectionLevel) throws {
    for (dpi, dots) in [(203.0, 4), (203, 8), (300, 5), (600, 10)] {
      let result = try examine(dots: dots, dpi: dpi, level: level)
      #expect(result.passes && result.isReadable && result.failures == [], "\(dots) dots at \(dpi) dpi")
    }
  }

  @Test func `a symbol with too few dots is too small, and one with single dots is not read`() throws {
    let three = try examine(dots: 3)
    #expect(!three.isLargeEnough && !three.passes)
    let one = try examine(dots: 1)
    #expect(!one.isReadable && !one.failsUndamaged)
    #expect(!one.failures.isEmpty)
  }

  /// At one dot per module, a dead dot erases a whole column.
  @Test func `each trial alone can fail`() throws {
    #expect(try examine(dots: 1, distance: 10).failures == [.deadDot])
    let blurred = try examine(dots: 8, distance: 700)
    #expect(blurred.failures == [.blur] && !blurred.isLargeEnough)
  }

  /// Trials add up: at some distances a symbol passes each alone but not all together.
  @Test func `all trials at once are harder than each`() throws {
    let results = try stride(from: 250, through: 700, by: 10).map { try examine(dots: 8, distance: Double($0)) }
    #expect(results.contains { !$0.isReadable && $0.failures.isEmpty })
  }

  /// Growth of a share of a module, as docs/grading.md has it for photographs.
  @Test(arguments: [(0.0, 4), (1.2, 4), (-1.2, 4), (2.4, 4), (2.5, 1), (-3, 0), (4, 0), (-4.5, 0)])
  func `the predicted grade falls with the growth that was measured`(growth: Double, worst: Int) throws {
    var conditions = PlanTests.conditions(203)
    let readings = try (4...6).map { dots in
      try #require(
        PrinterProfile.Reading(
          message: CalibrationPage.message(dots, conditions.resolution), grade: 4, growth: growth / Double(dots),
          blur: 0))
    }
    conditions.profile = try PrinterProfile(readings)
    let symbol = try QREncoder().encode(Self.message)
    let result = Preflight(conditions).prediction(of: try PrintedSymbol(symbol, dots: 6))
    #expect(result.letter.rawValue == worst)
    #expect((worst == 4) == result.remedies.isEmpty)
    // Beyond half a module on each side there is not enough left to measure, or even to read.
    if abs(growth) >= 4 { return }
    let grade = try #require(result.grade)
    #expect(abs(grade.growthAcross - growth / 6) < 0.05 && abs(grade.growthDown - growth / 6) < 0.05)
  }

  @Test func `logos and pale colours lower the predicted grade, small modules do not`() throws {
    let conditions = PlanTests.conditions(203)
    let symbol = try QREncoder(level: .high).encode(Self.message)
    for dots in 1...5 {
      let small = Preflight(conditions).prediction(of: try PrintedSymbol(symbol, dots: dots))
      #expect(small.letter == .a && small.remedies.isEmpty)
    }
    let logo = Preflight(conditions).prediction(of: try PrintedSymbol(symbol, dots: 6, logo: Self.dark))
    #expect(logo.letter < .a && logo.grade?[.unusedErrorCorrection]?.grade == logo.letter)
    let colors = SymbolColors(dark: RGBColor(red: 0x99, green: 0x99, blue: 0x99))
    let pale = Preflight(conditions, colors: colors).prediction(of: try PrintedSymbol(symbol, dots: 6))
    #expect(pale.letter < .a && pale.grade?[.symbolContrast]?.grade == pale.letter)
  }

  @Test func `a message that is not the symbol's fails even undamaged`() throws {
    let symbol = try QREncoder().encode("hello")
    let conditions = PlanTests.conditions(203)
    let result = Preflight(conditions).examine(try PrintedSymbol(symbol, dots: 6), holds: Self.message)
    #expect(result.failsUndamaged && !result.passes)
  }

  /// A dark square, the worst possible logo.
  static let dark = Logo(ColorImage(width: 8, height: 8, pixels: [UInt8](repeating: 0, count: 192)))

  @Test(arguments: QRSymbol.ErrorCorrectionLevel.allCases)
  func `a logo uses at most half of the correction capacity`(level: QRSymbol.ErrorCorrectionLevel) throws {
    for bytes in [60, 202, 800] {
      let message = (0..<bytes).map { UInt8(65 + $0 * 7 % 26) }
      let symbol = try QREncoder(level: level).encode(message)
      guard let side = Logo.side(in: symbol) else {
        // Only the smallest symbols have no room.
        #expect(bytes == 60 && [.low, .medium].contains(level))
        continue
      }
      #expect(side % 2 == 1 && side >= Logo.smallestSide)
      // All modules of the square dark: what the reader has to restore in the worst block.
      var modules = symbol.modules
      let first = (symbol.size - side) / 2
      for row in first..<first + side {
        for column in first..<first + side { modules[row * symbol.size + column] = true }
      }
      let reading = try QRSymbol(modules: modules).reading()
      #expect(reading.message == message)
      #expect(reading.spareCorrection >= 0.5, "level \(level), \(bytes) bytes")
      #expect(symbol.largestCoverableSquare(spending: 1) > side)
    }
  }

  @Test func `a logo passes at level H and is refused where there is no room for it`() throws {
    #expect(try examine(dots: 6, logo: Self.dark, level: .high).passes)
    let small = try QREncoder(level: .low).encode("a")
    #expect(throws: Fault.self) { try PrintedSymbol(small, dots: 4, logo: Self.dark) }
  }
}
