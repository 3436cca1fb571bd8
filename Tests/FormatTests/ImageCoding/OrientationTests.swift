import Foundation
import Imaging
import Testing

@testable import ImageCoding

/// EXIF orientation, which Pillow also judges in `make samples`.
struct OrientationTests {
  /// A picture of three by two pixels, and how it is shown, by the number of its orientation.
  static let shown: [Int: (width: Int, pixels: [UInt8])] = [
    1: (3, [1, 2, 3, 4, 5, 6]), 2: (3, [3, 2, 1, 6, 5, 4]), 3: (3, [6, 5, 4, 3, 2, 1]), 4: (3, [4, 5, 6, 1, 2, 3]),
    5: (2, [1, 4, 2, 5, 3, 6]), 6: (2, [4, 1, 5, 2, 6, 3]), 7: (2, [6, 3, 5, 2, 4, 1]), 8: (2, [3, 6, 2, 5, 1, 4]),
  ]

  @Test(arguments: PictureOrientation.allCases)
  func `pixels go where a viewer shows them`(orientation: PictureOrientation) throws {
    let expected = try #require(Self.shown[orientation.rawValue])
    let image = GrayImage(width: 3, height: 2, pixels: [1, 2, 3, 4, 5, 6]).shown(orientation)
    #expect(image.width == expected.width && image.pixels == expected.pixels)
    let color = ColorImage(width: 3, height: 2, pixels: (1...6).flatMap { [UInt8($0), 0, 9] }).shown(orientation)
    #expect(color.width == expected.width && color.pixels == expected.pixels.flatMap { [$0, 0, 9] })
  }

  /// The block of EXIF with one orientation, after a tag of another kind.
  private static func block(_ value: UInt8, isLittle: Bool, type: UInt8 = 3) -> [UInt8] {
    func number(_ value: UInt8, _ count: Int) -> [UInt8] {
      let rest = [UInt8](repeating: 0, count: count - 1)
      return isLittle ? [value] + rest : rest + [value]
    }
    let tag: [UInt8] = isLittle ? [0x12, 0x01] : [0x01, 0x12]
    return Array((isLittle ? "II" : "MM").utf8) + number(42, 2) + number(8, 4) + number(2, 2)
      + (isLittle ? [0x00, 0x01] : [0x01, 0x00]) + number(3, 2) + number(1, 4) + number(7, 2) + [0, 0]
      + tag + number(type, 2) + number(1, 4) + number(value, 2) + [0, 0] + [0, 0, 0, 0]
  }

  private static func jpeg(_ block: [UInt8]) throws -> [UInt8] {
    let data = Array("Exif\0\0".utf8) + block
    var file = try JPEG.encode(GrayImage(width: 16, height: 8, filledWith: 200), quality: 90)
    file.insert(contentsOf: [0xFF, 0xE1, UInt8((data.count + 2) >> 8), UInt8((data.count + 2) & 255)] + data, at: 2)
    return file
  }

  @Test(arguments: PictureOrientation.allCases, [false, true])
  func `the orientation of a file is read in both byte orders`(orientation: PictureOrientation, isLittle: Bool) throws {
    let file = try Self.jpeg(Self.block(UInt8(orientation.rawValue), isLittle: isLittle))
    #expect(PictureOrientation(ofFile: file) == orientation)
    let image = try GrayImage(imageFile: file)
    #expect((image.width, image.height) == (orientation.exchangesSides ? (8, 16) : (16, 8)))
  }

  @Test func `what is malformed changes nothing`() throws {
    let block = Self.block(6, isLittle: true)
    for length in block.indices {
      // The last bytes are the address of the next directory, which nobody needs.
      let orientation = PictureOrientation(ofFile: try Self.jpeg(Array(block[..<length])))
      #expect(orientation == (length < block.count - 6 ? .topLeft : .rightTop), "\(length)")
    }
    for value: UInt8 in [0, 9, 255] {
      #expect(PictureOrientation(ofFile: try Self.jpeg(Self.block(value, isLittle: true))) == .topLeft)
    }
    #expect(PictureOrientation(ofFile: try Self.jpeg(Self.block(6, isLittle: true, type: 4))) == .topLeft)
    for address: UInt8 in [0, 7, 40, 200, 255] {
      var block = block
      block[4] = address
      (block[5], block[6], block[7]) = (address, address, address)
      #expect(PictureOrientation(ofFile: try Self.jpeg(block)) == .topLeft)
    }
    #expect(PictureOrientation(ofFile: []) == .topLeft)
    #expect(PictureOrientation(ofFile: [0xFF, 0xD8, 0xFF, 0xFF, 0xFF]) == .topLeft)
  }
}
