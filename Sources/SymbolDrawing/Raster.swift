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
    let (modules, size) = (symbol.modules, symbol.size)
    unsafe bytes.withUnsafeMutableBytes { bytes in
      for row in 0..<size {
        let first = (row + quietZone) * scale * rowBytes
        let line = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[first..<first + scale * rowBytes])
        forEachDarkRun(in: modules[row * size..<(row + 1) * size]) { run in
          unsafe line.clearBits((run.lowerBound + quietZone) * scale..<(run.upperBound + quietZone) * scale)
        }
        // The other rows of the module are copies.
        guard let start = line.baseAddress else { continue }
        for copy in 1..<max(1, scale) {
          unsafe (start + copy * rowBytes).copyMemory(from: start, byteCount: rowBytes)
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
    self.init(BilevelImage(symbol, scale: scale, quietZone: quietZone))
  }
}

extension SquareSymbol {
  /// Returns the columns of each run of dark modules in a row, from the left.
  func darkRuns(inRow row: Int) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    runs.reserveCapacity(size / 2 + 1)
    forEachDarkRun(in: modules[row * size..<(row + 1) * size]) { runs.append($0) }
    return runs
  }
}

/// Calls with each run of dark modules of a row, from the left; the first module is at 0.
@inline(__always)
private func forEachDarkRun(in row: ArraySlice<Bool>, _ body: (Range<Int>) -> Void) {
  var start: Int?
  for (column, isDark) in zip(0..<row.count, row) {
    if isDark, start == nil { start = column }
    if !isDark, let first = start {
      body(first..<column)
      start = nil
    }
  }
  if let first = start { body(first..<row.count) }
}

extension UnsafeMutableRawBufferPointer {
  /// Sets bits to 0, indexed from the most significant bit of the first byte.
  fileprivate func clearBits(_ range: Range<Int>) {
    precondition(range.upperBound <= 8 * count, "the bits are in the buffer")
    let first = range.lowerBound / 8
    let last = (range.upperBound - 1) / 8
    let head = UInt8(0xFF) >> (range.lowerBound % 8)
    let tail = ~(UInt8(0xFF) >> ((range.upperBound - 1) % 8 + 1))
    if first == last {
      unsafe self[first] &= ~(head & tail)
    } else {
      unsafe self[first] &= ~head
      for i in first + 1..<last { unsafe self[i] = 0 }
      unsafe self[last] &= ~tail
    }
  }
}
