import TextFormats

extension AppleAppSiteAssociation {
  /// Whether a text is an app ID: a team's identifier of ten capital letters and digits, `.`, and a bundle identifier.
  public static func isAppID(_ text: String) -> Bool { fault(inAppID: text) == nil }

  /// What is wrong with an app ID; `nil` if nothing is.
  static func fault(inAppID text: String) -> String? {
    func isDigitOrCapital(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte || 0x41...0x5A ~= byte }
    let labels = text.split(separator: ".", omittingEmptySubsequences: false).map(\.utf8)
    guard labels[0].count == 10, labels[0].allSatisfy(isDigitOrCapital) else {
      return "the part before the first '.' is not ten capital letters or digits"
    }
    let isBundle =
      labels.count > 1
      && labels.dropFirst().allSatisfy { label in
        !label.isEmpty && label.allSatisfy { $0.isLetterOrDigit(or: "-") }
      }
    return isBundle ? nil : "no bundle id follows the team id"
  }
}
