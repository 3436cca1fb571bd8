import QRSymbology

/// Taking back blur that has mixed each module with those around it: a lens out of focus, a hand that moved.
extension ModuleGrays {
  /// What the modules must have been, given how those that are known turned out.
  ///
  /// Finder, timing and alignment patterns and the quiet zone tell the blur: how much of each neighbour's light a module
  /// has, the same on opposite sides. The modules, each between dark and light, that such a blur makes look most like
  /// what was seen are then found by projected gradient descent.
  ///
  /// - Parameters:
  ///   - known: 1 for modules that must be light, −1 for dark ones, 0 for all others; row by row.
  ///   - radius: How many modules away light may come from, 1 or 2.
  /// - Returns: `nil` when the known modules show no blur of that kind, or little.
  func deblurred(known: [Double], radius: Int) -> Decision? {
    let seen = levelled()
    guard let blur = Blur(seen, size: size, known: known, radius: radius) else { return nil }
    let modules = blur.undone(seen)
    return Decision(modules: modules.map { $0 < 0 }, isUncertain: modules.map { abs($0) < 0.25 })
  }

  /// The values with light and contrast made even: mean 0 and deviation 1 within ten modules around each.
  private func levelled() -> [Float] {
    let ones = [Float](repeating: 1, count: values.count)
    let (count, sums) = (boxSums(ones, 10), boxSums(values, 10))
    let squares = boxSums(values.map { $0 * $0 }, 10)
    return values.indices.map { i in
      let mean = sums[i] / count[i]
      return (values[i] - mean) / max(1, squares[i] / count[i] - mean * mean).squareRoot()
    }
  }
}

/// How a blur spreads the light of a module over its neighbours.
private struct Blur {
  private let size: Int
  private let radius: Int
  /// Row by row, (2 · radius + 1)² of them, point symmetric.
  private let kernel: [Float]
  private let offset: Float

  /// Fits it to the modules whose neighbours are all known, by least squares.
  init?(_ seen: [Float], size: Int, known: [Double], radius: Int) {
    (self.size, self.radius) = (size, radius)
    let side = 2 * radius + 1
    // Opposite neighbours have the same share: the middle one, and those that come after it.
    let taps = (side * side / 2..<side * side).map { (x: $0 % side - radius, y: $0 / side - radius) }
    let unknowns = taps.count + 1
    func sign(_ x: Int, _ y: Int) -> Double {
      0..<size ~= x && 0..<size ~= y ? known[y * size + x] : 1
    }
    var system = LinearSystem(unknowns: unknowns)
    var (count, sum, squares) = (0.0, 0.0, 0.0)
    for y in 0..<size {
      for x in 0..<size {
        guard known[y * size + x] != 0 else { continue }
        var row = [Double](repeating: 1, count: unknowns)
        var isKnown = true
        for (i, tap) in taps.enumerated() {
          let (one, other) = (sign(x + tap.x, y + tap.y), sign(x - tap.x, y - tap.y))
          if one == 0 || other == 0 {
            isKnown = false
            break
          }
          row[i] = i == 0 ? one : one + other
        }
        guard isKnown else { continue }
        let value = Double(seen[y * size + x])
        system.add(row, value)
        count += 1
        sum += value
        squares += value * value
      }
    }
    guard count > 40 else { return nil }
    // Of two blurs that explain the same, the narrower one.
    for (i, tap) in taps.enumerated() {
      system.dampen(i, by: count * 2e-4 * (0.2 + Double(tap.x * tap.x + tap.y * tap.y)))
    }
    guard let solution = system.solution else { return nil }
    var kernel = [Float](repeating: 0, count: side * side)
    for (i, tap) in taps.enumerated() {
      kernel[(radius + tap.y) * side + radius + tap.x] = Float(solution[i])
      kernel[(radius - tap.y) * side + radius - tap.x] = Float(solution[i])
    }
    (self.kernel, offset) = (kernel, Float(solution[taps.count]))
    let centre = Float(solution[0])
    let beside = kernel.reduce(0) { $0 + abs($1) } - abs(centre)
    // Light adds up, and something must be left to take back.
    guard kernel.reduce(0, +) > 0.3, centre > 0.05, beside > 0.15 * centre else { return nil }
    let explained = 1 - system.residual(solution, squares: squares) / max(squares - sum * sum / count, 1e-9)
    guard explained > 0.7 else { return nil }
  }

  /// The modules, −1 dark … 1 light, that it makes look like what was seen.
  func undone(_ seen: [Float]) -> [Float] {
    let width = size + 2 * radius
    // Around the symbol is the quiet zone.
    var modules = [Float](repeating: 1, count: width * width)
    for y in 0..<size { for x in 0..<size { modules[(y + radius) * width + x + radius] = 0 } }
    var ahead = modules
    var errors = [Float](repeating: 0, count: width * width)
    let reach = kernel.reduce(0) { $0 + abs($1) }
    let rate = 1 / (reach * reach)
    var momentum: Float = 1
    var sums = [Float](repeating: 0, count: size)
    for _ in 0..<50 {
      for y in 0..<size {
        convolve(ahead, row: y, width: width, into: &sums)
        for x in 0..<size { errors[(y + radius) * width + x + radius] = sums[x] + offset - seen[y * size + x] }
      }
      let next = (1 + (1 + 4 * momentum * momentum).squareRoot()) / 2
      let carry = (momentum - 1) / next
      momentum = next
      for y in 0..<size {
        convolve(errors, row: y, width: width, into: &sums)
        let row = (y + radius) * width + radius
        for x in 0..<size {
          let before = modules[row + x]
          let value = min(max(ahead[row + x] - rate * sums[x], -1), 1)
          modules[row + x] = value
          ahead[row + x] = value + carry * (value - before)
        }
      }
    }
    return (0..<size * size).map { modules[($0 / size + radius) * width + $0 % size + radius] }
  }

  /// One row of the blurred modules. A point symmetric kernel is its own adjoint.
  private func convolve(_ source: [Float], row: Int, width: Int, into sums: inout [Float]) {
    let side = 2 * radius + 1
    for x in 0..<size { sums[x] = 0 }
    unsafe source.withUnsafeBufferPointer { source in
      unsafe sums.withUnsafeMutableBufferPointer { sums in
        for (tap, share) in kernel.enumerated() {
          let start = (row + tap / side) * width + tap % side
          for x in 0..<size { unsafe sums[x] += share * source[start + x] }
        }
      }
    }
  }
}
