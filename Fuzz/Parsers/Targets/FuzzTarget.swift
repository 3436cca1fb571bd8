import OutOfBand

/// A parser that reads bytes of a stranger, with checks of what it makes of them.
///
/// libFuzzer calls ``run(_:)`` with inputs that reach ever more code (`make fuzz`), and the tests with all inputs in
/// `Fuzz/corpus`. A check that fails ends the process.
enum FuzzTarget: String, CaseIterable {
  // Texts.
  case payload, link, message, dispatch, transaction, html, association, manifest, policy, catalogue
  case csv, lines, glabels
  // Pictures and symbols.
  case png, jpeg, matrix, micro, symbol, scanner

  func run(_ bytes: [UInt8]) {
    switch self {
    case .payload: Self.payload(bytes)
    case .link: Self.link(bytes)
    case .message: Self.message(bytes)
    case .dispatch: Self.dispatch(bytes)
    case .transaction: Self.transaction(bytes)
    case .html: Self.html(bytes)
    case .association: Self.association(bytes)
    case .manifest: Self.manifest(bytes)
    case .policy: Self.policy(bytes)
    case .catalogue: Self.catalogue(bytes)
    case .csv: Self.list(bytes, .csv)
    case .lines: Self.list(bytes, .jsonLines)
    case .glabels: Self.glabels(bytes)
    case .png, .jpeg: Self.picture(bytes)
    case .matrix: Self.matrix(bytes)
    case .micro: Self.micro(bytes)
    case .symbol: Self.symbol(bytes)
    case .scanner: Self.scanner(bytes)
    }
  }
}
