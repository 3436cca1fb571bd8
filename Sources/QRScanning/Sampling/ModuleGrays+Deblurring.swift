/// Deconvolution of blur that has mixed each module with its neighbours: by a lens out of focus, or by motion.
extension ModuleGrays {
  /// Estimates the modules from their blurred grays.
  ///
  /// Finder, timing and alignment patterns and the quiet zone determine the blur: the share of each neighbour in a
  /// module, equal on opposite sides. Projected gradient descent then finds the modules, each between dark and light,
  /// that this blur maps to the grays with the least error.
  ///
  /// - Parameters:
  ///   - known: 1 for modules that are light, −1 for dark ones, 0 for all others; row by row.
  ///   - radius: The reach of the blur in modules, 1 or 2.
  /// - Returns: `nil` when the known modules show no such blur, or little.
  func deblurred(known: [Double], radius: Int) -> Decision? {
    let seen = levelled()
    guard let blur = Blur(seen, size: columns, known: known, radius: radius, tuning.acceptance) else { return nil }
    let modules = blur.undone(seen)
    // Clear modules are −1 and 1.
    return Decision(modules: modules.map { $0 < 0 }, isUncertain: modules.map { abs($0) < 0.25 })
  }

  /// The values normalised to mean 0 and deviation 1 within a square around each.
  private func levelled() -> [Float] {
    let radius = 10
    let ones = [Float](repeating: 1, count: values.count)
    let (count, sums) = (boxSums(ones, radius), boxSums(values, radius))
    let squares = boxSums(values.map { $0 * $0 }, radius)
    return values.indices.map { i in
      let mean = sums[i] / count[i]
      return (values[i] - mean) / max(1, squares[i] / count[i] - mean * mean).squareRoot()
    }
  }
}
