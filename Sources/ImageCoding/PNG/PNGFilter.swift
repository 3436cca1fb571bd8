/// How the bytes of a row are written as differences (ISO/IEC 15948, 9.2).
enum PNGFilter: UInt8 {
  case none
  case sub
  case up
  case average
  case paeth

  /// Restores a row in place.
  ///
  /// - Parameters:
  ///   - row: The filtered bytes.
  ///   - above: The restored row above, as long as this one; `nil` for the first row.
  ///   - distance: The bytes of a pixel: 1, 3 or 4.
  func undo(_ row: UnsafeMutableRawBufferPointer, above: UnsafeMutableRawBufferPointer?, distance: Int) {
    precondition(unsafe above.map { $0.count == row.count } ?? true, "rows are equally long")
    switch (self, unsafe above) {
    // Above the first row everything is 0, and the predictor is the byte on the left.
    case (.none, _), (.up, nil): break
    case (.sub, _), (.paeth, nil): unsafe Self.undo(Left.self, row, row, distance)
    case (.up, let above?):
      for i in row.indices { unsafe row[i] &+= above[i] }
    case (.average, nil): unsafe Self.undo(HalfLeft.self, row, row, distance)
    case (.average, let above?): unsafe Self.undo(Average.self, row, above, distance)
    case (.paeth, let above?): unsafe Self.undo(Nearest.self, row, above, distance)
    }
  }

  /// Adds to each pixel what the predictor makes of the restored pixels around it.
  private static func undo<P: Predictor>(
    _ predictor: P.Type, _ row: UnsafeMutableRawBufferPointer, _ above: UnsafeMutableRawBufferPointer, _ distance: Int
  ) {
    // With a constant, each of them is a loop of its own.
    switch distance {
    case 1: unsafe undoPixels(predictor, row, above, width: 1)
    case 3: unsafe undoPixels(predictor, row, above, width: 3)
    default: unsafe undoPixels(predictor, row, above, width: 4)
    }
  }

  @inline(__always) private static func undoPixels<P: Predictor>(
    _ predictor: P.Type, _ row: UnsafeMutableRawBufferPointer, _ above: UnsafeMutableRawBufferPointer, width: Int
  ) {
    var (left, corner) = (Pixel(), Pixel())
    // Four bytes are read at once, so the last pixels of a row are read byte by byte.
    let fast = max(0, row.count - 3)
    var start = 0
    while start < fast {
      let up = unsafe load(above, start)
      let pixel = unsafe (load(row, start) &+ P.value(left, up, corner)) & 0xFF
      let bytes = unsafe unsafeBitCast(SIMD4<UInt8>(truncatingIfNeeded: pixel), to: UInt32.self).littleEndian
      switch width {
      case 1: unsafe row[start] = UInt8(truncatingIfNeeded: bytes)
      case 4: unsafe row.storeBytes(of: bytes, toByteOffset: start, as: UInt32.self)
      default:
        unsafe row.storeBytes(of: UInt16(truncatingIfNeeded: bytes), toByteOffset: start, as: UInt16.self)
        unsafe row[start + 2] = UInt8(truncatingIfNeeded: bytes >> 16)
      }
      (left, corner) = (pixel, up)
      start += width
    }
    while start < row.count {
      var (pixel, up) = (Pixel(), Pixel())
      for i in 0..<width { unsafe (pixel[i], up[i]) = (Int16(row[start + i]), Int16(above[start + i])) }
      pixel = (pixel &+ P.value(left, up, corner)) & 0xFF
      for i in 0..<width { unsafe row[start + i] = UInt8(truncatingIfNeeded: pixel[i]) }
      (left, corner) = (pixel, up)
      start += width
    }
  }

  @inline(__always) private static func load(_ row: UnsafeMutableRawBufferPointer, _ start: Int) -> Pixel {
    let bytes = unsafe UInt32(littleEndian: row.loadUnaligned(fromByteOffset: start, as: UInt32.self))
    return Pixel(truncatingIfNeeded: unsafe unsafeBitCast(bytes, to: SIMD4<UInt8>.self))
  }
}

/// The values of a pixel, in the low byte of each lane.
private typealias Pixel = SIMD4<Int16>

/// What a filter expects of a pixel, by its restored neighbours.
private protocol Predictor {
  static func value(_ left: Pixel, _ up: Pixel, _ corner: Pixel) -> Pixel
}

private enum Left: Predictor {
  @inline(__always) static func value(_ left: Pixel, _ up: Pixel, _ corner: Pixel) -> Pixel { left }
}

/// The average in the first row, above which everything is 0.
private enum HalfLeft: Predictor {
  @inline(__always) static func value(_ left: Pixel, _ up: Pixel, _ corner: Pixel) -> Pixel { left &>> 1 }
}

private enum Average: Predictor {
  @inline(__always) static func value(_ left: Pixel, _ up: Pixel, _ corner: Pixel) -> Pixel { (left &+ up) &>> 1 }
}

/// Paeth's predictor: the neighbour that is nearest to left + up − corner, the first of them if two are equally near.
private enum Nearest: Predictor {
  @inline(__always) static func value(_ left: Pixel, _ up: Pixel, _ corner: Pixel) -> Pixel {
    let (x, y) = (left &- corner, up &- corner)
    let (toLeft, toUp, toCorner) = (size(y), size(x), size(x &+ y))
    let upOrCorner = corner.replacing(with: up, where: toUp .<= toCorner)
    return upOrCorner.replacing(with: left, where: (toLeft .<= toUp) .& (toLeft .<= toCorner))
  }

  @inline(__always) private static func size(_ difference: Pixel) -> Pixel {
    difference.replacing(with: 0 &- difference, where: difference .< 0)
  }
}
