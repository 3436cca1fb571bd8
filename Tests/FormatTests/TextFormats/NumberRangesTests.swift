import Testing
import TextFormats

@Suite struct NumberRangesTests {
  @Test func `numbers that follow each other are one range`() {
    var ranges: [ClosedRange<Int>] = []
    for number in [1, 2, 3, 5, 7, 8] { ranges.append(number) }
    #expect(ranges == [1...3, 5...5, 7...8])
    #expect(ranges.map { $0.text() } == ["1–3", "5", "7–8"])
    #expect(ranges[0].text("…") == "1…3")
  }
}
