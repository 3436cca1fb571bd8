import Testing
import TextFormats

struct SHA256Tests {
  @Test func `the digest is that of the standard's examples`() {
    let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    #expect(SHA256.hexDigest(of: []) == empty && SHA256().hexDigest == empty)
    #expect(
      SHA256.hexDigest(of: Array("abc".utf8)) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }

  @Test(arguments: [1, 7, 55, 56, 63, 64, 65, 119, 120, 200])
  func `bytes in pieces have the digest of the whole`(piece: Int) {
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 * 7) }
    var stream = SHA256()
    for start in stride(from: 0, to: bytes.count, by: piece) {
      stream.append(bytes[start..<min(start + piece, bytes.count)])
      // Asking in between changes nothing.
      #expect(stream.hexDigest == SHA256.hexDigest(of: Array(bytes.prefix(start + piece))))
    }
  }
}
