/// A picture of dark and light pixels, packed eight to a byte: a drawn symbol in an eighth of the memory.
///
/// The most significant bit is the leftmost pixel and 1 is light, as in a 1-bit gray PNG. Each row starts on a byte;
/// the bits after its last pixel are 1.
public struct BilevelImage: Hashable, Sendable {
  /// Pixels in a row, 1 or more.
  public let width: Int
  /// Rows, 1 or more.
  public let height: Int
  /// Bytes in a row: `width / 8`, rounded up.
  public let rowBytes: Int
  /// `rowBytes × height` bytes.
  public let bytes: [UInt8]

  /// - Precondition: `width` and `height` are positive and `bytes` has that many rows of `(width + 7) / 8` bytes.
  public init(width: Int, height: Int, bytes: [UInt8]) {
    precondition(width > 0 && height > 0, "a picture has at least one pixel")
    (self.width, self.height, rowBytes, self.bytes) = (width, height, (width + 7) / 8, bytes)
    precondition(bytes.count == rowBytes * height, "a picture has height rows of rowBytes bytes")
  }
}

extension GrayImage {
  /// Unpacks dark to 0 and light to 255.
  public init(_ image: BilevelImage) {
    var pixels: [UInt8] = []
    pixels.reserveCapacity(image.width * image.height)
    for y in 0..<image.height {
      for x in 0..<image.width {
        pixels.append(image.bytes[y * image.rowBytes + x / 8] << (x % 8) & 0x80 != 0 ? 255 : 0)
      }
    }
    self.init(width: image.width, height: image.height, pixels: pixels)
  }
}
