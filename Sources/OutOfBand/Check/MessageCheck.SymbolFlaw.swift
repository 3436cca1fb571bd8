extension MessageCheck {
  /// What is wrong with the symbol that carries a message, as its picture shows it.
  public struct SymbolFlaw: Hashable, Sendable {
    public let kind: Kind
    /// What was measured, as a clause.
    public let message: String
    /// Whether phones may not read it.
    public let isSevere: Bool
    /// What to do; `nil` for what the rule says.
    public let remedy: String?

    public init(_ kind: Kind, _ message: String, isSevere: Bool, remedy: String? = nil) {
      (self.kind, self.message, self.isSevere, self.remedy) = (kind, message, isSevere, remedy)
    }

    public enum Kind: Hashable, Sendable, CaseIterable {
      case contrast, modules, quietZone, shape, polarity
    }

    var finding: Diagnostic {
      let rule: Diagnostic.Rule =
        switch kind {
        case .contrast: .lowContrast
        case .modules: .damagedSymbol
        case .quietZone: .poorQuietZone
        case .shape: .distortedSymbol
        case .polarity: .invertedSymbol
        }
      return Diagnostic(rule, message, at: .symbol, remedy: remedy, severity: isSevere ? .error : .warning)
    }
  }
}
