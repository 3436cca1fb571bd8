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
    let (blocks, corrections) = version.blocks(at: level)
    let limit = Int(Double(corrections / 2) * share)
    var codewordOf = [Int?](repeating: nil, count: size * size)
    for (bit, module) in version.codewordModules.prefix(8 * version.codewords).enumerated() {
      codewordOf[module] = bit / 8
    }
    var best = 0
    for side in stride(from: 1, through: size - 18, by: 2) {
      let first = (size - side) / 2
      var lost: Set<Int> = []
      for row in first..<first + side {
        for column in first..<first + side {
          if let codeword = codewordOf[row * size + column] { lost.insert(codeword) }
        }
      }
      guard blocks.allSatisfy({ $0.count { lost.contains($0) } <= limit }) else { break }
      best = side
    }
    return best
  }

  /// Returns the symbol with a light square in its middle.
  ///
  /// - Parameter side: An odd number of modules that does not reach the format information, or 0.
  public func withLightSquare(side: Int) -> QRSymbol {
    precondition(side == 0 || side % 2 == 1 && side <= size - 18, "the side is odd and clear of the borders")
    var modules = modules
    let first = (size - side) / 2
    for row in first..<first + side {
      for column in first..<first + side { modules[row * size + column] = false }
    }
    return QRSymbol(version: version, level: level, mask: mask, modules: modules)
  }
}
