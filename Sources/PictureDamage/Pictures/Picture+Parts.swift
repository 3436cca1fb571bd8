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

  /// Returns a part of the picture; beyond its edges it continues in the mean of its outermost pixels.
  ///
  /// - Parameters:
  ///   - left: Of the part, in pixels; may be below 0.
  ///   - top: The same from the top.
  package func part(left: Int, top: Int, width: Int, height: Int) -> Picture {
    if left == 0, top == 0, width == self.width, height == self.height { return self }
    var part = Picture(
      width: width, height: height,
      planes: planes.map { [UInt8](repeating: edgeMean($0), count: width * height) })
    part.put(self, left: -left, top: -top)
    return part
  }

  /// The mean of the outermost pixels of a plane.
  private func edgeMean(_ plane: [UInt8]) -> UInt8 {
    var (sum, count) = (0, 0)
    for x in 0..<width { for y in [0, height - 1] { (sum, count) = (sum + Int(plane[y * width + x]), count + 1) } }
    for y in 0..<height { for x in [0, width - 1] { (sum, count) = (sum + Int(plane[y * width + x]), count + 1) } }
    return UInt8((sum + count / 2) / count)
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
    let columns = (left..<left + other.width).clamped(to: 0..<width)
    if columns.isEmpty { return }
    for y in (top..<top + other.height).clamped(to: 0..<height) {
      let from = (y - top) * other.width + columns.lowerBound - left
      for plane in planes.indices {
        planes[plane].replaceSubrange(
          y * width + columns.lowerBound..<y * width + columns.upperBound,
          with: other.planes[plane][from..<from + columns.count])
      }
    }
  }

  /// Sets all values of pixels inside the picture.
  package mutating func fill(columns: Range<Int>, rows: Range<Int>, with level: (_ x: Double, _ y: Double) -> UInt8?) {
    change(columns: columns, rows: rows, level) { _, level, _ in level }
  }
}
