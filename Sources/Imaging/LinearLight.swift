/// Conversion between gray levels and linear light, as sRGB defines them (IEC 61966-2-1).
package enum LinearLight {
  /// 0 (no light) … 1 for each gray level.
  package static let linear: [Double] = (0...255).map { level in
    let value = Double(level) / 255
    return value <= 0.04045
      ? value / 12.92 : ExactMath.powerOfTwo(2.4 * ExactMath.logarithm2((value + 0.055) / 1.055))
  }

  /// Returns the gray level nearest to an amount of light; above 1 the sensor is saturated.
  package static func level(_ light: Double) -> UInt8 { levels[Int((min(max(light, 0), 1) * 16383).rounded())] }

  private static let levels: [UInt8] = (0...16383).map { step in
    let light = Double(step) / 16383
    let value =
      light <= 0.0031308 ? light * 12.92 : 1.055 * ExactMath.powerOfTwo(ExactMath.logarithm2(light) / 2.4) - 0.055
    return UInt8((value * 255).rounded())
  }
}
