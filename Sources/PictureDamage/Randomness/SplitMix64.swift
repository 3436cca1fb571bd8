/// A seeded random number generator (Steele, Lea and Flood, 2014): the same seed gives the same numbers everywhere.
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  /// Makes an independent generator for each item of a numbered set, whatever the order in which the items are made.
  public init(seed: UInt64, item: Int) {
    var outer = SplitMix64(seed: seed)
    self.init(seed: outer.next() &+ UInt64(truncatingIfNeeded: item) &* 0xD134_2543_DE82_EF95)
    state = next()
  }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }

  /// Returns random bytes.
  public mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
  }

  /// Returns a value in a range, from 53 random bits, without library functions.
  package mutating func uniform(_ range: ClosedRange<Double> = 0...1) -> Double {
    let share = Double(next() >> 11) / 9_007_199_254_740_992
    return range.lowerBound + (range.upperBound - range.lowerBound) * share
  }

  /// Returns a value of approximately standard normal distribution: the sum of four uniform 16-bit numbers, whose tails
  /// end at ±3.46. It takes one draw and no logarithm.
  mutating func normal() -> Double {
    let bits = next()
    let sum = (bits & 0xFFFF) + (bits >> 16 & 0xFFFF) + (bits >> 32 & 0xFFFF) + bits >> 48
    // Each has a variance of 65536²/12; four together are divided by 65536 / √3.
    return (Double(sum) - 131_070) * 2.642_923_2e-5
  }
}
