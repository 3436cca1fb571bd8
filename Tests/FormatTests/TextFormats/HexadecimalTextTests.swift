import Testing
import TextFormats

@Suite struct HexadecimalTextTests {
  @Test func `each byte has two digits`() {
    #expect(HexadecimalText.of([]) == "")
    #expect(HexadecimalText.of([0, 9, 0x0A, 0x9F, 0xF0, 0xFF]) == "00090a9ff0ff")
    #expect(HexadecimalText.of([0x0A, 0xBC, 0xDE, 0xF1], isUpperCase: true) == "0ABCDEF1")
  }

  @Test(arguments: [(0x416, 4, "0416"), (0xFEFF, 4, "FEFF"), (0x1F600, 4, "1F600"), (0, 2, "00")])
  func `numbers are padded with zeros`(number: Int, digits: Int, text: String) {
    #expect(HexadecimalText.padded(number, to: digits, isUpperCase: true) == text)
    #expect(HexadecimalText.padded(number, to: digits) == text.lowercased())
  }
}
