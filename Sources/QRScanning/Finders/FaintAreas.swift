import Imaging

/// Areas of a level that change as often as modules, in a few gray levels.
///
/// Blocks of 8 × 8 pixels with such changes are counted in windows of 4 × 4 blocks, which overlap by half.
struct FaintAreas {
  /// The bounding boxes of windows that touch, with a margin, the smallest first.
  private(set) var boxes: [Box] = []

  struct Box {
    var columns: Range<Int>
    var rows: Range<Int>

    var area: Int { columns.count * rows.count }
  }

  /// - Parameters:
  ///   - contrasts: ``Bitmap/contrasts`` of the level.
  ///   - isExplained: Whether a place of the level is inside a symbol that was read.
  init(_ image: GrayImage, contrasts: [UInt8], _ tuning: Tuning.Search, isExplained: (Vector) -> Bool) {
    let blocks = (columns: (image.width + 7) / 8, rows: (image.height + 7) / 8)
    // Two by two blocks are a cell.
    let (columns, rows) = (image.width / 16, image.height / 16)
    guard columns >= 2, rows >= 2, contrasts.count == blocks.columns * blocks.rows else { return }
    let range = UInt8(tuning.faintContrast)..<UInt8(tuning.faintLimit)
    var counts = [UInt8](repeating: 0, count: columns * rows)
    unsafe image.pixels.withUnsafeBytes { pixels in
      for y in 0..<2 * rows {
        for x in 0..<2 * columns where range ~= contrasts[y &* blocks.columns &+ x] {
          if unsafe Self.changes(pixels, image.width, x &* 8, y &* 8, tuning) {
            counts[y / 2 &* columns &+ x / 2] &+= 1
          }
        }
      }
    }
    var isMarked = [Bool](repeating: false, count: columns * rows)
    for y in 0..<rows - 1 {
      for x in 0..<columns - 1 {
        let cells = [y * columns + x, y * columns + x + 1, (y + 1) * columns + x, (y + 1) * columns + x + 1]
        guard cells.reduce(0, { $0 + Int(counts[$1]) }) >= tuning.faintBlocks,
          !isExplained(Vector(Double(x + 1) * 16, Double(y + 1) * 16))
        else { continue }
        for cell in cells { isMarked[cell] = true }
      }
    }
    let margin = tuning.faintMargin
    for start in isMarked.indices where isMarked[start] {
      var (left, right, top, bottom) = (columns, 0, rows, 0)
      var waiting = [start]
      isMarked[start] = false
      while let cell = waiting.popLast() {
        let (x, y) = (cell % columns, cell / columns)
        (left, right, top, bottom) = (min(left, x), max(right, x), min(top, y), max(bottom, y))
        for (dx, dy) in [(-1, 0), (1, 0), (0, -1), (0, 1)]
        where 0..<columns ~= x + dx && 0..<rows ~= y + dy && isMarked[(y + dy) * columns + x + dx] {
          isMarked[(y + dy) * columns + x + dx] = false
          waiting.append((y + dy) * columns + x + dx)
        }
      }
      boxes.append(
        Box(
          columns: max(0, left * 16 - margin)..<min(image.width, (right + 1) * 16 + margin),
          rows: max(0, top * 16 - margin)..<min(image.height, (bottom + 1) * 16 + margin)))
    }
    boxes.sort { $0.area < $1.area }
  }

  /// Whether a block changes often enough between its darker and its lighter half, along rows and along columns, and
  /// less than noise.
  @inline(__always)
  private static func changes(
    _ pixels: UnsafeRawBufferPointer, _ width: Int, _ left: Int, _ top: Int, _ tuning: Tuning.Search
  ) -> Bool {
    func row(_ y: Int) -> SIMD8<UInt8> {
      unsafe pixels.loadUnaligned(fromByteOffset: (top &+ y) &* width &+ left, as: SIMD8<UInt8>.self)
    }
    var (lows, highs) = (row(0), row(0))
    for y in 1..<8 { (lows, highs) = (pointwiseMin(lows, row(y)), pointwiseMax(highs, row(y))) }
    let (low, high) = (lows.min(), highs.max())
    let threshold = SIMD8<UInt8>(repeating: low + (high - low) / 2)
    // Modules are nearly as dark and as light as it gets, noise is mostly between.
    var distances = SIMD8<UInt16>()
    for y in 0..<8 {
      let values = row(y)
      distances &+= SIMD8<UInt16>(
        truncatingIfNeeded: pointwiseMax(values, threshold) &- pointwiseMin(values, threshold))
    }
    guard Double(distances.wrappedSum()) >= tuning.faintSpread * Double(high - low) * 32 else { return false }
    var (across, down) = (0, 0)
    var previous: UInt64 = 0
    for y in 0..<8 {
      // A byte per pixel, 1 where it is light.
      let light = unsafe unsafeBitCast(
        SIMD8<UInt8>(repeating: 0).replacing(with: 1, where: row(y) .> threshold), to: UInt64.self)
      across &+= ((light ^ (light >> 8)) & 0x00FF_FFFF_FFFF_FFFF).nonzeroBitCount
      if y > 0 { down &+= (light ^ previous).nonzeroBitCount }
      previous = light
    }
    let range = tuning.faintChanges...tuning.faintMostChanges
    return range ~= across && range ~= down
  }
}
