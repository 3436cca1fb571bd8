/// A picture of gray pixels, 0 = black … 255 = white, row by row from the upper left.
///
/// ```swift
/// var image = GrayImage(width: 3, height: 2, pixels: [0, 128, 255, 255, 128, 0])
/// image[x: 1, y: 0]  // 128
/// ```
public struct GrayImage: Hashable, Sendable {
  /// Pixels in a row, 1 or more.
  public let width: Int
  /// Rows, 1 or more.
  public let height: Int
  /// `width × height` values. Single ones are set by ``subscript(x:y:)``: here, each may copy all.
  public var pixels: [UInt8] {
    didSet { precondition(pixels.count == width * height, "a picture keeps its number of pixels") }
  }

  /// - Precondition: `width` and `height` are positive and `pixels` has `width × height` values.
  public init(width: Int, height: Int, pixels: [UInt8]) {
    precondition(width > 0 && height > 0, "a picture has at least one pixel")
    precondition(pixels.count == width * height, "a picture has width × height pixels")
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }

  /// A picture of one gray value.
  public init(width: Int, height: Int, filledWith gray: UInt8 = 255) {
    self.init(width: width, height: height, pixels: Array(repeating: gray, count: width * height))
  }

  /// The pixel at a position.
  ///
  /// - Precondition: The position is inside the picture.
  public subscript(x x: Int, y y: Int) -> UInt8 {
    get {
      precondition(0..<width ~= x && 0..<height ~= y, "x and y are inside the picture")
      return pixels[y * width + x]
    }
    set {
      precondition(0..<width ~= x && 0..<height ~= y, "x and y are inside the picture")
      pixels[y * width + x] = newValue
    }
  }
}
