import TextFormats

/// Misspelled tokens and schemes.
extension Spelling {
  /// Whether a member or parameter is named `token`, or seems to be meant so: in any case, with a word before it, with one
  /// letter added, dropped or changed, or with letters in another order.
  static func isToken(_ name: some StringProtocol) -> Bool {
    let letters = plain(String(name.suffix(64)))
    let token = Array("token".utf8)
    if letters.suffix(5).elementsEqual(token) || letters.suffix(6).elementsEqual(token + [UInt8(ascii: "s")]) {
      return true
    }
    return 4...6 ~= letters.count && (distance(letters, token) <= 1 || letters.sorted() == token.sorted())
  }

  /// Whether a scheme is a misspelled `https`, also one with letters in another order, or is used instead of it: in defanged links
  /// (`hxxps`), for another protocol, or for an Android intent.
  static func isMeantAsHTTPS(_ scheme: String) -> Bool {
    let scheme = scheme.lowercased()
    return ["hxxps", "hxxp", "ftps", "ftp", "intent"].contains(scheme) || scheme.utf8.sorted() == "https".utf8.sorted()
      || nearest(to: scheme, among: ["https"], least: 5) != nil
  }
}
