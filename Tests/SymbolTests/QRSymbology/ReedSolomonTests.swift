import PictureDamage
import SymbolFixtures
import TestSupport
import Testing

@testable import QRSymbology

struct ReedSolomonTests {
  /// A block whose syndromes are zero: multiples of the generator polynomial, computed by long division.
  private func block(data: [UInt8], corrections: Int) -> [UInt8] {
    let generator = (0..<corrections).reduce([UInt8(1)]) { polynomial, root in
      let shifted = polynomial + [0]
      let scaled = [0] + polynomial.map { GaloisField.multiply($0, GaloisField.power(root)) }
      return zip(shifted, scaled).map { $0 ^ $1 }
    }
    var remainder = data + [UInt8](repeating: 0, count: corrections)
    for i in data.indices where remainder[i] != 0 {
      let factor = remainder[i]
      for (j, coefficient) in generator.enumerated() { remainder[i + j] ^= GaloisField.multiply(coefficient, factor) }
    }
    return data + remainder.suffix(corrections)
  }

  /// The standard's example (ISO/IEC 18004:2015, annex I): version 1-M, "01234567".
  @Test func `the standard's example block is a codeword`() {
    let data: [UInt8] = [
      0x10, 0x20, 0x0C, 0x56, 0x61, 0x80, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11,
    ]
    let corrections: [UInt8] = [0xA5, 0x24, 0xD4, 0xC1, 0xED, 0x36, 0xC7, 0x87, 0x2C, 0x55]
    #expect(block(data: data, corrections: 10) == data + corrections)
    var whole = data + corrections
    #expect(ReedSolomon.correct(&whole, correctionCodewords: 10) == 0)
  }

  @Test(arguments: [7, 10, 17, 22, 30])
  func `errors and erasures are corrected up to the capacity and refused or detected above`(corrections: Int) {
    var random = SplitMix64(seed: UInt64(corrections))
    for _ in 0..<200 {
      let sound = block(data: random.bytes(Int.random(in: 1...100, using: &random)), corrections: corrections)
      let erased = Int.random(in: 0...corrections, using: &random)
      let errors = (corrections - erased) / 2
      let places = Array(sound.indices.shuffled(using: &random).prefix(erased + errors))
      var damaged = sound
      for place in places { damaged[place] ^= UInt8.random(in: 1...255, using: &random) }
      let erasures = Array(places.prefix(erased))
      #expect(ReedSolomon.correct(&damaged, correctionCodewords: corrections, erasures: erasures) == places.count)
      #expect(damaged == sound)
    }
  }

  @Test func `correct codewords marked as erasures are unchanged`() {
    let sound = block(data: Array(1...20), corrections: 10)
    var same = sound
    #expect(ReedSolomon.correct(&same, correctionCodewords: 10, erasures: [0, 5, 7]) == 0 && same == sound)
    same[9] ^= 1
    #expect(ReedSolomon.correct(&same, correctionCodewords: 10, erasures: [0, 5, 7]) == 1 && same == sound)
  }

  @Test func `too much damage leaves the block unchanged`() {
    var random = SplitMix64(seed: 5)
    let sound = block(data: Array(1...60), corrections: 22)
    var refused = 0
    for _ in 0..<300 {
      var damaged = sound
      for place in damaged.indices.shuffled(using: &random).prefix(12) {
        damaged[place] ^= UInt8.random(in: 1...255, using: &random)
      }
      let before = damaged
      if ReedSolomon.correct(&damaged, correctionCodewords: 22) == nil {
        refused += 1
        #expect(damaged == before)
      }
    }
    // One error above the capacity: nearly every case is detected.
    #expect(refused >= 299)
  }
}
