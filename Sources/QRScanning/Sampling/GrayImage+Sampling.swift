import Imaging

extension GrayImage {
  /// The mean gray value over places in the picture, each displaced by `shift`.
  func mean(_ places: [Vector], _ shift: Vector) -> Double {
    unsafe pixels.withUnsafeBufferPointer { pixels in
      var sum = 0.0
      for place in places { sum += unsafe Self.value(pixels, width, height, place + shift) }
      return sum / Double(places.count)
    }
  }

  /// The mean gray value over points of a symbol.
  func mean(_ points: [Vector], _ map: GridMap<LevelPixels>) -> Double {
    unsafe pixels.withUnsafeBufferPointer { pixels in
      var sum = 0.0
      if let plane = map.plane {
        let (across, down) = (1 / Double(map.columns), 1 / Double(map.rows))
        for point in points {
          sum += unsafe Self.value(pixels, width, height, plane.apply(point.x * across, point.y * down))
        }
        return sum / Double(points.count)
      }
      for point in points {
        sum += unsafe Self.value(pixels, width, height, map.place(point.x, point.y))
      }
      return sum / Double(points.count)
    }
  }
}
