public import Imaging
public import QRSymbology

extension BilevelImage {
  /// Draws a symbol as pixels.
  ///
  /// - Parameters:
  ///   - symbol: What is drawn.
  ///   - scale: Pixels per module, 1 or more.
  ///   - quietZone: Light modules on each side, 0 or more. ISO/IEC 18004:2015, 6.3.8 requires 4.
  public init(_ symbol: some SquareSymbol, scale: Int, quietZone: Int = 4) {
    precondition(scale > 0, "a module has at least one pixel")
    precondition(quietZone >= 0, "a quiet zone has no negative width")
    let side = (symbol.size + 2 * quietZone) * scale
    let rowBytes = (side + 7) / 8
    var bytes = [UInt8](repeating: 0xFF, count: rowBytes * side)
    for row in 0..<symbol.size {
      let first = (row + quietZone) * scale * rowBytes
      for run in symbol.darkRuns(inRow: row) {
        bytes.clearBits((run.lowerBound + quietZone) * scale..<(run.upperBound + quietZone) * scale, from: first)
      }
      // The other rows of the module are copies.
      unsafe bytes.withUnsafeMutableBytes { bytes in
        guard let start = bytes.baseAddress else { return }
        for copy in 1..<max(1, scale) {
          unsafe (start + first + copy * rowBytes).copyMemory(from: start + first, byteCount: rowBytes)
        }
      }
    }
    self.init(width: side, height: side, bytes: bytes)
  }
}

extension GrayImage {
  /// Draws a symbol as pixels: dark 0, light 255.
  ///
  /// - Parameters: As for a ``BilevelImage``.
  public init(_ symbol: some SquareSymbol, scale: Int, quietZone: Int = 4) {
    precondition(scale > 0, "a module has at least one pixel")
    precondition(quietZone >= 0, "a quiet zone has no negative width")
    let side = (symbol.size + 2 * quietZone) * scale
    var pixels: [UInt8] = []
    pixels.reserveCapacity(side * side)
    let border = [UInt8](repeating: 255, count: side * quietZone * scale)
    pixels += border
    for row in 0..<symbol.size {
      var line = [UInt8](repeating: 255, count: side)
      for run in symbol.darkRuns(inRow: row) {
        for x in (run.lowerBound + quietZone) * scale..<(run.upperBound + quietZone) * scale { line[x] = 0 }
      }
      for _ in 0..<scale { pixels += line }
    }
    pixels += border
    self.init(width: side, height: side, pixels: pixels)
  }
}

extension SquareSymbol {
  /// Returns the columns of each run of dark modules in a row, from the left.
  func darkRuns(inRow row: Int) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    runs.reserveCapacity(size / 2 + 1)
    var start: Int?
    for column in 0..<size {
      let isDark = modules[row * size + column]
      if isDark, start == nil { start = column }
      if !isDark, let first = start {
        runs.append(first..<column)
        start = nil
      }
    }
    if let first = start { runs.append(first..<size) }
    return runs
  }
}

extension [UInt8] {
  /// Sets bits to 0, indexed from the most significant bit of byte `start`.
  fileprivate mutating func clearBits(_ range: Range<Int>, from start: Int) {
    let first = start + range.lowerBound / 8
    let last = start + (range.upperBound - 1) / 8
    let head = UInt8(0xFF) >> (range.lowerBound % 8)
    let tail = ~(UInt8(0xFF) >> ((range.upperBound - 1) % 8 + 1))
    if first == last {
      self[first] &= ~(head & tail)
    } else {
      self[first] &= ~head
      for i in first + 1..<last { self[i] = 0 }
      self[last] &= ~tail
    }
  }
}
