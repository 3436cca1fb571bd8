import Testing
import TextFormats

@Suite struct BigEndianTests {
  @Test func `the most significant byte is first`() {
    #expect(BigEndian.bytes(UInt16(0x0102)) == [1, 2])
    #expect(BigEndian.bytes(UInt16.max) == [255, 255])
    #expect(BigEndian.bytes(UInt32(0x0102_0304)) == [1, 2, 3, 4])
    #expect(BigEndian.bytes(UInt64(0x0102_0304_0506_07F8)) == [1, 2, 3, 4, 5, 6, 7, 0xF8])
  }
}
