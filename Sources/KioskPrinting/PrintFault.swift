/// What is wrong with an input of a print, as a sentence with the options of `oobqr print` that help.
public struct PrintFault: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String
  /// Whether it would be printed if its symbol did not have to be scanned.
  public let isSymbolTooSmall: Bool

  package init(_ description: String, isSymbolTooSmall: Bool = false) {
    (self.description, self.isSymbolTooSmall) = (description, isSymbolTooSmall)
  }

  /// Checks the dots per module of a symbol that the printer draws.
  static func checkModule(_ dots: Int, most: Int) throws(PrintFault) {
    guard 1...most ~= dots else {
      throw PrintFault(
        "the printer's own symbols have modules of 1…\(most) dots, not \(dots); leave out --native or give "
          + "--module-dots")
    }
  }
}
