import PictureDamage

/// A reproducible generator of random numbers, for tests that do not otherwise need `PictureDamage`.
public struct SeededGenerator: RandomNumberGenerator {
  private var base: SplitMix64

  public init(seed: UInt64) { base = SplitMix64(seed: seed) }

  public mutating func next() -> UInt64 { base.next() }

  /// Bytes from an alphabet.
  public mutating func bytes(_ count: Int, from alphabet: [UInt8]) -> [UInt8] {
    (0..<count).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &self)] }
  }
}
