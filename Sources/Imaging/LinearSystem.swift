/// Least squares by normal equations, to which rows are added one by one.
package struct LinearSystem {
  private let unknowns: Int
  /// Row by row, the right-hand side in the last column.
  private var matrix: [Double]

  package init(unknowns: Int) {
    self.unknowns = unknowns
    matrix = [Double](repeating: 0, count: unknowns * (unknowns + 1))
  }

  /// Adds the equation that the unknowns, each times its factor, sum to a value.
  package mutating func add(_ factors: [Double], _ value: Double, weight: Double = 1) {
    let columns = unknowns + 1
    for i in 0..<unknowns where factors[i] != 0 {
      for j in 0..<unknowns { matrix[i * columns + j] += weight * factors[i] * factors[j] }
      matrix[i * columns + unknowns] += weight * factors[i] * value
    }
  }

  /// Adds ridge damping to one unknown.
  package mutating func dampen(_ unknown: Int, by weight: Double) {
    matrix[unknown * (unknowns + 1) + unknown] += weight
  }

  /// The residual sum of squares of a solution, with the cost of its damping.
  ///
  /// - Parameter squares: The weighted sum of the squares of all values.
  package func residual(_ solution: [Double], squares: Double) -> Double {
    let columns = unknowns + 1
    var left = squares
    for i in 0..<unknowns {
      left -= 2 * solution[i] * matrix[i * columns + unknowns]
      for j in 0..<unknowns { left += solution[i] * matrix[i * columns + j] * solution[j] }
    }
    return left
  }

  /// By Gaussian elimination; `nil` when the rows do not determine it.
  package var solution: [Double]? {
    var m = matrix
    let columns = unknowns + 1
    for column in 0..<unknowns {
      let pivot = (column..<unknowns).max { abs(m[$0 * columns + column]) < abs(m[$1 * columns + column]) } ?? column
      guard abs(m[pivot * columns + column]) > 1e-12 else { return nil }
      if pivot != column { for i in 0..<columns { m.swapAt(pivot * columns + i, column * columns + i) } }
      for row in 0..<unknowns where row != column {
        let factor = m[row * columns + column] / m[column * columns + column]
        if factor == 0 { continue }
        for i in column..<columns { m[row * columns + i] -= factor * m[column * columns + i] }
      }
    }
    return (0..<unknowns).map { i -> Double in m[i * columns + unknowns] / m[i * columns + i] }
  }
}
