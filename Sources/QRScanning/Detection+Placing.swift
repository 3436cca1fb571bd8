import Imaging

extension Detection {
  /// The detection in a picture that is `factor` times as wide and high.
  func scaled(by factor: Vector) -> Detection {
    placed {
      $0 * factor
    } map: {
      $0.scaled(by: factor)
    }
  }

  /// The detection in a picture of which this one was a part.
  func moved(by delta: Vector) -> Detection {
    placed {
      $0 + delta
    } map: {
      $0.moved(by: delta)
    }
  }

  private func placed(
    _ place: (Vector) -> Vector, map: (GridMap<PicturePixels>) -> GridMap<PicturePixels>
  ) -> Detection {
    func placed(_ point: ImagePoint) -> ImagePoint {
      let place = place(Vector(point.x, point.y))
      return ImagePoint(x: place.x, y: place.y)
    }
    return Detection(
      message: message,
      corners: Corners(
        topLeft: placed(corners.topLeft), topRight: placed(corners.topRight),
        bottomRight: placed(corners.bottomRight), bottomLeft: placed(corners.bottomLeft)),
      engine: engine, version: version, microVersion: microVersion, rectangularVersion: rectangularVersion,
      structuredAppend: structuredAppend, attempt: attempt, grid: grid.map { $0.mapped(map) })
  }
}
