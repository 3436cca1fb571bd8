/// The records of a tar archive (POSIX.1-2001 ustar): reproducible, with mode 0600, time 0 and no owner.
package enum TarWriter {
  package static let block = 512
  /// The most bytes in a name.
  package static let nameLimit = 100

  /// A file with its header, padded to whole blocks.
  ///
  /// - Parameter name: 1…100 bytes.
  package static func member(_ name: String, _ content: [UInt8]) -> [UInt8] {
    var header = [UInt8](repeating: 0, count: block)
    func put(_ text: String, at offset: Int) {
      for (i, byte) in text.utf8.enumerated() { header[offset + i] = byte }
    }
    func octal(_ value: Int, digits: Int) -> String {
      let text = String(value, radix: 8)
      return String(repeating: "0", count: digits - text.utf8.count) + text
    }
    precondition(1...nameLimit ~= name.utf8.count, "a name in an archive has 1 to 100 bytes")
    put(name, at: 0)
    put("0000600", at: 100)
    put("0000000", at: 108)
    put("0000000", at: 116)
    put(octal(content.count, digits: 11), at: 124)
    put(octal(0, digits: 11), at: 136)
    // The checksum is computed with spaces in its place.
    put("        ", at: 148)
    put("0", at: 156)
    put("ustar", at: 257)
    put("00", at: 263)
    put(octal(header.reduce(0) { $0 + Int($1) }, digits: 6) + "\0 ", at: 148)
    return header + content + [UInt8](repeating: 0, count: (block - content.count % block) % block)
  }

  /// Returns the length of ``member(_:_:)`` for a file of `content` bytes.
  package static func memberBytes(_ content: Int) -> Int { block + (content + block - 1) / block * block }

  /// The end of an archive.
  package static let end = [UInt8](repeating: 0, count: 2 * block)
}
