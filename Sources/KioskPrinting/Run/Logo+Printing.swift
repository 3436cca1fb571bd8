import Imaging
import SymbolDrawing

extension Logo {
  /// Returns the picture's gray levels at another size.
  func gray(width: Int, height: Int) -> GrayImage { GrayImage(picture).resized(width: width, height: height) }

  /// The pixels as 0x00RRGGBB.
  var packed: [UInt32] {
    var result: [UInt32] = []
    result.reserveCapacity(picture.width * picture.height)
    for i in stride(from: 0, to: picture.pixels.count, by: 3) {
      let (red, green, blue) = (picture.pixels[i], picture.pixels[i + 1], picture.pixels[i + 2])
      result.append(UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
    }
    return result
  }
}
