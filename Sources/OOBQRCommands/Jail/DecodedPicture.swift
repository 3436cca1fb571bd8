import HostSystem
import ImageCoding
import Imaging

/// A picture that was decoded in the jail.
struct DecodedPicture: WorkerMessage {
  var image: ColorImage

  private init(image: ColorImage) { self.image = image }

  init(decoding file: [UInt8], maxPixels: Int) throws(InputFailure) {
    do { image = try ColorImage(imageFile: file, maxPixels: maxPixels) } catch { throw InputFailure(error) }
  }

  /// Three bytes for each pixel that ``ImageFormat/usualMaxPixels`` allows, and the size.
  static var mostBytes: Int { 3 * ImageFormat.usualMaxPixels + 100 }

  init?(workerBytes bytes: [UInt8]) {
    guard let (width, height, pixels) = DecodedPixels.split(bytes, channels: 3) else { return nil }
    self.init(image: ColorImage(width: width, height: height, pixels: pixels))
  }

  var workerBytes: [UInt8] { DecodedPixels.joined(image.width, image.height, image.pixels) }
}

/// A picture that was decoded to gray in the jail.
struct DecodedGrays: WorkerMessage {
  var image: GrayImage

  init(decoding file: [UInt8], maxPixels: Int) throws(InputFailure) {
    do { image = try GrayImage(imageFile: file, maxPixels: maxPixels) } catch { throw InputFailure(error) }
  }

  static var mostBytes: Int { ImageFormat.usualMaxPixels + 100 }

  init?(workerBytes bytes: [UInt8]) {
    guard let (width, height, pixels) = DecodedPixels.split(bytes, channels: 1) else { return nil }
    image = GrayImage(width: width, height: height, pixels: pixels)
  }

  var workerBytes: [UInt8] { DecodedPixels.joined(image.width, image.height, image.pixels) }
}

/// The width and height in four bytes each, and the pixels.
private enum DecodedPixels {
  static func joined(_ width: Int, _ height: Int, _ pixels: [UInt8]) -> [UInt8] {
    Parts.joined([Parts.number(width) + Parts.number(height), pixels])
  }

  static func split(_ bytes: [UInt8], channels: Int) -> (width: Int, height: Int, pixels: [UInt8])? {
    guard let parts = Parts.split(bytes, atMost: 2), parts.count == 2, parts[0].count == 8 else { return nil }
    let (width, height) = (Parts.number(in: parts[0], at: 0), Parts.number(in: parts[0], at: 4))
    guard width > 0, height > 0, parts[1].count.isMultiple(of: channels * width),
      parts[1].count / (channels * width) == height
    else { return nil }
    return (width, height, parts[1])
  }
}
