/// A picture of red, green and blue, 0…255 each, row by row from the upper left.
public struct ColorImage: Hashable, Sendable {
  /// Pixels in a row, 1 or more.
  public let width: Int
  /// Rows, 1 or more.
  public let height: Int
  /// `width × height` times red, green, blue.
  public let pixels: [UInt8]

  /// - Precondition: `width` and `height` are positive and `pixels` has `3 × width × height` values.
  public init(width: Int, height: Int, pixels: [UInt8]) {
    precondition(width > 0 && height > 0, "a picture has at least one pixel")
    precondition(pixels.count == 3 * width * height, "a picture has three values for each pixel")
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }
}
