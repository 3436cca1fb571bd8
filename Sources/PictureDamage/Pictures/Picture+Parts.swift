/// Pictures put together from others.
extension Picture {
  /// Returns a part of the picture in another size, which it fills: its width or height is that of the whole picture.
  ///
  /// - Parameters:
  ///   - width: In pixels.
  ///   - height: In pixels.
  ///   - place: Which part, 0…1 from the left or the top.
  package func filling(width: Int, height: Int, at place: Double) -> Picture {
    if width == self.width && height == self.height { return self }
    let factor = max(Double(width) / Double(self.width), Double(height) / Double(self.height))
    let left = (Double(self.width) - Double(width) / factor) * place
    let top = (Double(self.height) - Double(height) / factor) * place
    var scene = Scene(self, symbols: [])
    Warp(width: width, height: height) { ($0 / factor + left, $1 / factor + top) }.apply(to: &scene)
    return scene.picture
  }

  /// The picture with three planes.
  package var colored: Picture {
    isColor ? self : Picture(width: width, height: height, planes: [planes[0], planes[0], planes[0]])
  }

  /// Puts another picture into this one; pixels beyond its edges are left out.
  ///
  /// - Precondition: Both are gray, or both have colour.
  package mutating func put(_ other: Picture, left: Int, top: Int) {
    precondition(planes.count == other.planes.count, "a gray picture is put into a gray one")
    let columns = max(0, left)..<max(max(0, left), min(width, left + other.width))
    for y in max(0, top)..<max(max(0, top), min(height, top + other.height)) {
      let from = (y - top) * other.width + columns.lowerBound - left
      for plane in planes.indices {
        planes[plane].replaceSubrange(
          y * width + columns.lowerBound..<y * width + columns.upperBound,
          with: other.planes[plane][from..<from + columns.count])
      }
    }
  }

  /// Sets all values of a pixel inside the picture.
  package mutating func fill(x: Int, y: Int, with level: UInt8) {
    for plane in planes.indices { planes[plane][y * width + x] = level }
  }
}
