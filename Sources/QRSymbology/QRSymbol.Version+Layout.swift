extension QRSymbol.Version {
  /// The rows, and columns, on which alignment patterns are centred (ISO/IEC 18004:2015, annex E).
  public var alignmentCentres: [Int] {
    guard number > 1 else { return [] }
    let count = number / 7 + 2
    // Even steps, counted from the far end; version 32 alone departs from the formula.
    let step = number == 32 ? 26 : (number * 4 + count * 2 + 1) / (count * 2 - 2) * 2
    return [6] + (0..<count - 1).reversed().map { size - 7 - $0 * step }
  }

  /// The modules that carry codewords, in the order in which they do, as indices into rows laid end to end:
  /// columns in pairs from the right, upwards and downwards in turn, around the function patterns
  /// (ISO/IEC 18004:2015, 7.7.3).
  var codewordModules: [Int] {
    let isFunction = functionModules
    var order: [Int] = []
    order.reserveCapacity(codewords * 8 + 7)
    var upward = true
    var right = size - 1
    while right > 0 {
      // The vertical timing pattern has a column of its own.
      if right == 6 { right = 5 }
      for step in 0..<size {
        let row = upward ? size - 1 - step : step
        for column in [right, right - 1] where !isFunction[row * size + column] { order.append(row * size + column) }
      }
      upward.toggle()
      right -= 2
    }
    return order
  }

  /// Which modules belong to finder, timing and alignment patterns, format and version information.
  var functionModules: [Bool] {
    var isFunction = [Bool](repeating: false, count: size * size)
    func mark(rows: Range<Int>, columns: Range<Int>) {
      for row in rows { for column in columns { isFunction[row * size + column] = true } }
    }
    // Finder patterns with their separators and the format information beside them.
    mark(rows: 0..<9, columns: 0..<9)
    mark(rows: 0..<9, columns: size - 8..<size)
    mark(rows: size - 8..<size, columns: 0..<9)
    mark(rows: 6..<7, columns: 0..<size)
    mark(rows: 0..<size, columns: 6..<7)
    let centres = alignmentCentres
    for row in centres {
      for column in centres where !((row == 6 && column >= size - 7) || (column == 6 && row >= size - 7)) {
        if row == 6 && column == 6 { continue }
        mark(rows: row - 2..<row + 3, columns: column - 2..<column + 3)
      }
    }
    if number >= 7 {
      mark(rows: 0..<6, columns: size - 11..<size - 8)
      mark(rows: size - 11..<size - 8, columns: 0..<6)
    }
    return isFunction
  }
}
