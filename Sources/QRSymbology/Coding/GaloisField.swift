/// The field of 256 elements of QR error correction: bytes as polynomials modulo x⁸ + x⁴ + x³ + x² + 1
/// (ISO/IEC 18004:2015, 7.5.2).
package enum GaloisField {
  /// α to the power of an index, 0…509: two periods, so that the sum of two logarithms needs no reduction.
  static let powers: [UInt8] = {
    var powers: [UInt8] = []
    var value = 1
    for _ in 0..<255 {
      powers.append(UInt8(value))
      value = value << 1 ^ (value >> 7 & 1) * 0x11D
    }
    return powers + powers
  }()

  /// The logarithm to base α of an index, 1…255; 0 has none.
  static let logarithms: [Int] = {
    var logarithms = [Int](repeating: 0, count: 256)
    for power in 0..<255 { logarithms[Int(powers[power])] = power }
    return logarithms
  }()

  package static func multiply(_ a: UInt8, _ b: UInt8) -> UInt8 {
    a == 0 || b == 0 ? 0 : powers[logarithms[Int(a)] + logarithms[Int(b)]]
  }

  /// - Precondition: `b` is not 0.
  static func divide(_ a: UInt8, by b: UInt8) -> UInt8 {
    precondition(b != 0, "the divisor is not zero")
    return a == 0 ? 0 : powers[logarithms[Int(a)] + 255 - logarithms[Int(b)]]
  }

  /// Computes α to any power.
  package static func power(_ exponent: Int) -> UInt8 { powers[(exponent % 255 + 255) % 255] }

  /// Evaluates a polynomial, lowest coefficient first, at a point.
  static func evaluate(_ polynomial: some BidirectionalCollection<UInt8>, at x: UInt8) -> UInt8 {
    guard x != 0 else { return polynomial.first ?? 0 }
    // Every access to a static table checks whether it is initialised.
    let (powers, logarithms) = (powers, logarithms)
    let logarithm = logarithms[Int(x)]
    return polynomial.reversed().reduce(0) { ($0 == 0 ? 0 : powers[logarithms[Int($0)] + logarithm]) ^ $1 }
  }
}
