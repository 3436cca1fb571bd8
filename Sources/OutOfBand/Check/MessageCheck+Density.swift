extension MessageCheck {
  /// What there is to say about a symbol that is dense, whatever it holds.
  ///
  /// - Parameter version: 1…40.
  public static func densityFindings(symbolVersion version: Int) -> [Diagnostic] {
    var found: [Diagnostic] = []
    found.addDensity(Options(symbolSize: .version(version)))
    return found
  }
}
