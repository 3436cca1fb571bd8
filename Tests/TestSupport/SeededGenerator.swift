/// A reproducible generator of random numbers (SplitMix64).
public struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Bytes from an alphabet.
  public mutating func bytes(_ count: Int, from alphabet: [UInt8]) -> [UInt8] {
    (0..<count).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &self)] }
  }
}
