/// How the bytes of a row are written as differences (ISO/IEC 15948, 9.2).
enum PNGFilter: UInt8 {
  case none
  case sub
  case up
  case average
  case paeth

  /// Bytes behind the last row that are read, and change nothing: a pixel is read as four bytes.
  static let slack = 3

  /// Restores a row in place.
  ///
  /// - Parameters:
  ///   - row: The filtered bytes; ``slack`` more can be read.
  ///   - above: The restored row above; zeros for the first row.
  ///   - count: The bytes of each row.
  ///   - distance: The bytes of a pixel: 1, 3 or 4.
  func undo(_ row: UnsafeMutableRawPointer, above: UnsafeMutableRawPointer, count: Int, distance: Int) {
    switch self {
    case .none: break
    case .sub: unsafe Self.undo(row, above, count, distance) { left, _, _ in left }
    case .up:
      let (row, above) = unsafe (
        row.assumingMemoryBound(to: UInt8.self), above.assumingMemoryBound(to: UInt8.self)
      )
      for i in 0..<count { unsafe row[i] &+= above[i] }
    case .average: unsafe Self.undo(row, above, count, distance) { left, up, _ in (left &+ up) &>> 1 }
    case .paeth: unsafe Self.undo(row, above, count, distance, Self.nearest)
    }
  }

  /// The values of a pixel, in the low byte of each lane.
  private typealias Pixel = SIMD4<Int16>

  /// Adds to each pixel what the restored pixels on its left, above it and above the left one predict.
  @inline(__always) private static func undo(
    _ row: UnsafeMutableRawPointer, _ above: UnsafeMutableRawPointer, _ count: Int, _ distance: Int,
    _ prediction: (_ left: Pixel, _ up: Pixel, _ corner: Pixel) -> Pixel
  ) {
    // With a constant, each of them is a loop of its own.
    switch distance {
    case 1: unsafe undoPixels(row, above, count, width: 1, prediction)
    case 3: unsafe undoPixels(row, above, count, width: 3, prediction)
    default: unsafe undoPixels(row, above, count, width: 4, prediction)
    }
  }

  @inline(__always) private static func undoPixels(
    _ row: UnsafeMutableRawPointer, _ above: UnsafeMutableRawPointer, _ count: Int, width: Int,
    _ prediction: (Pixel, Pixel, Pixel) -> Pixel
  ) {
    var (left, corner) = (Pixel(), Pixel())
    for start in stride(from: 0, to: count, by: width) {
      let up = unsafe load(above, start)
      let pixel = unsafe (load(row, start) &+ prediction(left, up, corner)) & 0xFF
      let bytes = unsafe unsafeBitCast(SIMD4<UInt8>(truncatingIfNeeded: pixel), to: UInt32.self).littleEndian
      switch width {
      case 1: unsafe row.storeBytes(of: UInt8(truncatingIfNeeded: bytes), toByteOffset: start, as: UInt8.self)
      case 4: unsafe row.storeBytes(of: bytes, toByteOffset: start, as: UInt32.self)
      default:
        unsafe row.storeBytes(of: UInt16(truncatingIfNeeded: bytes), toByteOffset: start, as: UInt16.self)
        unsafe row.storeBytes(of: UInt8(truncatingIfNeeded: bytes >> 16), toByteOffset: start + 2, as: UInt8.self)
      }
      (left, corner) = (pixel, up)
    }
  }

  @inline(__always) private static func load(_ row: UnsafeMutableRawPointer, _ start: Int) -> Pixel {
    let bytes = unsafe UInt32(littleEndian: row.loadUnaligned(fromByteOffset: start, as: UInt32.self))
    return Pixel(truncatingIfNeeded: unsafe unsafeBitCast(bytes, to: SIMD4<UInt8>.self))
  }

  /// Paeth's prediction: the neighbour that is nearest to left + up − corner, the first of them if two are equally near.
  @inline(__always) private static func nearest(_ left: Pixel, _ up: Pixel, _ corner: Pixel) -> Pixel {
    let (x, y) = (left &- corner, up &- corner)
    let (toLeft, toUp, toCorner) = (size(y), size(x), size(x &+ y))
    let upOrCorner = corner.replacing(with: up, where: toUp .<= toCorner)
    return upOrCorner.replacing(with: left, where: (toLeft .<= toUp) .& (toLeft .<= toCorner))
  }

  @inline(__always) private static func size(_ difference: Pixel) -> Pixel {
    difference.replacing(with: 0 &- difference, where: difference .< 0)
  }
}
