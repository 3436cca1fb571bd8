import QRSymbology

extension ModuleGrays {
  /// Modules as dark or light, and those that are too close to the threshold to be sure.
  struct Decision {
    /// `true` is dark.
    var modules: [Bool]
    var isUncertain: [Bool]

    /// The share of modules that are too close to the threshold, 0…1.
    var uncertainShare: Double { Double(isUncertain.count { $0 }) / Double(isUncertain.count) }

    /// Rows and columns exchanged, for a mirrored symbol.
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
  }

  /// Thresholds each module midway between the means of the dark and of the light modules around it.
  ///
  /// - Parameter radius: Modules on each side that the means are of; by default ``Tuning/Fit/thresholdRadius``.
  func decided(radius: Int? = nil) -> Decision {
    let (thresholds, contrasts) = levels(radius: radius ?? tuning.fit.thresholdRadius)
    let doubt = Float(tuning.acceptance.erasure)
    let least = 0.25 * (contrasts.reduce(0, +) / Float(values.count))
    var isDark = [Bool](repeating: false, count: values.count)
    var isUncertain = isDark
    for i in values.indices {
      isDark[i] = values[i] < thresholds[i]
      // Under glare and in deep shadow there is hardly any contrast.
      isUncertain[i] = abs(values[i] - thresholds[i]) < doubt * contrasts[i] || contrasts[i] < least
    }
    return Decision(modules: isDark, isUncertain: isUncertain)
  }

  /// The modules by their grays, and by sharpened grays.
  var decisions: some Sequence<Decision> { [self, sharpened()].lazy.map { $0.decided() } }
}

extension ModuleGrays.Decision {
  /// The shares of finder and of timing modules that have their required value, 0…1.
  struct Agreement: Equatable {
    var finder: Double
    var timing: Double

    /// Whether both shares are above a limit.
    func exceeds(finder: Double, timing: Double) -> Bool { self.finder > finder && self.timing > timing }
  }

  /// Compares the finder and timing patterns of a symbol with those that every symbol has.
  func agreement(size: Int) -> Agreement {
    var (finder, timing) = (0, 0)
    let side = FunctionPattern.finderSize
    let line = FunctionPattern.timingLine
    for (left, top) in [(0, 0), (size - side, 0), (0, size - side)] {
      for row in 0..<side {
        for column in 0..<side {
          let isDark = FunctionPattern.isFinderDark(row: row, column: column)
          if modules[(top + row) * size + left + column] == isDark { finder += 1 }
        }
      }
    }
    let timingModules = FunctionPattern.timing(size: size)
    for i in timingModules {
      let isDark = FunctionPattern.isTimingDark(i)
      if modules[line * size + i] == isDark { timing += 1 }
      if modules[i * size + line] == isDark { timing += 1 }
    }
    return Agreement(
      finder: Double(finder) / Double(3 * side * side), timing: Double(timing) / Double(2 * timingModules.count))
  }
}
