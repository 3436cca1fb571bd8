import Imaging

/// A point symmetric blur over the modules.
struct Blur {
  private let size: Int
  private let radius: Int
  /// Row by row, (2 · radius + 1)² shares.
  private let kernel: [Float]
  /// The gray that is added to all modules.
  private let offset: Float

  /// Fits the blur to the modules whose neighbours are all known, by least squares.
  ///
  /// - Returns: `nil` when there are too few, or they show no blur.
  init?(_ seen: [Float], size: Int, known: [Double], radius: Int, _ tuning: Tuning) {
    (self.size, self.radius) = (size, radius)
    let side = 2 * radius + 1
    // Opposite neighbours have the same share: one unknown for the centre and one for each tap after it.
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
    guard count > tuning.fit.blurModules else { return nil }
    // Of two blurs with the same error, the narrower one.
    for (i, tap) in taps.enumerated() {
      let distance = Double(tap.x * tap.x + tap.y * tap.y)
      system.dampen(i, by: count * tuning.fit.blurRidge * (tuning.fit.blurCentreRidge + distance))
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
    // Light is added, and there must be some blur to remove.
    guard kernel.reduce(0, +) > Float(tuning.fit.blurLight), centre > Float(tuning.fit.blurCentre),
      beside > Float(tuning.fit.blurLeast) * centre
    else { return nil }
    let explained = 1 - system.residual(solution, squares: squares) / max(squares - sum * sum / count, 1e-9)
    guard explained > tuning.acceptance.blurExplained else { return nil }
  }

  /// The modules, −1 dark … 1 light, whose blurred values are nearest to `seen`: by projected gradient descent with
  /// momentum (FISTA; Beck and Teboulle, 2009).
  func undone(_ seen: [Float], passes: Int) -> [Float] {
    let width = size + 2 * radius
    // The border is the quiet zone.
    var modules = [Float](repeating: 1, count: width * width)
    for y in 0..<size { for x in 0..<size { modules[(y + radius) * width + x + radius] = 0 } }
    var ahead = modules
    var errors = [Float](repeating: 0, count: width * width)
    let reach = kernel.reduce(0) { $0 + abs($1) }
    let rate = 1 / (reach * reach)
    var momentum: Float = 1
    var sums = [Float](repeating: 0, count: size)
    for _ in 0..<passes {
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

  /// Convolves one row. A point symmetric kernel is its own adjoint.
  private func convolve(_ source: [Float], row: Int, width: Int, into sums: inout [Float]) {
    let side = 2 * radius + 1
    for x in 0..<size { sums[x] = 0 }
    unsafe source.withUnsafeBufferPointer { source in
      unsafe sums.withUnsafeMutableBufferPointer { sums in
        var tap = 0
        while tap < kernel.count {
          let start = (row + tap / side) * width + tap % side
          // Several taps of a row at a time load and store each sum once; the order of the additions is the same.
          if radius == 2 {
            let (a, b, c, d, e) = (kernel[tap], kernel[tap + 1], kernel[tap + 2], kernel[tap + 3], kernel[tap + 4])
            for x in 0..<size {
              let i = start &+ x
              unsafe sums[x] =
                sums[x] + a * source[i] + b * source[i &+ 1] + c * source[i &+ 2] + d * source[i &+ 3]
                + e * source[i &+ 4]
            }
            tap += 5
          } else {
            let share = kernel[tap]
            for x in 0..<size { unsafe sums[x] += share * source[start + x] }
            tap += 1
          }
        }
      }
    }
  }
}
