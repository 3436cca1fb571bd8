/// Elementary functions built only from additions, multiplications and divisions, which IEEE 754 rounds identically on
/// every machine. The C library's `sin` and `exp` may differ in the last bit between versions.
package enum ExactMath {
  package static let pi = 3.141592653589793

  /// Computes the sine of an angle in degrees, to about 1e-15.
  package static func sine(degrees: Double) -> Double {
    // Whole turns are subtracted exactly; the rest is folded to ±45°, where the series are short.
    let turned = degrees.truncatingRemainder(dividingBy: 360)
    let quarter = (turned / 90).rounded()
    let rest = (turned - quarter * 90) * (pi / 180)
    switch (Int(quarter) % 4 + 4) % 4 {
    case 0: return sineSeries(rest)
    case 1: return cosineSeries(rest)
    case 2: return -sineSeries(rest)
    default: return -cosineSeries(rest)
    }
  }

  package static func cosine(degrees: Double) -> Double { sine(degrees: degrees + 90) }

  package static func tangent(degrees: Double) -> Double { sine(degrees: degrees) / cosine(degrees: degrees) }

  /// Computes the angle in degrees whose sine is `value`, -1…1, by Newton's method.
  package static func arcsine(_ value: Double) -> Double {
    if value < 0 { return -arcsine(-value) }
    // Near 1 the slope vanishes: use the complement there.
    if value > 0.75 { return 90 - 2 * arcsine(((1 - min(value, 1)) / 2).squareRoot()) }
    // The first terms of the series are close enough for three steps.
    let square = value * value
    var angle = value * (1 + square * (1.0 / 6 + square * (3.0 / 40 + square * (15.0 / 336)))) * (180 / pi)
    for _ in 0..<3 { angle -= (sine(degrees: angle) - value) / cosine(degrees: angle) * (180 / pi) }
    return angle
  }

  /// Computes 2 to the power of a number within ±60.
  package static func powerOfTwo(_ exponent: Double) -> Double {
    let whole = exponent.rounded()
    let x = (exponent - whole) * 0.6931471805599453
    var term = 1.0
    var sum = 1.0
    for i in 1...18 {
      term = term * x / Double(i)
      sum += term
    }
    for _ in 0..<Int(abs(whole)) { sum = whole > 0 ? sum * 2 : sum / 2 }
    return sum
  }

  /// Computes the logarithm to base 2 of a positive number.
  package static func logarithm2(_ value: Double) -> Double {
    // ln m = 2 artanh((m - 1)/(m + 1)), with the significand m in 0.7…1.4.
    var (m, exponent) = (value.significand, Double(value.exponent))
    if m > 1.4142135623730951 {
      m /= 2
      exponent += 1
    }
    let z = (m - 1) / (m + 1)
    var power = z
    var sum = 0.0
    for i in 0..<20 {
      sum += power / Double(2 * i + 1)
      power *= z * z
    }
    return exponent + 2 * sum * 1.4426950408889634
  }

  private static func sineSeries(_ x: Double) -> Double {
    var term = x
    var sum = x
    for i in 1...10 {
      term = -term * x * x / Double(2 * i * (2 * i + 1))
      sum += term
    }
    return sum
  }

  private static func cosineSeries(_ x: Double) -> Double {
    var term = 1.0
    var sum = 1.0
    for i in 1...10 {
      term = -term * x * x / Double((2 * i - 1) * 2 * i)
      sum += term
    }
    return sum
  }
}
