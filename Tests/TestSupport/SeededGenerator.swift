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

extension [UInt8] {
  /// Changes, removes and inserts bytes at random.
  ///
  /// - Parameters:
  ///   - changes: How many, in this range.
  ///   - alphabet: What single inserted bytes are taken from.
  ///   - texts: What beginnings of up to 60 bytes are inserted from.
  public mutating func mutate(
    _ changes: ClosedRange<Int>, inserting alphabet: String, startsOf texts: [[UInt8]],
    using random: inout some RandomNumberGenerator
  ) {
    for _ in 0..<Int.random(in: changes, using: &random) {
      let at = Int.random(in: 0...count, using: &random)
      switch Int.random(in: 0...3, using: &random) {
      case 0 where at < count: self[at] = UInt8.random(in: 0...255, using: &random)
      case 1 where at < count: remove(at: at)
      case 2: insert(contentsOf: (texts.randomElement(using: &random) ?? []).prefix(60), at: at)
      default: insert(Array(alphabet.utf8).randomElement(using: &random) ?? 0, at: at)
      }
    }
  }
}
