extension QRSymbol {
  /// Finds the largest square in the middle of the symbol that may be covered.
  ///
  /// Codewords under the square are lost. In each block they are at most this share of the codewords that error
  /// correction can restore, half as many as its error correction codewords (ISO/IEC 18004:2015, 7.5.1).
  ///
  /// - Parameter share: 0…1.
  /// - Returns: The side in modules: 0 or an odd number. The square covers no finder or timing pattern and no format or
  ///   version information, but may cover alignment patterns.
  public func largestCoverableSquare(spending share: Double) -> Int {
    precondition(0...1 ~= share, "a share is in 0…1")
    let (count, corrections) = BlockTable.blocks(version: version.number, level: level)
    let limit = Int(Double(corrections / 2) * share)
    let codewordOf = codewordOfModules
    let block = blockOfCodewords(count: count, corrections: corrections)
    var best = 0
    for side in stride(from: 1, through: size - 18, by: 2) {
      let first = (size - side) / 2
      var lost: Set<Int> = []
      for row in first..<first + side {
        for column in first..<first + side {
          if let codeword = codewordOf[row * size + column] { lost.insert(codeword) }
        }
      }
      var losses = [Int](repeating: 0, count: count)
      for codeword in lost { losses[block[codeword]] += 1 }
      guard losses.allSatisfy({ $0 <= limit }) else { break }
      best = side
    }
    return best
  }

  /// Returns the symbol with a light square in its middle.
  ///
  /// - Parameter side: An odd number of modules that does not reach the format information, or 0.
  public func withLightSquare(side: Int) -> QRSymbol {
    precondition(side == 0 || side % 2 == 1 && side <= size - 18, "the side is odd and clear of the borders")
    guard side > 0 else { return self }
    var modules = modules
    let first = (size - side) / 2
    for row in first..<first + side {
      for column in first..<first + side { modules[row * size + column] = false }
    }
    guard let symbol = try? QRSymbol(modules: modules) else {
      preconditionFailure("the format information is unchanged")
    }
    return symbol
  }

  /// The codeword of each module; `nil` for function patterns and remainder bits.
  private var codewordOfModules: [Int?] {
    var result = [Int?](repeating: nil, count: size * size)
    for (bit, module) in version.codewordModules.prefix(8 * version.codewords).enumerated() { result[module] = bit / 8 }
    return result
  }

  private func blockOfCodewords(count: Int, corrections: Int) -> [Int] {
    var result = [Int](repeating: 0, count: version.codewords)
    let blocks = CodewordBlocks.places(codewords: version.codewords, count: count, corrections: corrections)
    for (index, places) in blocks.enumerated() {
      for place in places { result[place] = index }
    }
    return result
  }
}
