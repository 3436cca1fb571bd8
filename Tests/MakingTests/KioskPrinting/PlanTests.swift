import KioskPrinting
import QREncoding
import QRSymbology
import Testing

struct PlanTests {
  static func conditions(_ dpi: Double, distance: Double = 100) -> PrintConditions {
    PrintConditions(resolution: PrintResolution(dotsPerInch: dpi)!, distance: distance)
  }

  /// Bytes, dpi, version at level M, modules, dots, millimetres.
  static let sizes: [(Int, Double, Int, Int, Int, Double)] = [
    (202, 203, 10, 65, 4, 32.5), (202, 300, 10, 65, 5, 27.5), (322, 203, 13, 77, 4, 38.5), (322, 300, 13, 77, 5, 32.6),
  ]

  @Test(arguments: sizes) func `payload and app link have the measured sizes`(
    bytes: Int, dpi: Double, version: Int, modules: Int, dots: Int, millimetres: Double
  ) throws {
    let row = try PrintPlan(bytes: bytes, conditions: Self.conditions(dpi)).levels[1]
    #expect(row.level == .medium)
    #expect((row.version.number, row.modules, row.dots) == (version, modules, dots))
    #expect((row.printedSize * 10).rounded() / 10 == millimetres)
  }

  @Test func `an app link on L7160 at 203 dpi gets 3 dots per module, with remedies`() throws {
    let plan = try PrintPlan(bytes: 322, conditions: Self.conditions(203))
    let stock = try LabelStock(parsing: "L7160")
    let fit = try #require(plan.fit(on: stock, at: .medium))
    #expect(fit.dots == 3)
    #expect(!fit.isLargeEnough)
    #expect(
      plan.remedies(for: stock, at: .medium, withoutCallbacks: 202)
        == ["use a 300 dpi printer", "use level L", "drop the callbacks"])
  }

  @Test func `modules grow with the distance and have at least four dots`() {
    #expect(Self.conditions(203, distance: 10).leastDots == 4)
    #expect(Self.conditions(203, distance: 125).leastDots == 4)
    #expect(Self.conditions(203, distance: 126).leastDots == 5)
    #expect(Self.conditions(600).leastDots == 10)
    #expect(Self.conditions(203).furthestDistance(4).rounded() == 125)
  }

  @Test func `levels that hold no symbol are left out`() throws {
    let plan = try PrintPlan(bytes: 2000, conditions: Self.conditions(300))
    #expect(plan.levels.map(\.level) == [.low, .medium])
    #expect(plan.fit(on: LabelStock.builtIn[0], at: .high) == nil)
    #expect(throws: PrintFault("2954 bytes are more than 2953, the most that a symbol holds")) { () throws in
      try PrintPlan(bytes: 2954, conditions: Self.conditions(300))
    }
    #expect(try PrintPlan(bytes: 2953, conditions: Self.conditions(300)).levels.count == 1)
  }

  @Test func `resolutions have a range`() {
    #expect(PrintResolution(dotsPerInch: 71.9) == nil)
    #expect(PrintResolution(dotsPerInch: 72) != nil)
    #expect(PrintResolution(dotsPerInch: 4800) != nil)
    #expect(PrintResolution(dotsPerInch: 4801) == nil)
    #expect(PrintResolution(dotsPerInch: .nan) == nil)
    #expect(PrintResolution(dotsPerInch: 203.2)?.description == "203.2 dpi")
    // 8 dots per millimetre, in spite of floating-point rounding.
    #expect(PrintResolution(dotsPerInch: 203.2)?.wholeDots(in: 72) == 576)
  }
}
