/// Smooth noise of values −1…1, with about one hill per unit.
package struct SmoothNoise: Sendable {
  private let lattice: [Double]

  package init(_ random: inout SplitMix64) { lattice = (0..<256).map { _ in random.uniform(-1...1) } }

  package func value(_ x: Double, _ y: Double) -> Double { value(x, y, fading: Self.smooth) }

  /// The same with straight slopes between the nodes of the lattice.
  package func straightValue(_ x: Double, _ y: Double) -> Double { value(x, y) { $0 } }

  @inline(__always)
  private func value(_ x: Double, _ y: Double, fading: (Double) -> Double) -> Double {
    let (left, top) = (x.rounded(.down), y.rounded(.down))
    let (fx, fy) = (fading(x - left), fading(y - top))
    let (column, row) = (Int(left), Int(top))
    let upper = node(column, row) * (1 - fx) + node(column + 1, row) * fx
    let lower = node(column, row + 1) * (1 - fx) + node(column + 1, row + 1) * fx
    return upper * (1 - fy) + lower * fy
  }

  private static func smooth(_ t: Double) -> Double { t * t * t * (t * (t * 6 - 15) + 10) }

  private func node(_ column: Int, _ row: Int) -> Double {
    // A repeating lattice of 16 × 16.
    lattice[(row & 15) << 4 | (column & 15)]
  }
}
