extension QRSymbol.Mask {
  /// Whether the pattern inverts a module (ISO/IEC 18004:2015, table 10).
  package func inverts(row i: Int, column j: Int) -> Bool {
    switch reference {
    case 0: (i + j) % 2 == 0
    case 1: i % 2 == 0
    case 2: j % 3 == 0
    case 3: (i + j) % 3 == 0
    case 4: (i / 2 + j / 3) % 2 == 0
    case 5: i * j % 2 + i * j % 3 == 0
    case 6: (i * j % 2 + i * j % 3) % 2 == 0
    default: ((i + j) % 2 + i * j % 3) % 2 == 0
    }
  }
}
