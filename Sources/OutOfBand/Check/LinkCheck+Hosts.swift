import TextFormats

/// The host of a link, and what is written between it and the payload.
extension LinkCheck {
  /// Adds a character before the payload that has to be percent-encoded and is not.
  private mutating func addUnencoded(_ url: URLText) {
    let start = url.authorityRange?.upperBound ?? 0
    let end = anatomy.payload?.valueOffset ?? url.text.utf8.count
    let rest = String(decoding: url.text.utf8.prefix(end).dropFirst(start), as: UTF8.self)
    guard options.channel != .push, let scalar = rest.unicodeScalars.first(where: { !$0.isASCII }),
      !PrintableText.isHidden(scalar), let index = rest.unicodeScalars.firstIndex(of: scalar)
    else { return }
    found.add(
      .unencodedCharacter, "the link has \(PrintableText.name(of: scalar))", "link",
      start + rest.utf8.distance(from: rest.startIndex, to: index))
  }

  mutating func checkHosts() {
    if anatomy.prefix != nil { return }
    let url = anatomy.url
    if url.scheme == "https", let port = url.writtenPort, port != "443" {
      let start = (url.authorityRange?.upperBound ?? 0) - port.utf8.count
      found.add(.portInLink, "the link has the port \(port)", "port", start)
    }
    addUnencoded(url)
    guard url.isWeb else { return }
    let host = url.host ?? ""
    if host.isEmpty {
      // Browsers skip extra slashes: the first piece of the path becomes the host.
      return found.add(.malformedAuthority, "\(PrintableText.quoted(url.text)) has no host", "host", hostOffset)
    }
    found.addHost(
      of: URLText(url.string(0..<url.pathRange.upperBound)), at: .component("host", offset: hostOffset))
    let shown = PrintableText.quoted(host)
    if let policy = options.policy, !TrustPolicy.allows(host, by: policy.linkHosts) {
      let meant = Spelling.nearest(to: host, among: policy.linkHosts ?? [])
      let isStore = ["apps.apple.com", "itunes.apple.com", "play.google.com"].contains(host)
      found.add(
        .linkHostDenied, "\(shown) is not among the policy's link_hosts", "host", hostOffset,
        remedy: isStore
          ? "this opens the store: use a link on your own host, and let its page lead to the store if the app is missing"
          : meant.map { "did you mean \($0)? otherwise \(Diagnostic.Rule.linkHostDenied.fix)" })
    }
    // Callbacks mostly lead back to the page that the user came from.
    let callback = anatomy.callbacks.map(\.callback).first {
      URLText($0.text).scheme == "https" && URLText($0.text).host == host
    }
    let redeemHost = payload?.redeemURL?.host
    for same in [callback?.kind.parameter, host == redeemHost ? "the redeem URL" : nil].compactMap({ $0 }) {
      found.add(
        .linkHostIsBackend, "the link and \(same) are both on \(shown)", "host", hostOffset,
        severity: options.documents == .access28 ? nil : .note)
    }
    if let redeemHost, HostName(host).family != HostName(redeemHost).family {
      found.add(
        .foreignRedeemHost, "the link is on \(shown), the redeem URL on \(PrintableText.quoted(redeemHost))", "host",
        hostOffset)
    }
  }
}
