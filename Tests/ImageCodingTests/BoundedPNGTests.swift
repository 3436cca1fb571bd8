import Imaging
import PictureDamage
import Testing

@testable import ImageCoding

/// What follows the last pixel is not inflated.
struct BoundedPNGTests {
  /// Columns and rows of the passes: the first, and the distance to the next (ISO/IEC 15948, 8.2).
  static let passes = [
    (0, 8, 0, 8), (4, 8, 0, 8), (0, 4, 4, 8), (2, 4, 0, 4), (0, 2, 2, 4), (1, 2, 0, 2), (0, 1, 1, 2),
  ]

  /// How many bytes the rows have, each with its filter.
  static func rowBytes(_ width: Int, _ height: Int, pixelBits: Int, isInterlaced: Bool) -> Int {
    (isInterlaced ? passes : [(0, 1, 0, 1)]).reduce(0) { sum, pass in
      let columns = max(0, (width - pass.0 + pass.1 - 1) / pass.1)
      let rows = max(0, (height - pass.2 + pass.3 - 1) / pass.3)
      return columns == 0 ? sum : sum + rows * (1 + (columns * pixelBits + 7) / 8)
    }
  }

  @Test func `no picture has more bytes than are inflated`() {
    for pixelBits in [1, 2, 4, 8, 16, 24, 32, 48, 64] {
      for (width, height) in (1...20).flatMap({ width in (1...20).map { (width, $0) } }) + [(1, 4000), (4000, 1)] {
        let file = HandmadePNG.file(
          width: width, height: height, depth: pixelBits > 16 ? pixelBits / (pixelBits % 3 == 0 ? 3 : 4) : pixelBits,
          color: pixelBits <= 16 ? 0 : pixelBits % 3 == 0 ? 2 : 6, data: [])
        let most = PNG.compressedWork(file).most
        #expect(Self.rowBytes(width, height, pixelBits: pixelBits, isInterlaced: false) <= most)
        #expect(Self.rowBytes(width, height, pixelBits: pixelBits, isInterlaced: true) <= most)
      }
    }
  }

  /// - Returns: Gray, which is libpng's format 0.
  private static func read(_ file: [UInt8], most: Int?) throws -> [UInt8] {
    try PNG.Reader().read(
      file, format: 0, channels: 1, maxPixels: 1 << 24, background: 255, inflatingAtMost: most
    ).pixels
  }

  @Test(arguments: [(0, 1, 1), (0, 16, 16), (2, 8, 24), (2, 16, 48), (4, 8, 16), (6, 16, 64)], [false, true])
  func `the pixels are those of the whole file`(kind: (color: UInt8, depth: Int, bits: Int), isInterlaced: Bool) throws
  {
    var source = SplitMix64(seed: 7)
    for (width, height) in [(1, 1), (3, 5), (64, 9), (700, 450)] {
      let count = Self.rowBytes(width, height, pixelBits: kind.bits, isInterlaced: isInterlaced)
      // Each of these values is a filter.
      let data = (0..<count).map { _ in UInt8.random(in: 0...4, using: &source) }
      for extra in [0, 1, 300_000] {
        let file = HandmadePNG.file(
          width: width, height: height, depth: kind.depth, color: kind.color, isInterlaced: isInterlaced,
          data: data + [UInt8](repeating: 0, count: extra))
        let whole = try Self.read(file, most: nil)
        #expect(try Self.read(file, most: PNG.compressedWork(file).most) == whole)
        #expect(try Self.read(file, most: count) == whole)
        // What is white on white is decoded on black.
        #expect(try PNG.decode(file).pixels == whole || whole.allSatisfy { $0 == 255 })
        // So no byte more is inflated.
        #expect(throws: ImageCodingError.self) { try Self.read(file, most: count - 1) }
      }
    }
  }

  @Test func `what is wrong with a large file is said in the same words`() throws {
    let (width, height) = (400, 300)
    let count = Self.rowBytes(width, height, pixelBits: 64, isInterlaced: true)
    let file = HandmadePNG.file(
      width: width, height: height, depth: 16, color: 6, isInterlaced: true, data: [UInt8](repeating: 1, count: count))
    #expect(PNG.compressedWork(file).isSlow)
    #expect(try PNG.decode(file).pixels.count == width * height)
    func reason(_ decode: () throws -> some Any) -> String {
      do { return "\(try decode())" } catch { return "\(error)" }
    }
    // A length, the data, its checksum, and files that end early.
    var broken = [41, 45, 60_000, 66_000, file.count - 13].map { place in
      var copy = file
      copy[place] ^= 0xFF
      return copy
    }
    broken += [50, 70_000, file.count - 12].map { Array(file.prefix($0)) }
    for copy in broken {
      let words = reason { try Self.read(copy, most: nil) }
      #expect(reason { try Self.read(copy, most: PNG.compressedWork(copy).most) } != "")
      #expect(reason { try PNG.decode(copy) } == words || copy.count < file.count)
      #expect(throws: ImageCodingError.self) { try PNG.decode(copy) }
    }
  }
}
