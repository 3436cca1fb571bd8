import QRSymbology

/// Reads the picture of a lone upright symbol as software draws it: squares of whole pixels and nothing else.
///
/// Screenshots and test fixtures are such pictures, and reading them takes a thousandth of what a search takes.
/// Nothing is guessed: every pixel must be on its module's side of mid-gray, so that no second symbol can hide.
enum CleanSymbol {
  static func scan(_ image: GrayImage) -> Detection? {
    guard let box = darkBox(of: image), let scale = scale(of: image, box) else { return nil }
    let size = box.side / scale
    var modules: [Bool] = []
    modules.reserveCapacity(size * size)
    for row in 0..<size {
      let line = (box.top + row * scale) * image.width + box.left
      for column in 0..<size { modules.append(image.pixels[line + column * scale] < 128) }
    }
    guard let symbol = try? QRSymbol(modules: modules), matches(symbol, image, box, scale: scale),
      // A part of a set is left to a reader that can join sets.
      let reading = try? symbol.reading(), reading.structuredAppend == nil, !reading.message.isEmpty
    else { return nil }
    let (left, top) = (Double(box.left), Double(box.top))
    let (right, bottom) = (left + Double(box.side), top + Double(box.side))
    return Detection(
      message: reading.message,
      corners: Corners(
        topLeft: ImagePoint(x: left, y: top), topRight: ImagePoint(x: right, y: top),
        bottomRight: ImagePoint(x: right, y: bottom), bottomLeft: ImagePoint(x: left, y: bottom)),
      engine: .modules, version: symbol.version)
  }

  private struct Box {
    var left: Int, top: Int, side: Int
  }

  /// The square around all dark pixels: the finder patterns reach its sides.
  private static func darkBox(of image: GrayImage) -> Box? {
    let width = image.width
    let pixels = image.pixels
    guard let first = pixels.firstIndex(where: { $0 < 128 }), let last = pixels.lastIndex(where: { $0 < 128 }) else {
      return nil
    }
    let (top, left) = (first / width, first % width)
    let side = last / width - top + 1
    guard side >= 21, left + side <= width else { return nil }
    // Outside of the square every row is light.
    for y in top..<top + side {
      let row = pixels[y * width..<(y + 1) * width]
      guard row[..<(row.startIndex + left)].allSatisfy({ $0 >= 128 }),
        row[(row.startIndex + left + side)...].allSatisfy({ $0 >= 128 })
      else { return nil }
    }
    return Box(left: left, top: top, side: side)
  }

  /// Pixels per module: a seventh of the dark run that is the finder pattern's upper side.
  private static func scale(of image: GrayImage, _ box: Box) -> Int? {
    let start = box.top * image.width + box.left
    let run = image.pixels[start..<start + box.side].prefix { $0 < 128 }.count
    guard run % 7 == 0, run > 0, box.side % (run / 7) == 0,
      QRSymbol.Version(size: box.side / (run / 7)) != nil
    else { return nil }
    return run / 7
  }

  private static func matches(_ symbol: QRSymbol, _ image: GrayImage, _ box: Box, scale: Int) -> Bool {
    for y in 0..<box.side {
      let line = (box.top + y) * image.width + box.left
      let row = y / scale * symbol.size
      for column in 0..<symbol.size {
        let isDark = symbol.modules[row + column]
        let start = line + column * scale
        for x in start..<start + scale where (image.pixels[x] < 128) != isDark { return false }
      }
    }
    return true
  }
}
