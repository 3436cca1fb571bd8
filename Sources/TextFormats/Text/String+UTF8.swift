extension String {
  /// The text of bytes that are UTF-8, and `nil` for others: `String(validating:as:)`, which iOS has from version 18 on.
  package init?(utf8 bytes: some Collection<UInt8>) {
    self.init(decoding: bytes, as: UTF8.self)
    // What is not UTF-8 has become U+FFFD.
    guard utf8.elementsEqual(bytes) else { return nil }
  }
}
