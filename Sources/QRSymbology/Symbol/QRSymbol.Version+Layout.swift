extension QRSymbol.Version {
  /// The rows (and columns) on which alignment patterns are centred (ISO/IEC 18004:2015, annex E).
  public var alignmentCentres: [Int] {
    AlignmentGrid(self).centres
  }

  /// The modules of the codewords in order, as row-major indices: pairs of columns from the right, alternately upwards
  /// and downwards, around the function patterns (ISO/IEC 18004:2015, 7.7.3).
  package var codewordModules: [Int] {
    let isFunction = functionModules
    var order: [Int] = []
    order.reserveCapacity(codewords * 8 + 7)
    var upward = true
    var right = size - 1
    while right > 0 {
      // The vertical timing pattern takes a whole column.
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
}
