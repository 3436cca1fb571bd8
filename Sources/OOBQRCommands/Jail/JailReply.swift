/// What a process in the jail may answer, for the fuzzer: it may have been taken over.
@_spi(Fuzzing) public enum JailReply {
  /// Reads an answer to each question, and prints what it says. Any bytes end in a value or in none.
  public static func read(_ bytes: [UInt8]) {
    _ = DecodedPicture(workerBytes: bytes)
    guard let reading = PictureReading(workerBytes: bytes) else { return }
    let again = PictureReading(workerBytes: reading.workerBytes)
    precondition(again?.symbols.count == reading.symbols.count, "a reading is unchanged when it leaves the jail")
    for symbol in reading.symbols { _ = (symbol.grade?.text, symbol.grade?.json, symbol.printedCorners) }
  }
}
