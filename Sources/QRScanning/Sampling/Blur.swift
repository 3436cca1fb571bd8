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
  init?(_ seen: [Float], size: Int, known: [Double], radius: Int, _ tuning: Tuning.Acceptance) {
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
    guard count > 40 else { return nil }
    // Of two blurs with the same error, the narrower one.
    for (i, tap) in taps.enumerated() {
      let distance = Double(tap.x * tap.x + tap.y * tap.y)
      system.dampen(i, by: count * 2e-4 * (0.2 + distance))
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
    guard kernel.reduce(0, +) > 0.3, centre > 0.05, beside > 0.15 * centre else { return nil }
    let explained = 1 - system.residual(solution, squares: squares) / max(squares - sum * sum / count, 1e-9)
    guard explained > tuning.blurExplained else { return nil }
  }

  /// The modules, −1 dark … 1 light, whose blurred values are nearest to `seen`: by projected gradient descent with
  /// momentum (FISTA; Beck and Teboulle, 2009), until no module changes by a two-hundredth of the way in a pass.
  func undone(_ seen: [Float]) -> [Float] {
    // The last vector of a row may reach beyond its end.
    let width = size + 2 * radius
    let count = width * width + Four.scalarCount
    // The border is the quiet zone.
    var modules = [Float](repeating: 1, count: count)
    for y in 0..<size { for x in 0..<size { modules[(y + radius) * width + x + radius] = 0 } }
    var ahead = modules
    var errors = [Float](repeating: 0, count: count)
    let seen = seen + [Float](repeating: 0, count: Four.scalarCount)
    let reach = kernel.reduce(0) { $0 + abs($1) }
    let rate = 1 / (reach * reach)
    var momentum: Float = 1
    for _ in 0..<50 {
      convolve(ahead, width: width) { y, x, sums in
        errors.store(sums + offset - seen.four(at: y * size + x), at: (y + radius) * width + radius, x, size)
      }
      let next = (1 + (1 + 4 * momentum * momentum).squareRoot()) / 2
      let carry = (momentum - 1) / next
      momentum = next
      var greatest = Four.zero
      convolve(errors, width: width) { y, x, sums in
        let row = (y + radius) * width + radius
        let before = modules.four(at: row + x)
        let free = ahead.four(at: row + x) - rate * sums
        let value = free.replacing(with: .one, where: free .> .one).replacing(with: -.one, where: free .< -.one)
        modules.store(value, at: row, x, size)
        ahead.store(value + carry * (value - before), at: row, x, size)
        var squares = (value - before) * (value - before)
        for lane in 0..<max(0, x + Four.scalarCount - size) { squares[Four.scalarCount - 1 - lane] = 0 }
        greatest.replace(with: squares, where: squares .> greatest)
      }
      if greatest.max() < 0.01 * 0.01 { break }
    }
    return (0..<size * size).map { modules[($0 / size + radius) * width + $0 % size + radius] }
  }

  /// Convolves the modules inside the border. A point symmetric kernel is its own adjoint.
  ///
  /// - Parameter body: Called for each four columns of each row; those beyond the last one have no meaning.
  @inline(__always) private func convolve(
    _ source: [Float], width: Int, _ body: (_ y: Int, _ x: Int, _ sums: Four) -> Void
  ) {
    let side = 2 * radius + 1
    // The last tap of the last row ends where the source does.
    precondition(source.count == width * width + Four.scalarCount && kernel.count == side * side)
    let shares = kernel.map { Four(repeating: $0) }
    let float = MemoryLayout<Float>.stride
    unsafe source.withUnsafeBytes { source in
      unsafe shares.withUnsafeBufferPointer { shares in
        for y in 0..<size {
          for x in stride(from: 0, to: size, by: Four.scalarCount) {
            let start = (y &* width &+ x) &* float
            var sums = Four.zero
            for row in 0..<side {
              let (first, place) = (row &* side, start &+ row &* width &* float)
              func add(_ tap: Int) {
                let offset = place &+ tap &* float
                unsafe sums += shares[first &+ tap] * source.loadUnaligned(fromByteOffset: offset, as: Four.self)
              }
              add(0)
              add(1)
              add(2)
              if side > 3 {
                add(3)
                add(4)
              }
              for tap in 5..<max(5, side) { add(tap) }
            }
            body(y, x, sums)
          }
        }
      }
    }
  }
}

private typealias Four = SIMD4<Float>

extension [Float] {
  /// Four neighbours.
  @inline(__always) fileprivate func four(at index: Int) -> Four {
    precondition(index >= 0 && index + Four.scalarCount <= count)
    return unsafe withUnsafeBytes {
      unsafe $0.loadUnaligned(fromByteOffset: index * MemoryLayout<Float>.stride, as: Four.self)
    }
  }

  /// Writes those of four neighbours that are before the end of a row.
  @inline(__always) fileprivate mutating func store(_ four: Four, at row: Int, _ x: Int, _ end: Int) {
    if x + Four.scalarCount > end {
      for lane in 0..<end - x { self[row + x + lane] = four[lane] }
      return
    }
    precondition(row + x >= 0 && row + x + Four.scalarCount <= count)
    unsafe withUnsafeMutableBytes {
      unsafe $0.storeBytes(of: four, toByteOffset: (row + x) * MemoryLayout<Float>.stride, as: Four.self)
    }
  }
}
