import QRSymbology

/// The gray values of a symbol's modules, as a ``GridMap`` finds them in a picture.
struct ModuleGrays {
  let size: Int
  /// Row by row; 0 = black … 255 = white.
  private(set) var values: [Float]

  /// Takes the mean of four points around the centre of each module.
  init(_ image: GrayImage, _ map: GridMap) {
    let size = map.size
    self.size = size
    values = []
    values.reserveCapacity(size * size)
    unsafe image.pixels.withUnsafeBufferPointer { pixels in
      for row in 0..<size {
        for column in 0..<size {
          let centre = map.place(Double(column) + 0.5, Double(row) + 0.5)
          let across = (map.place(Double(column) + 0.7, Double(row) + 0.5) - centre)
          let down = (map.place(Double(column) + 0.5, Double(row) + 0.7) - centre)
          var sum = 0.0
          for point in [centre + across, centre - across, centre + down, centre - down] {
            sum += unsafe GrayImage.value(pixels, image.width, image.height, point)
          }
          values.append(Float(sum / 4))
        }
      }
    }
  }

  /// Takes back some of a blur: what a module's four neighbours have lent it.
  func sharpened(_ amount: Float) -> ModuleGrays {
    var result = self
    for row in 0..<size {
      for column in 0..<size {
        let at = row * size + column
        let left = values[column > 0 ? at - 1 : at]
        let right = values[column + 1 < size ? at + 1 : at]
        let above = values[row > 0 ? at - size : at]
        let below = values[row + 1 < size ? at + size : at]
        result.values[at] = values[at] + amount * (4 * values[at] - left - right - above - below)
      }
    }
    return result
  }

  /// Modules as dark or light, and which of them are too near to the threshold to be sure.
  struct Decision {
    /// `true` is dark.
    var modules: [Bool]
    var isUncertain: [Bool]

    /// Rows and columns exchanged: what a mirrored symbol needs.
    func transposed(size: Int) -> Decision {
      var result = self
      for row in 0..<size {
        for column in 0..<size {
          result.modules[row * size + column] = modules[column * size + row]
          result.isUncertain[row * size + column] = isUncertain[column * size + row]
        }
      }
      return result
    }

    /// The shares of finder pattern modules and of timing pattern modules that are as they must be, 0…1.
    func agreement(size: Int) -> (finder: Double, timing: Double) {
      var (finder, timing) = (0, 0)
      for (left, top) in [(0, 0), (size - 7, 0), (0, size - 7)] {
        for row in 0..<7 {
          for column in 0..<7 {
            let isDark = max(abs(column - 3), abs(row - 3)) != 2
            if modules[(top + row) * size + left + column] == isDark { finder += 1 }
          }
        }
      }
      for i in 8..<size - 8 {
        if modules[6 * size + i] == (i % 2 == 0) { timing += 1 }
        if modules[i * size + 6] == (i % 2 == 0) { timing += 1 }
      }
      return (Double(finder) / 147, Double(timing) / Double(2 * (size - 16)))
    }
  }

  /// Parts dark from light by a threshold for each module: midway between the means of the dark and of the light
  /// modules within `radius`.
  ///
  /// - Parameter doubt: A module is uncertain when it is nearer to the threshold than this share of the contrast.
  func decided(radius: Int, doubt: Float = 0.12) -> Decision {
    let (thresholds, contrasts) = levels(radius: radius)
    let usual = contrasts.reduce(0, +) / Float(values.count)
    var isDark = [Bool](repeating: false, count: values.count)
    var isUncertain = isDark
    for i in values.indices {
      isDark[i] = values[i] < thresholds[i]
      // Under glare and in deep shadow there is no contrast to speak of.
      isUncertain[i] = abs(values[i] - thresholds[i]) < doubt * contrasts[i] || contrasts[i] < 0.25 * usual
    }
    return Decision(modules: isDark, isUncertain: isUncertain)
  }

  /// The threshold of each module, as ``decided(radius:doubt:)`` uses it.
  func thresholds(radius: Int) -> [Float] { levels(radius: radius).thresholds }

  /// The means of light and dark around each module: their middle, and their difference.
  private func levels(radius: Int) -> (thresholds: [Float], contrasts: [Float]) {
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

  /// The sum over the square of modules within `radius` of each.
  func boxSums(_ values: [Float], _ radius: Int) -> [Float] {
    var rows = values
    for row in 0..<size {
      var sum: Float = 0
      for column in 0..<min(radius, size) { sum += values[row * size + column] }
      for column in 0..<size {
        if column + radius < size { sum += values[row * size + column + radius] }
        if column > radius { sum -= values[row * size + column - radius - 1] }
        rows[row * size + column] = sum
      }
    }
    var result = rows
    var sums = [Float](repeating: 0, count: size)
    for row in 0..<min(radius, size) { for column in 0..<size { sums[column] += rows[row * size + column] } }
    for row in 0..<size {
      for column in 0..<size {
        if row + radius < size { sums[column] += rows[(row + radius) * size + column] }
        if row > radius { sums[column] -= rows[(row - radius - 1) * size + column] }
        result[row * size + column] = sums[column]
      }
    }
    return result
  }
}
