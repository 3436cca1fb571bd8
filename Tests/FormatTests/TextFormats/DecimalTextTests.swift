import Testing
import TextFormats

@Suite struct DecimalTextTests {
  @Test(
    arguments: [
      (2.5, 1, "2.5", "2.5"), (2.0, 1, "2", "2.0"), (2.04, 1, "2", "2.0"), (2.05, 2, "2.05", "2.05"),
      (-0.04, 1, "0", "0.0"), (-1.25, 2, "-1.25", "-1.25"), (0.007, 3, "0.007", "0.007"), (2.6, 0, "3", "3"),
      (-7, 0, "-7", "-7"), (100, 0, "100", "100"), (1e-9, 9, "0.000000001", "0.000000001"), (0, 3, "0", "0.000"),
    ])
  func `numbers are rounded to decimals`(value: Double, decimals: Int, short: String, fixed: String) {
    #expect(DecimalText.short(value, decimals: decimals) == short)
    #expect(DecimalText.fixed(value, decimals: decimals) == fixed)
  }

  @Test(arguments: [
    (90, "90"), (0.25, "0.25"), (-3, "-3"), (-0.5, "-0.5"), (0, "0"), (0.1 + 0.2, "0.30000000000000004"),
  ])
  func `whole numbers have no decimals, others have all`(value: Double, text: String) {
    #expect(DecimalText.exact(value) == text)
  }

  @Test(
    arguments: [
      (0.125, "13 %", "+13 %"), (0.0049, "0 %", "0 %"), (-0.0049, "0 %", "0 %"), (-0.2, "-20 %", "−20 %"),
      (1, "100 %", "+100 %"),
    ])
  func `shares are whole percent`(share: Double, percent: String, signed: String) {
    #expect(DecimalText.percent(share) == percent)
    #expect(DecimalText.signedPercent(share) == signed)
  }

  @Test(arguments: [(7, 3, "007"), (999, 3, "999"), (1000, 3, "1000"), (0, 0, "0")])
  func `whole numbers are padded with zeros`(number: Int, digits: Int, text: String) {
    #expect(DecimalText.padded(number, to: digits) == text)
  }

  @Test func `the nearest number with decimals is rounded half away from zero`() {
    #expect(DecimalText.nearest(1.0005, decimals: 2) == 1)
    #expect(DecimalText.nearest(-0.125, decimals: 2) == -0.13)
    #expect(DecimalText.nearest(2.5, decimals: 0) == 3)
  }
}
