import OutOfBand

/// A parser of a stranger's text, with checks of what it makes of it.
///
/// libFuzzer calls ``run(_:)`` with inputs that reach ever more code (`make fuzz`), and the tests with all inputs in
/// `Fuzz/corpus`. A check that fails ends the process.
enum TextParser: String, CaseIterable {
  case payload, link, grammar, message, dispatch, transaction, html, association, manifest, policy, catalogue
  case csv, lines

  func run(_ bytes: [UInt8]) {
    switch self {
    case .payload: Self.payload(bytes)
    case .link: Self.link(bytes)
    case .grammar: Self.grammar(bytes)
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
    }
  }
}
