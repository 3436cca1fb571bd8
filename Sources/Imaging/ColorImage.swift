/// A picture of red, green and blue, 0…255 each, row by row from the upper left.
public struct ColorImage: Hashable, Sendable {
  /// Pixels in a row, 1 or more.
  public let width: Int
  /// Rows, 1 or more.
  public let height: Int
  /// Red, green, blue for each of the `width × height` pixels.
  public let pixels: [UInt8]

  /// - Precondition: `width` and `height` are positive and `pixels` has `3 × width × height` values.
  public init(width: Int, height: Int, pixels: [UInt8]) {
    precondition(width > 0 && height > 0, "a picture has at least one pixel")
    precondition(pixels.count == 3 * width * height, "a picture has three values for each pixel")
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }
}

extension ColorImage {
  /// Red, green and blue, each as a plane of `width × height` values.
  package var planes: [[UInt8]] {
    (0..<3).map { plane in stride(from: plane, to: pixels.count, by: 3).map { pixels[$0] } }
  }

  /// - Precondition: There are three planes of `width × height` values.
  package init(width: Int, height: Int, planes: [[UInt8]]) {
    precondition(planes.count == 3, "a colour picture has three planes")
    var pixels: [UInt8] = []
    pixels.reserveCapacity(3 * width * height)
    for i in 0..<width * height {
      for plane in 0..<3 { pixels.append(planes[plane][i]) }
    }
    self.init(width: width, height: height, pixels: pixels)
  }
}

extension GrayImage {
  /// Converts a colour picture to luma with the weights of ITU-R BT.601, as scanners do.
  public init(_ image: ColorImage) {
    let pixels = image.pixels
    let values = stride(from: 0, to: pixels.count, by: 3).map { i -> UInt8 in
      let (red, green, blue) = (Int(pixels[i]), Int(pixels[i + 1]), Int(pixels[i + 2]))
      return UInt8((299 * red + 587 * green + 114 * blue + 500) / 1000)
    }
    self.init(width: image.width, height: image.height, pixels: values)
  }
}
