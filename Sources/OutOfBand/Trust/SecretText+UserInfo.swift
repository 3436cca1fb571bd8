/// Secrets in front of the host of a URL.
extension SecretText {
  /// Shortens the user information of a URL (RFC 3986, 3.2.1): every password, and user names that look like tokens. Other user names
  /// stay: they may imitate a host.
  static func shorteningUserInfo(in text: String) -> String {
    guard text.contains("@") else { return text }
    return ["//", "~1~1", "\\/\\/"].reduce(text) { shorteningUserInfo(in: $0, after: $1) }
  }

  /// - Parameter separator: What precedes the authority: two slashes, which are `~1` in a JSON pointer.
  private static func shorteningUserInfo(in text: String, after separator: String) -> String {
    guard text.contains(separator) else { return text }
    func isInAuthority(_ byte: UInt8) -> Bool { byte > 0x20 && byte != 0x7F && !"/?#\"'<>\\".utf8.contains(byte) }
    var shown = ""
    var rest = Substring(text).utf8
    while let slashes = rest.firstRange(of: separator.utf8) {
      shown += Substring(rest[..<slashes.upperBound])
      rest = rest[slashes.upperBound...]
      let authority = rest.prefix(while: isInAuthority)
      guard let end = authority.lastIndex(of: UInt8(ascii: "@")) else { continue }
      let userInfo = rest[..<end]
      let user = userInfo.prefix { $0 != UInt8(ascii: ":") }
      let password = userInfo[user.endIndex...].dropFirst()
      func piece(_ secret: Substring.UTF8View, isSecret: Bool) -> Substring {
        let isShown = secret.count < leastSecret || isShortened(secret) || !isSecret
        return isShown ? Substring(secret) : Substring(shortened(String(Substring(secret))))
      }
      shown += piece(user, isSecret: isOpaque(user)) + Substring(userInfo[user.endIndex..<password.startIndex])
      shown += piece(password, isSecret: true)
      rest = rest[end...]
    }
    return shown + String(Substring(rest))
  }
}
