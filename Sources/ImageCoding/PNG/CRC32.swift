import CDeflate

/// The checksum of PNG chunks (ISO/IEC 15948, annex D).
enum CRC32 {
  /// Computes the checksum of a part of some bytes.
  static func checksum(_ bytes: [UInt8], _ part: Range<Int>) -> UInt32 {
    unsafe bytes.withUnsafeBytes { bytes in
      unsafe libdeflate_crc32(0, UnsafeRawBufferPointer(rebasing: bytes[part]).baseAddress, part.count)
    }
  }
}
