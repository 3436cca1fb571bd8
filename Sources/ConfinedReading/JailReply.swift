import HostSystem

/// What a process in the jail may answer, for the fuzzer: it may have been taken over.
@_spi(Fuzzing) public enum JailReply {
  /// Reads an answer. Any bytes end in a value or in none.
  public static func read(_ bytes: [UInt8]) {
    guard let reply = try? WorkerCoding.value(PictureReply.self, in: bytes), let reading = reply.reading else { return }
    let again = try? WorkerCoding.value(PictureReply.self, in: WorkerCoding.bytes(of: reply))
    precondition(again?.reading?.symbols.count == reading.symbols.count, "a reading leaves the jail unchanged")
    for symbol in reading.symbols {
      _ = (symbol.printedCorners, symbol.leastVersion, symbol.structuredAppend, symbol.grade)
    }
  }
}
