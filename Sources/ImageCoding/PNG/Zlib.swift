import CDeflate
import CZlib

/// Streams of zlib (RFC 1950) and the checksum that PNG has (ISO/IEC 15948, annex D).
package enum Zlib {
  /// Compresses by zlib: libdeflate would take less time, but makes symbols with many pixels per module up to four times as large.
  ///
  /// - Parameter level: 0…9.
  /// - Throws: ``ImageCodingError/outOfMemory``.
  package static func compressed(_ bytes: [UInt8], level: Int) throws(ImageCodingError) -> [UInt8] {
    precondition(0...9 ~= level, "zlib's levels are 0…9")
    var length = compressBound(UInt(bytes.count))
    let most = Int(length)
    let stream = unsafe [UInt8](unsafeUninitializedCapacity: most) { stream, count in
      let status = unsafe compress2(stream.baseAddress, &length, bytes, UInt(bytes.count), Int32(level))
      count = status == Z_OK ? Int(length) : 0
    }
    if stream.isEmpty { throw .outOfMemory }
    return stream
  }

  /// - Parameter checksum: That of the bytes before these.
  package static func crc32(_ bytes: ArraySlice<UInt8>, after checksum: UInt32 = 0) -> UInt32 {
    unsafe bytes.withUnsafeBytes { unsafe libdeflate_crc32(checksum, $0.baseAddress, $0.count) }
  }
}
