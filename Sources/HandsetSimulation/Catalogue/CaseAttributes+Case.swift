import OutOfBand

extension CaseAttributes {
  init(_ message: SimulatedMessage, _ entry: Entry, _ handset: Handset) {
    func answer(_ isTrue: Bool) -> String { isTrue ? "yes" : "no" }
    self.init()
    self[.os] = handset.system.rawValue
    self[.message] = message.kind.rawValue
    self[.app] = handset.hasApp ? "installed" : "missing"
    self[.verified] = answer(handset.hasVerifiedLinks)
    self[.google] = answer(handset.hasGoogleServices)
    self[.operation] = answer(message.isOutOfBand)
    self[.encrypted] = answer(message.isEncrypted)
    self[.redeem] = message.isRegistration ? "registration" : "other"
    self[.scheme] = message.scheme.rawValue
    self[.userinfo] = answer(message.hasUserinfo)
    self[.entry] = entry.word
    switch entry {
    case .scan(let scanner): self[.scanner] = scanner.id
    case .browse(let browser, _, let onSameDomain, let isPrivate):
      self[.browser] = browser.id
      self[.isPrivate] = answer(isPrivate)
      self[.page] = onSameDomain ? "same-domain" : "other-domain"
    case .push: break
    }
  }
}
