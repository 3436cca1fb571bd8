import Imaging
import QRSymbology

/// Detects finder patterns: along rows by runs of 1 : 1 : 3 : 1 : 1 modules, then along columns, then along rays.
struct FinderSearch {
  private let bitmap: Bitmap
  private let isLight: Bool
  private(set) var patterns: [FinderPattern<LevelPixels>] = []
  /// The first row that was not searched because as many patterns as are allowed were found; the row before it may have been
  /// searched in part. `nil` if no whole row was left out for that reason.
  private(set) var end: Int?
  private let tuning: Tuning.Search
  /// The most ``patterns``. A page with more is read strip by strip.
  static let capacity = 4000
  /// Where ``patterns`` are, and within which distances of them others count as the same.
  private var known: PatternMap
  /// Places whose outline was looked at.
  private var outlined = 0
  /// Width of a pattern along a row, at least, in pixels.
  private let leastWidth: Int
  private let limits: RunLimits
  /// The same along the second direction.
  private let crossLimits: RunLimits

  /// - Parameters:
  ///   - isTolerant: Whether runs may deviate more.
  ///   - isLight: Whether light patterns on dark ground are looked for, and no dark ones.
  ///   - isCoarse: Whether fewer rows are searched, for modules that are larger than most noise.
  ///   - start: The first row that is searched.
  init(
    _ bitmap: Bitmap, isTolerant: Bool, isLight: Bool = false, isCoarse: Bool = false, from start: Int = 1,
    _ tuning: Tuning
  ) {
    (self.bitmap, self.isLight) = (bitmap, isLight)
    leastWidth = Int((isCoarse ? 1.3 : 1) * Double(FunctionPattern.finderSize))
    self.tuning = tuning.search
    known = PatternMap(width: bitmap.width, height: bitmap.height)
    // Glyphs pass where the share is large, blur fails where it is small.
    let share = isTolerant ? 0.8 : tuning.search.runs
    limits = RunLimits(share: share, tuning.search)
    crossLimits = RunLimits(share: share + 0.1, tuning.search)
    guard min(bitmap.width, bitmap.height) >= MicroQRSymbol.Version.m1.size else { return }
    let step = isCoarse ? tuning.search.coarseRowStep : tuning.search.rowStep
    unsafe bitmap.pixels.withUnsafeBufferPointer { pixels in
      for y in stride(from: max(start, 1), to: bitmap.height - 1, by: step) {
        if tuning.isOver { return }
        if patterns.count >= Self.capacity {
          end = y
          return
        }
        unsafe search(row: y, pixels) { tuning.isOver }
      }
    }
  }

  /// - Parameter isOver: Whether the deadline has passed, which is no property: it would make copies of this value slow.
  private mutating func search(row y: Int, _ pixels: UnsafeBufferPointer<UInt8>, isOver: () -> Bool) {
    let width = bitmap.width
    let row = y * width
    // Ends of the last six runs, the newest in e5.
    var (e0, e1, e2, e3, e4, e5) = (0, 0, 0, 0, 0, 0)
    var x = 0
    var isDark = unsafe pixels[row] != 0
    var runs = 0
    while x < width {
      unsafe skip(isDark ? 1 : 0, &x, row, pixels)
      (e0, e1, e2, e3, e4, e5) = (e1, e2, e3, e4, e5, x)
      runs += 1
      if isDark != isLight, runs >= 5 {
        let widths = (e1 &- e0, e2 &- e1, e3 &- e2, e4 &- e3, e5 &- e4)
        if e5 &- e0 >= leastWidth, limits.haveCore(widths), limits.contain(widths) {
          unsafe examine(x: Double(e2 + e3) / 2, y: Double(y) + 0.5, width: Double(e5 - e0), pixels, isOver)
        }
      }
      isDark.toggle()
    }
  }

  /// Moves to the end of a run, eight pixels at a time.
  @inline(__always)
  private func skip(_ value: UInt8, _ x: inout Int, _ row: Int, _ pixels: UnsafeBufferPointer<UInt8>) {
    let (width, eight) = (bitmap.width, UInt64(value) &* 0x0101_0101_0101_0101)
    let bytes = UnsafeRawBufferPointer(pixels)
    while x &+ 8 <= width {
      let word = unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: row &+ x, as: UInt64.self))
      if word != eight {
        x &+= (word ^ eight).trailingZeroBitCount / 8
        return
      }
      x &+= 8
    }
    while x < width, unsafe pixels[row &+ x] == value { x &+= 1 }
  }

  private mutating func examine(
    x: Double, y: Double, width: Double, _ pixels: UnsafeBufferPointer<UInt8>, _ isOver: () -> Bool
  ) {
    let limit = Int(width * 3)
    // Most candidates are not patterns, as the column shows. At a flat angle, or stretched, a pattern is up to 4.5 times as wide as high.
    guard let (centreY, height) = unsafe cross(x: Int(x), y: Int(y), limit: limit, pixels, vertical: true),
      height * 4.5 > width
    else { return }
    // Rows through a known pattern add nothing.
    if known.hasPattern(around: Vector(x, y), isNear: { max(abs($0.x), abs($0.y)) < $1 }) { return }
    // A single row of a wide picture may have very many patterns.
    if patterns.count >= Self.capacity { return }
    outlined += 1
    // The time is looked at now and then, because that takes time, too.
    if outlined.isMultiple(of: 256), isOver() { return }
    guard let (centreX, _) = unsafe cross(x: Int(x), y: Int(centreY), limit: limit, pixels, vertical: false),
      let pattern = unsafe RayOutline(
        from: Vector(centreX, centreY), width: width, height: height, isLight: isLight, bitmap, pixels, tuning
      ).pattern
    else { return }
    if known.hasPattern(around: pattern.centre, isNear: { $0.length < $1 }) { return }
    patterns.append(pattern)
    known.add(pattern.centre, reach: pattern.moduleSize * FinderGeometry.samePattern)
  }

  /// The centre and the length of the pattern along a column, or a row, through a place.
  private func cross(
    x: Int, y: Int, limit: Int, _ pixels: UnsafeBufferPointer<UInt8>, vertical: Bool
  ) -> (centre: Double, length: Double)? {
    let (core, ring): (UInt8, UInt8) = isLight ? (0, 1) : (1, 0)
    let step = vertical ? bitmap.width : 1
    let start = y * bitmap.width + x
    guard unsafe pixels[start] == core else { return nil }
    let before = vertical ? y : x
    let after = (vertical ? bitmap.height : bitmap.width) - 1 - before
    /// Lengths of the rest of the core, the ring and the border in one direction.
    func runs(_ direction: Int, room: Int) -> (Int, Int, Int)? {
      var lengths = (0, 0, 0)
      var i = 1
      while i <= room, i <= limit, unsafe pixels[start + direction * i * step] == core { i += 1 }
      lengths.0 = i - 1
      var from = i
      while i <= room, i - from <= limit, unsafe pixels[start + direction * i * step] == ring { i += 1 }
      lengths.1 = i - from
      from = i
      while i <= room, i - from <= limit, unsafe pixels[start + direction * i * step] == core { i += 1 }
      lengths.2 = i - from
      return lengths.1 > 0 && lengths.2 > 0 ? lengths : nil
    }
    guard let up = runs(-1, room: before), let down = runs(1, room: after) else { return nil }
    let widths = (up.2, up.1, up.0 + 1 + down.0, down.1, down.2)
    guard crossLimits.contain(widths) else { return nil }
    let length = Double(widths.0 + widths.1 + widths.2 + widths.3 + widths.4)
    return (Double(before) + 0.5 + Double(down.0 - up.0) / 2, length)
  }
}
