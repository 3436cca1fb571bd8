import QRSymbology

/// Following a surface that is bent in many places: paper that was crumpled, bottles, large symbols near the lens.
extension GridFit {
  /// Bends the map block by block, outwards from the finder patterns, so that in each block the modules are as clearly
  /// dark or light as they can be.
  ///
  /// Between two modules a sample is a mixture of both; on their centres samples differ the most. A block that is a whole
  /// module off would be as clear, so each one starts from where its neighbours have been found.
  func meshed(_ start: GridMap) -> GridMap {
    let spacing = 5.0
    let count = max(4, Int((Double(size) / spacing).rounded()) + 1)
    let centres = (0..<count).map { 2.5 + Double($0) * (Double(size) - 5) / Double(count - 1) }
    var mesh = Mesh(count: count, nodes: Array(repeating: nil, count: count * count))
    // The finder patterns have been fitted already, and everything goes on from them.
    let homes = [Vector(3.5, 3.5), Vector(Double(size) - 3.5, 3.5), Vector(3.5, Double(size) - 3.5)]
    func distance(_ node: Int) -> Double {
      let place = Vector(centres[node % count], centres[node / count])
      return homes.map { ($0 - place).length }.min() ?? 0
    }
    let order = (0..<count * count).sorted { distance($0) < distance($1) }
    for node in order {
      let guess = mesh.prediction(node)
      let place = Vector(centres[node % count], centres[node / count])
      mesh.nodes[node] = clearestShift(start, at: place, near: guess, reach: 0.6, step: 0.2)
    }
    // Once more, each between all its neighbours.
    for node in order {
      let place = Vector(centres[node % count], centres[node / count])
      let guess = (mesh.mean(node) + (mesh.nodes[node] ?? .zero)) / 2
      mesh.nodes[node] = clearestShift(start, at: place, near: guess, reach: 0.3, step: 0.1)
    }
    var result = start
    result.residuals = GridMap.Residuals(centres: centres, nodes: mesh.nodes.map { $0 ?? .zero })
    return result
  }

  /// Displacements at the nodes of a square grid, as far as they are known.
  private struct Mesh {
    var count: Int
    var nodes: [Vector?]

    private func value(_ column: Int, _ row: Int) -> Vector? {
      0..<count ~= column && 0..<count ~= row ? nodes[row * count + column] : nil
    }

    /// What known neighbours suggest: where two lie in a row, they go on; otherwise their mean.
    func prediction(_ node: Int) -> Vector {
      let (column, row) = (node % count, node / count)
      var (sum, weight) = (Vector(), 0.0)
      for dy in -1...1 {
        for dx in -1...1 where dx != 0 || dy != 0 {
          guard let near = value(column + dx, row + dy) else { continue }
          if let far = value(column + 2 * dx, row + 2 * dy) {
            sum += (near * 2 - far) * 2
            weight += 2
          } else {
            sum += near
            weight += 1
          }
        }
      }
      return weight > 0 ? sum / weight : .zero
    }

    /// The mean of the four neighbours.
    func mean(_ node: Int) -> Vector {
      let (column, row) = (node % count, node / count)
      let around = [(1, 0), (-1, 0), (0, 1), (0, -1)].compactMap { value(column + $0.0, row + $0.1) }
      return around.isEmpty ? .zero : around.reduce(.zero, +) / Double(around.count)
    }
  }

  /// The displacement in pixels at which the modules around a place differ the most from each other.
  ///
  /// - Parameters:
  ///   - reach: How far from the guess to look, in modules.
  ///   - step: In modules.
  private func clearestShift(_ map: GridMap, at place: Vector, near guess: Vector, reach: Double, step: Double)
    -> Vector
  {
    let (column, row) = (Int(place.x), Int(place.y))
    var points: [Vector] = []
    for y in max(0, row - 3)...min(size - 1, row + 3) {
      for x in max(0, column - 3)...min(size - 1, column + 3) {
        points.append(map.place(Double(x) + 0.5, Double(y) + 0.5))
      }
    }
    let across = map.place(place.x + 0.5, place.y) - map.place(place.x - 0.5, place.y)
    let down = map.place(place.x, place.y + 0.5) - map.place(place.x, place.y - 0.5)
    var (best, bestScore) = (guess, -Double.infinity)
    let steps = Int((reach / step).rounded())
    for i in -steps...steps {
      for j in -steps...steps {
        let (x, y) = (Double(i) * step, Double(j) * step)
        let shift = guess + across * x + down * y
        // A little in favour of the guess: where all is one colour, nothing else tells.
        let score = variance(points, shift) * (1 - 0.15 * (x * x + y * y)) - (x * x + y * y)
        if score > bestScore { (best, bestScore) = (shift, score) }
      }
    }
    return best
  }

  private func variance(_ points: [Vector], _ shift: Vector) -> Double {
    unsafe image.pixels.withUnsafeBufferPointer { pixels in
      var (sum, squares) = (0.0, 0.0)
      for point in points {
        let gray = unsafe GrayImage.value(pixels, image.width, image.height, point + shift)
        sum += gray
        squares += gray * gray
      }
      let mean = sum / Double(points.count)
      return squares / Double(points.count) - mean * mean
    }
  }
}
