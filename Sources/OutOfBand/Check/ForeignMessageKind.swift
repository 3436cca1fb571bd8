/// Messages of other systems that the same scanners meet: recognised and named, not validated.
public enum ForeignMessageKind: String, Hashable, Sendable, CaseIterable {
  case otpauth
  case openID4VP = "openid4vp"
  case openIDCredentialOffer = "openid-credential-offer"
  case walletConnect = "wallet-connect"
  case bankIDAnimated = "bankid-animated"
  case bankID = "bankid"
  case fidoHybrid = "fido-hybrid"
  case wifi, tel, sms, mail, geo, contact, event, market, intent

  /// The beginnings of each, in lower case.
  private static let beginnings: [(String, ForeignMessageKind)] = [
    ("otpauth://", .otpauth), ("openid4vp://", .openID4VP), ("eudi-openid4vp://", .openID4VP),
    ("haip-vp://", .openID4VP),
    ("openid-credential-offer://", .openIDCredentialOffer), ("wc:", .walletConnect), ("bankid:///", .bankID),
    ("fido:/", .fidoHybrid), ("wifi:", .wifi), ("tel:", .tel), ("sms:", .sms), ("smsto:", .sms), ("mailto:", .mail),
    ("matmsg:", .mail), ("geo:", .geo), ("begin:vcard", .contact), ("mecard:", .contact), ("begin:vevent", .event),
    ("market:", .market), ("intent:", .intent),
  ]

  init?(_ text: String) {
    let start = text.prefix(40).lowercased()
    if let match = Self.beginnings.first(where: { start.hasPrefix($0.0) }) {
      self = match.1
    } else if start.hasPrefix("bankid."), text.split(separator: ".").count == 4 {
      self = .bankIDAnimated
    } else {
      return nil
    }
  }
}
