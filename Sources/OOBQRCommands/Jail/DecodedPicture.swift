import HostSystem
import ImageCoding
import Imaging

/// A picture that was decoded in the jail.
struct DecodedPicture: WorkerMessage {
  var image: ColorImage

  private init(image: ColorImage) { self.image = image }

  init(decoding file: [UInt8], maxPixels: Int) throws(InputFailure) {
    do { image = try ColorImage(imageFile: file, maxPixels: maxPixels) } catch {
      throw InputFailure(message: "\(error)")
    }
  }

  /// Three bytes for each pixel that ``ImageFormat/usualMaxPixels`` allows, and the size.
  static var mostBytes: Int { 3 * ImageFormat.usualMaxPixels + 100 }

  init?(workerBytes bytes: [UInt8]) {
    guard let parts = Parts.split(bytes, atMost: 2), parts.count == 2, parts[0].count == 8 else { return nil }
    let (width, height) = (Parts.number(in: parts[0], at: 0), Parts.number(in: parts[0], at: 4))
    guard width > 0, height > 0, parts[1].count.isMultiple(of: 3 * width), parts[1].count / (3 * width) == height
    else { return nil }
    self.init(image: ColorImage(width: width, height: height, pixels: parts[1]))
  }

  /// The width and height, and the pixels.
  var workerBytes: [UInt8] {
    Parts.joined([Parts.number(image.width) + Parts.number(image.height), image.pixels])
  }
}
