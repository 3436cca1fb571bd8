import Imaging
import QRSymbology
import Testing

struct ImageTests {
  @Test func `bilevel pixels unpack to black and white`() {
    let image = BilevelImage(width: 10, height: 2, bytes: [0b1010_1010, 0b1000_0000, 0b0000_0001, 0b0100_0000])
    let gray = GrayImage(image)
    #expect(gray.pixels == [255, 0, 255, 0, 255, 0, 255, 0, 255, 0, 0, 0, 0, 0, 0, 0, 0, 255, 0, 255])
  }

  @Test func `gray pixels are set where they are read`() {
    var image = GrayImage(width: 3, height: 2, filledWith: 9)
    image[x: 2, y: 1] = 4
    #expect(image.pixels == [9, 9, 9, 9, 9, 4] && image[x: 2, y: 1] == 4)
  }
}
