import Imaging
import QRSymbology

/// Reads the picture of one upright symbol as software draws it: squares of whole pixels and nothing else.
///
/// Screenshots and test fixtures are such pictures, and reading them takes a small part of the time of a search. Nothing
/// is estimated: there are two gray levels within a few levels, and every pixel has its module's, so that the picture
/// contains no second symbol.
enum CleanSymbol {
  /// Reads a symbol that is dark on light, or light on dark where the picture's first pixel is dark.
  static func scan(_ image: GrayImage) -> FoundSymbol<PicturePixels>? {
    guard let threshold = threshold(of: image) else { return nil }
    if let found = scan(image, threshold: threshold) { return found }
    return image.pixels[0] > threshold ? nil : scan(image.inverted(), threshold: ~threshold)
  }

  /// The midpoint between two gray levels; `nil` when there are more levels, or one.
  private static func threshold(of image: GrayImage) -> UInt8? {
    // Whole passes without an early exit, which the compiler turns into vector instructions.
    let (darkest, lightest) = unsafe image.pixels.withUnsafeBufferPointer { pixels in
      var darkest: UInt8 = 255
      var lightest: UInt8 = 0
      for i in 0..<pixels.count {
        unsafe darkest = min(darkest, pixels[i])
        unsafe lightest = max(lightest, pixels[i])
      }
      return (darkest, lightest)
    }
    let contrast = lightest - darkest
    // Fainter drawings are left to the search.
    guard contrast > 48 else { return nil }
    // Row by row: nearly every photograph has other levels in its first row. Rounding and compression change a level by up to 24.
    let hasOthers = unsafe image.pixels.withUnsafeBufferPointer { pixels in
      for row in stride(from: 0, to: pixels.count, by: image.width) {
        var farthest: UInt8 = 0
        for i in row..<row + image.width {
          unsafe farthest = max(farthest, min(pixels[i] &- darkest, lightest &- pixels[i]))
        }
        if farthest > 24 { return true }
      }
      return false
    }
    return hasOthers ? nil : darkest + contrast / 2
  }

  private static func scan(_ image: GrayImage, threshold: UInt8) -> FoundSymbol<PicturePixels>? {
    guard let box = darkBox(of: image, threshold), let scale = scale(of: image, box, threshold) else { return nil }
    let size = box.side / scale
    var modules: [Bool] = []
    modules.reserveCapacity(size * size)
    for row in 0..<size {
      let line = (box.top + row * scale) * image.width + box.left
      for column in 0..<size { modules.append(image.pixels[line + column * scale] <= threshold) }
    }
    guard let symbol = try? QRSymbol(modules: modules), matches(symbol, image, box, threshold, scale: scale),
      // A picture of a set's part goes through the search, which returns the part's place in the set.
      let reading = try? symbol.reading(), reading.structuredAppend == nil, !reading.message.isEmpty
    else { return nil }
    let map = GridMap<PicturePixels>(
      size: size, origin: Vector(Double(box.left), Double(box.top)), right: Vector(Double(scale), 0),
      down: Vector(0, Double(scale)))
    return FoundSymbol(
      reading: reading, version: .qr(symbol.version), map: map, decision: .init(modules: modules, isUncertain: []))
  }

  private struct Box {
    var left: Int, top: Int, side: Int
  }

  /// The bounding square of all dark pixels, whose corners are in finder patterns.
  private static func darkBox(of image: GrayImage, _ threshold: UInt8) -> Box? {
    let width = image.width
    let pixels = image.pixels
    guard let first = pixels.firstIndex(where: { $0 <= threshold }),
      let last = pixels.lastIndex(where: { $0 <= threshold })
    else {
      return nil
    }
    let (top, left) = (first / width, first % width)
    let side = last / width - top + 1
    guard side >= QRSymbol.Version.all[0].size, left + side <= width else { return nil }
    // Outside the square every row is light.
    for y in top..<top + side {
      let row = pixels[y * width..<(y + 1) * width]
      guard row[..<(row.startIndex + left)].allSatisfy({ $0 > threshold }),
        row[(row.startIndex + left + side)...].allSatisfy({ $0 > threshold })
      else { return nil }
    }
    return Box(left: left, top: top, side: side)
  }

  /// Pixels per module: a seventh of the dark run along the upper side of the finder pattern.
  private static func scale(of image: GrayImage, _ box: Box, _ threshold: UInt8) -> Int? {
    let start = box.top * image.width + box.left
    let run = image.pixels[start..<start + box.side].prefix { $0 <= threshold }.count
    let (scale, rest) = run.quotientAndRemainder(dividingBy: FunctionPattern.finderSize)
    guard rest == 0, run > 0, box.side % scale == 0, QRSymbol.Version(size: box.side / scale) != nil else { return nil }
    return scale
  }

  /// Whether every pixel has the value of its module.
  private static func matches(
    _ symbol: QRSymbol, _ image: GrayImage, _ box: Box, _ threshold: UInt8, scale: Int
  ) -> Bool {
    unsafe image.pixels.withUnsafeBufferPointer { pixels in
      for y in 0..<box.side {
        let line = (box.top + y) * image.width + box.left
        // Most rows of a module are equal.
        if y % scale > 0 {
          var difference: UInt8 = 0
          for x in line..<line + box.side { unsafe difference |= pixels[x] ^ pixels[x - image.width] }
          if difference == 0 { continue }
        }
        let row = y / scale * symbol.size
        var wrong = 0
        for column in 0..<symbol.size {
          let isDark = symbol.modules[row + column]
          let start = line + column * scale
          for x in start..<start + scale { unsafe wrong &+= (pixels[x] <= threshold) != isDark ? 1 : 0 }
        }
        if wrong > 0 { return false }
      }
      return true
    }
  }
}
