import Imaging

/// The gray values of a symbol's modules, sampled under a ``GridMap``.
struct ModuleGrays {
  let columns: Int
  let rows: Int
  /// Row by row; 0 = black … 255 = white.
  private(set) var values: [Float]
  let tuning: Tuning

  /// Samples the mean of four points around the centre of each module.
  ///
  /// - Parameter offset: Their distance from the centre, in modules; by default ``Tuning/Fit/sampleOffset``.
  init(_ image: GrayImage, _ map: GridMap<LevelPixels>, _ tuning: Tuning, offset: Double? = nil) {
    (columns, rows, self.tuning) = (map.columns, map.rows, tuning)
    let beside = 0.5 + (offset ?? tuning.fit.sampleOffset)
    values = []
    values.reserveCapacity(columns * rows)
    let across = (0..<columns).map {
      (centre: map.column(Double($0) + 0.5), beside: map.column(Double($0) + beside))
    }
    unsafe image.pixels.withUnsafeBufferPointer { pixels in
      for row in 0..<rows {
        let (middle, below) = (map.row(Double(row) + 0.5), map.row(Double(row) + beside))
        for column in across {
          let centre = map.place(column.centre, middle)
          let across = map.place(column.beside, middle) - centre
          let down = map.place(column.centre, below) - centre
          var sum = 0.0
          for point in [centre + across, centre - across, centre + down, centre - down] {
            sum += unsafe GrayImage.value(pixels, image.width, image.height, point)
          }
          values.append(Float(sum / 4))
        }
      }
    }
  }

  /// Adds a share of the differences to the four neighbours, which reduces blur.
  func sharpened(_ amount: Float = 0.15) -> ModuleGrays {
    var result = self
    for row in 0..<rows {
      for column in 0..<columns {
        let at = row * columns + column
        let left = values[column > 0 ? at - 1 : at]
        let right = values[column + 1 < columns ? at + 1 : at]
        let above = values[row > 0 ? at - columns : at]
        let below = values[row + 1 < rows ? at + columns : at]
        result.values[at] = values[at] + amount * (4 * values[at] - left - right - above - below)
      }
    }
    return result
  }

  /// The midpoint of the light and dark means around each module, and their difference.
  func levels(radius: Int) -> (thresholds: [Float], contrasts: [Float]) {
    let ones = [Float](repeating: 1, count: values.count)
    let count = boxSums(ones, radius)
    let sums = boxSums(values, radius)
    var isDark = [Bool](repeating: false, count: values.count)
    var darkOnes = ones
    var darkValues = values
    for i in values.indices {
      isDark[i] = values[i] * count[i] < sums[i]
      if !isDark[i] { (darkOnes[i], darkValues[i]) = (0, 0) }
    }
    let (darkCount, darkSums) = (boxSums(darkOnes, radius), boxSums(darkValues, radius))
    var contrasts = [Float](repeating: 0, count: values.count)
    var thresholds = contrasts
    for i in values.indices {
      let dark = darkCount[i] > 0 ? darkSums[i] / darkCount[i] : sums[i] / count[i]
      let lightCount = count[i] - darkCount[i]
      let light = lightCount > 0 ? (sums[i] - darkSums[i]) / lightCount : sums[i] / count[i]
      (thresholds[i], contrasts[i]) = ((dark + light) / 2, light - dark)
    }
    return (thresholds, contrasts)
  }

  /// The sums over the square of modules within `radius` of each.
  func boxSums(_ values: [Float], _ radius: Int) -> [Float] {
    let (columns, rows) = (columns, rows)
    var across = values
    for row in 0..<rows {
      var sum: Float = 0
      for column in 0..<min(radius, columns) { sum += values[row * columns + column] }
      for column in 0..<columns {
        if column + radius < columns { sum += values[row * columns + column + radius] }
        if column > radius { sum -= values[row * columns + column - radius - 1] }
        across[row * columns + column] = sum
      }
    }
    var result = across
    var sums = [Float](repeating: 0, count: columns)
    for row in 0..<min(radius, rows) {
      for column in 0..<columns { sums[column] += across[row * columns + column] }
    }
    for row in 0..<rows {
      if row + radius < rows {
        for column in 0..<columns { sums[column] += across[(row + radius) * columns + column] }
      }
      if row > radius {
        for column in 0..<columns { sums[column] -= across[(row - radius - 1) * columns + column] }
      }
      for column in 0..<columns { result[row * columns + column] = sums[column] }
    }
    return result
  }
}
