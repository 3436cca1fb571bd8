/// The SHA-256 digest (FIPS 180-4, section 6.2), which identifies pictures and files.
///
/// ```swift
/// SHA256.hexDigest(of: bytes)
/// var digest = SHA256()
/// digest.append(bytes)
/// digest.hexDigest  // the same
/// ```
package struct SHA256 {
  private var state: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]
  /// The bytes of an incomplete block.
  private var rest: [UInt8] = []
  private var count = 0
  private var schedule = [UInt32](repeating: 0, count: 64)

  package init() {}

  /// Computes the digest as 64 hexadecimal digits.
  package static func hexDigest(of bytes: [UInt8]) -> String { HexadecimalText.of(digest(of: bytes)) }

  /// Computes the digest as 32 bytes.
  package static func digest(of bytes: [UInt8]) -> [UInt8] {
    var digest = SHA256()
    digest.append(bytes)
    return digest.bytes
  }

  /// Adds the next bytes.
  package mutating func append(_ bytes: some Collection<UInt8>) {
    count += bytes.count
    rest += bytes
    var start = 0
    while rest.count - start >= 64 {
      process(at: start)
      start += 64
    }
    rest.removeFirst(start)
  }

  /// The digest of all bytes so far, as 64 hexadecimal digits.
  package var hexDigest: String { HexadecimalText.of(bytes) }

  private var bytes: [UInt8] {
    // A one bit, zeros, and the length in bits as 64 big-endian bits, to a multiple of 64 bytes.
    var last = self
    last.append([0x80] + Array(repeating: 0, count: (119 - count % 64) % 64) + BigEndian.bytes(UInt64(count) * 8))
    return last.state.flatMap { BigEndian.bytes($0) }
  }

  /// Processes the block of 64 bytes that begins at `start`.
  private mutating func process(at start: Int) {
    for i in 0..<16 {
      let byte = start + 4 * i
      schedule[i] =
        UInt32(rest[byte]) << 24 | UInt32(rest[byte + 1]) << 16 | UInt32(rest[byte + 2]) << 8 | UInt32(rest[byte + 3])
    }
    Self.compress(&schedule, into: &state)
  }

  /// Processes a block, whose 16 words are at the start of the schedule.
  private static func compress(_ schedule: inout [UInt32], into state: inout [UInt32]) {
    for i in 16..<64 {
      let s0 = schedule[i - 15].rotated(7) ^ schedule[i - 15].rotated(18) ^ schedule[i - 15] >> 3
      let s1 = schedule[i - 2].rotated(17) ^ schedule[i - 2].rotated(19) ^ schedule[i - 2] >> 10
      schedule[i] = schedule[i - 16] &+ s0 &+ schedule[i - 7] &+ s1
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for i in 0..<64 {
      let s1 = e.rotated(6) ^ e.rotated(11) ^ e.rotated(25)
      let t1 = h &+ s1 &+ (e & f ^ ~e & g) &+ constants[i] &+ schedule[i]
      let s0 = a.rotated(2) ^ a.rotated(13) ^ a.rotated(22)
      let t2 = s0 &+ (a & b ^ a & c ^ b & c)
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ t1, c, b, a, t1 &+ t2)
    }
    state[0] &+= a
    state[1] &+= b
    state[2] &+= c
    state[3] &+= d
    state[4] &+= e
    state[5] &+= f
    state[6] &+= g
    state[7] &+= h
  }

  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]
}

extension UInt32 {
  @inline(__always) fileprivate func rotated(_ bits: UInt32) -> UInt32 { self >> bits | self << (32 - bits) }
}
