import Imaging
import PictureDamage
import Testing

@_spi(Tuning) @testable import QRScanning

struct BitmapTests {
  /// What the comment of `sharpened` says, pixel by pixel.
  private static func sharpened(_ bitmap: Bitmap, _ image: GrayImage, reach: Int, slack: Int) -> [UInt8] {
    var result = bitmap.pixels
    let area = (2 * reach + 1) * (2 * reach + 1)
    guard image.width > 2 * reach + 1, image.height > 2 * reach + 1 else { return result }
    for y in reach..<image.height - reach {
      for x in reach..<image.width - reach {
        var sum = 0
        for dy in -reach...reach {
          for dx in -reach...reach { sum += Int(image.pixels[(y + dy) * image.width + x + dx]) }
        }
        let difference = Int(image.pixels[y * image.width + x]) * area - sum
        if abs(difference) > slack * area { result[y * image.width + x] = difference < 0 ? 1 : 0 }
      }
    }
    return result
  }

  @Test(arguments: 1...7, [0, 3, 30])
  func `sharpening compares each pixel with the mean of its square`(reach: Int, slack: Int) {
    let side = 2 * reach + 1
    var random = SplitMix64(seed: UInt64(100 * reach + slack))
    for (width, height) in [(side - 1, 20), (side, 20), (side + 1, side + 1), (100, 40)] {
      // Noise, and the largest sums beside the smallest.
      let pictures = [
        random.bytes(width * height), (0..<width * height).map { $0 % width < width / 2 ? 255 : 0 },
      ]
      for pixels in pictures {
        let image = GrayImage(width: width, height: height, pixels: pixels)
        let local = Bitmap(image)
        var sharp = local
        sharp.sharpen(image, reach: reach, slack: slack)
        #expect(sharp.pixels == Self.sharpened(local, image, reach: reach, slack: slack))
      }
    }
  }

  @Test func `the pool keeps the clearest patterns, each once`() {
    func pattern(_ x: Double, _ quality: Double) -> FinderPattern<PicturePixels> {
      FinderPattern(centre: Vector(x, 0), axes: (Vector(7, 0), Vector(0, 7)), quality: quality)
    }
    var pool = PatternPool()
    let clear = (3..<PatternPool.capacity).map { pattern(Double(100 * $0), 0.99) }
    pool.add(clear + [pattern(0, 0.7), pattern(100, 0.9), pattern(200, 0.8), pattern(101, 0.95)], isLight: false)
    pool.add([pattern(-300, 0.6), pattern(-400, 0.85), pattern(-500, 0.75)], isLight: false)
    pool.add([pattern(600, 0.7)], isLight: true)
    // 0.6 is not clear enough, 0.75 less than any that is there.
    #expect(pool.dark.map(\.quality).sorted().prefix(4) == [0.8, 0.85, 0.95, 0.99])
    #expect(pool.dark.count == PatternPool.capacity && pool.light.map(\.quality) == [0.7])
  }
}
