import Glibc

/// The gray of sRGB colours as libpng computes it: in linear light of eight bits.
enum SRGB {
  /// libpng's gamma for sRGB.
  private static let gamma = 2.2

  private static let linear = table(gamma)
  private static let encoded = table(1 / gamma)

  private static func table(_ exponent: Double, of most: Int = 255) -> [UInt8] {
    (0...most).map { UInt8((255 * pow(Double($0) / Double(most), exponent) + 0.5).rounded(.down)) }
  }

  /// Converts linear light of 16 bits.
  static func encode(_ linear: [UInt16]) -> [UInt8] {
    let table = table(1 / gamma, of: 65535)
    return linear.map { table[Int($0)] }
  }

  /// The shares of red, green and blue in the luminance, of 32768 (ITU-R BT.709).
  private static let shares = (red: 6968, green: 23434, blue: 2366)

  /// The linear red of all values, then green, then blue.
  private static let luminances: [UInt32] = [shares.red, shares.green, shares.blue].flatMap { share in
    linear.map { UInt32($0) * UInt32(share) }
  }

  /// Converts a row of pixels.
  ///
  /// - Parameters:
  ///   - row: Red, green and blue of each pixel, and alpha if there are four channels.
  ///   - channels: 3 or 4.
  ///   - line: As long as the row.
  /// - Returns: Whether all pixels are opaque.
  static func convert(
    _ row: UnsafeRawBufferPointer, channels: Int, to line: UnsafeMutableBufferPointer<UInt8>
  ) -> Bool {
    precondition(row.count == channels * line.count, "a row has all channels of all pixels")
    return unsafe luminances.withUnsafeBufferPointer { luminances in
      unsafe encoded.withUnsafeBufferPointer { encoded in
        var alpha: UInt8 = 255
        var start = 0
        for x in line.indices {
          let (red, green, blue) = unsafe (row[start], row[start + 1], row[start + 2])
          if channels == 4 { alpha &= unsafe row[start + 3] }
          let sum = unsafe luminances[Int(red)] + luminances[256 + Int(green)] + luminances[512 + Int(blue)]
          let gray = unsafe encoded[Int((sum + 1 << 14) >> 15)]
          unsafe line[x] = red == green && green == blue ? red : gray
          start += channels
        }
        return alpha == 255
      }
    }
  }
}
