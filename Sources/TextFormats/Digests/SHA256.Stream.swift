extension SHA256 {
  /// The digest of bytes that come in pieces.
  package struct Stream {
    private var state = SHA256.initial
    /// The bytes of an incomplete block.
    private var rest: [UInt8] = []
    private var count = 0
    private var schedule = [UInt32](repeating: 0, count: 64)

    package init() {}

    package mutating func append(_ bytes: some Collection<UInt8>) {
      count += bytes.count
      rest += bytes
      var start = 0
      while rest.count - start >= 64 {
        SHA256.process(rest, at: start, &schedule, into: &state)
        start += 64
      }
      rest.removeFirst(start)
    }

    /// The digest of all bytes so far, as 64 hexadecimal digits.
    package var hexDigest: String {
      var (state, schedule) = (state, schedule)
      let last = rest + SHA256.padding(after: count)
      for start in stride(from: 0, to: last.count, by: 64) { SHA256.process(last, at: start, &schedule, into: &state) }
      return HexadecimalText.of(SHA256.bytes(of: state))
    }
  }
}
