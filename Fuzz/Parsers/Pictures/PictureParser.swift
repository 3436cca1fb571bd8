/// A reader of a stranger's pictures and symbols, with checks of what it finds, and the two parsers of other things whose modules
/// import these readers.
///
/// Run as ``TextParser`` is. They are apart because libFuzzer looks at a counter for each branch of the whole program after
/// each input: this program has three times as many as the one for texts.
enum PictureParser: String, CaseIterable {
  case png, jpeg, matrix, micro, symbol, scanner
  /// Templates of labels, and what a process in the jail answers.
  case glabels, reply

  func run(_ bytes: [UInt8]) {
    switch self {
    case .png, .jpeg: Self.picture(bytes)
    case .matrix: Self.matrix(bytes)
    case .micro: Self.micro(bytes)
    case .symbol: Self.symbol(bytes)
    case .scanner: Self.scanner(bytes)
    case .glabels: Self.glabels(bytes)
    case .reply: Self.reply(bytes)
    }
  }
}
