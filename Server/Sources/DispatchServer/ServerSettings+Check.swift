import OutOfBand
import TextFormats
import WebPages

extension ServerSettings {
  /// Finds the first setting that cannot work.
  ///
  /// - Throws: ``InvalidSettings``, which names the setting, its limits and what to write.
  public func check() throws(InvalidSettings) {
    try checkBuild()
    try check("port", port, in: 0...65_535)
    try check("token-seconds", tokenSeconds, in: 1...86_400)
    try check("operation-seconds", operationSeconds, in: 1...86_400)
    try check("operation-limit", sessionLimit, in: 1...1_000_000)
    try check("scale", scale, in: 1...64)
    try check("expired-status", refusals.expired, in: 1201...1599)
    try check("redeemed-status", refusals.alreadyRedeemed, in: 1201...1599)
    if let publicOrigin {
      guard Self.isOrigin(publicOrigin) else {
        throw InvalidSettings(name: "public-origin", reason: "is not scheme://host:port without a path")
      }
    }
    if isEveryAddress, publicOrigin == nil, backend == nil {
      throw InvalidSettings(
        name: "listen", reason: "is every address, which no phone can be sent to; give --public-origin as well")
    }
    for name in hostNames where name.isEmpty || URLText("http://\(name)/").host != name {
      throw InvalidSettings(name: "host-name", reason: "is '\(PrintableText.of(name))', not a host name without port")
    }
    try backend?.check()
    try brand.check()
    guard Self.isPath(dispatchPath) else {
      throw InvalidSettings(name: "dispatch-path", reason: "is not a path such as /nevisfido/token/dispatch")
    }
    let routes = Route.all(self)
    let paths = OutOfBandOperation.allCases.map { "\(dispatchPath)/\($0)" }
    guard backend != nil || paths.allSatisfy({ routes[$0]?.endpoint == .dispatch }) else {
      throw InvalidSettings(name: "dispatch-path", reason: "is the path of another service")
    }
    guard appID.isEmpty || appID.hasPrefix("https://") && appID.count <= 512 else {
      throw InvalidSettings(
        name: "app-id", reason: "is not an https URL of up to 512 characters (UAF Protocol Specification 1.0, 3.1.3)")
    }
    for (name, store) in [("app-store", appStore), ("play-store", playStore)] {
      guard let store else { continue }
      guard FallbackPage.isStore(store) else { throw InvalidSettings(name: name, reason: "is not an https URL") }
    }
    if let appScheme {
      do { _ = try DispatchLink(Self.anyPayload, scheme: appScheme) } catch {
        throw InvalidSettings(name: "app-scheme", reason: "cannot be used: \(error)")
      }
    }
    try checkLink()
  }

  /// Finds a setting that this build cannot serve.
  func checkBuild() throws(InvalidSettings) {
    #if !TLS
    for (name, isGiven) in [("tls-certificate", certificate != nil), ("backend", backend != nil)] where isGiven {
      throw InvalidSettings.needsTLS(name)
    }
    #endif
  }

  /// Whether a text is scheme, host and port.
  static func isOrigin(_ text: String) -> Bool {
    let url = URLText(text)
    return ["http", "https"].contains(url.scheme) && !(url.host ?? "").isEmpty && url.userinfo == nil
      && text.split(separator: "/", omittingEmptySubsequences: false).count == 3
      && text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") })
  }

  /// Whether a text is a path that needs no decoding, without a slash at its end.
  static func isPath(_ text: String) -> Bool {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x2D...0x39, 0x5F, 0x7E: true
      default: false
      }
    }
    return isPlain && text.hasPrefix("/") && !text.hasSuffix("/") && !text.contains("//")
      && !text.split(separator: "/").contains(where: { $0 == "." || $0 == ".." })
  }

  /// A payload to build links with that are thrown away: what cannot be built cannot be dispatched.
  private static var anyPayload: OutOfBandPayload {
    let json = OutOfBandPayload.json(token: "t", redeemURL: "https://fido.example.com/")
    guard let payload = try? OutOfBandPayload(json: json) else { preconditionFailure("the payload is well formed") }
    return payload
  }

  private func check(_ name: String, _ value: Int, in range: ClosedRange<Int>) throws(InvalidSettings) {
    guard range.contains(value) else {
      throw InvalidSettings(name: name, reason: "is \(value), not in \(range.lowerBound)…\(range.upperBound)")
    }
  }

  private func checkLink() throws(InvalidSettings) {
    let payload = Self.anyPayload
    do throws(TextFormats.Fault) {
      switch link {
      case .appLink(let base):
        _ = try DispatchLink(payload, base: base)
        guard !base.contains("?") else {
          throw TextFormats.Fault("the base '\(base)' has a query")
        }
      case .customURI(let scheme): _ = try DispatchLink(payload, scheme: scheme)
      }
    } catch {
      switch link {
      case .appLink: throw InvalidSettings(name: "link-base", reason: "cannot be used: \(error)")
      case .customURI: throw InvalidSettings(name: "scheme", reason: "cannot be used: \(error)")
      }
    }
  }
}
