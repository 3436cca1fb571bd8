extension AppleAppSiteAssociation {
  /// Whether a text is an app ID: a team's identifier of ten capital letters and digits, `.`, and a bundle identifier.
  public static func isAppID(_ text: String) -> Bool { fault(inAppID: text) == nil }

  /// What is wrong with an app ID; `nil` if nothing is.
  static func fault(inAppID text: String) -> String? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let team = parts[0].utf8
    guard team.count == 10, team.allSatisfy({ isDigit($0) || isCapital($0) }) else {
      return "no ten capital letters and digits precede the first '.'"
    }
    let labels = parts.count == 2 ? parts[1].split(separator: ".", omittingEmptySubsequences: false) : []
    let isBundle =
      !labels.isEmpty
      && labels.allSatisfy { label in
        !label.isEmpty
          && label.utf8.allSatisfy {
            isDigit($0) || isCapital($0) || UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || $0 == UInt8(ascii: "-")
          }
      }
    return isBundle ? nil : "no bundle id follows the team id"
  }

  private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
  private static func isCapital(_ byte: UInt8) -> Bool { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte }
}
