public import TextFormats

/// What an organisation allows its out-of-band messages to name: hosts, schemes and callback targets.
///
/// ```json
/// {"redeem_hosts": ["*.mauth.nevis.cloud"], "link_hosts": ["access.example.com"], "schemes": ["myaccessapp"],
///  "callback_targets": ["mybusinessapp://", "https://www.example.com"], "ignore": ["OOB601"]}
/// ```
/// A list that is absent allows everything; `*.` stands for exactly one label. `ignore` holds the codes of diagnostics that
/// no check reports.
public struct TrustPolicy: Hashable, Sendable {
  /// Hosts of redeem URLs, or `nil` for any.
  public var redeemHosts: [String]?
  /// Hosts of app links, or `nil` for any.
  public var linkHosts: [String]?
  /// Schemes of custom URIs, without `:`; `nil` for any.
  public var schemes: [String]?
  /// `scheme://` or `https://host` of callbacks, or `nil` for any.
  public var callbackTargets: [String]?
  /// Codes of diagnostics that no check reports, as in `OOB601`, or `nil` for none.
  public var ignore: [String]?

  public init(
    redeemHosts: [String]? = nil, linkHosts: [String]? = nil, schemes: [String]? = nil,
    callbackTargets: [String]? = nil, ignore: [String]? = nil
  ) {
    self.redeemHosts = redeemHosts
    self.linkHosts = linkHosts
    self.schemes = schemes
    self.callbackTargets = callbackTargets
    self.ignore = ignore
  }

  /// Reads a policy file.
  ///
  /// - Throws: ``JSONFault``, also for a member that does not exist: a misspelled list would allow all.
  public init(json bytes: [UInt8]) throws(JSONFault) {
    let file = try JSONFileObject(
      parsing: bytes, as: "policy",
      members: ["redeem_hosts", "link_hosts", "schemes", "callback_targets", "ignore"]
        + Self.formerNames.values.sorted())
    func list(_ name: String, _ wrong: (String) -> String?) throws(JSONFault) -> [String]? {
      let former = Self.formerNames[name].flatMap { file.value[$0] == nil ? nil : $0 }
      if let former, file.value[name] != nil {
        throw file.fault(former, "is the former name of \(name), which the policy also has; remove the former")
      }
      let name = former ?? name
      return file.value[name] == nil ? nil : try file.texts(name) { wrong($0.lowercased()) }.map { $0.lowercased() }
    }
    func host(_ text: String) -> String? {
      Self.isHostPattern(text)
        ? nil : "is not a host: write host.example or *.example, without scheme, port or path"
    }
    self.init(
      redeemHosts: try list("redeem_hosts", host), linkHosts: try list("link_hosts", host),
      schemes: try list("schemes") { URLText.isScheme($0) ? nil : "is not a scheme: write it without '://'" },
      callbackTargets: try list("callback_targets") { text in
        let url = URLText(text)
        let host = url.host ?? ""
        let isWeb = url.scheme == "https" && Self.isHostPattern(host) && text == "https://\(host)"
        let isApp = url.scheme.map { $0 != "https" && $0 != "http" && text == "\($0)://" } ?? false
        return isWeb || isApp ? nil : "is not a target: write https://host without a path, or scheme://"
      })
    guard file.value["ignore"] != nil else { return }
    ignore = []
    _ = try file.texts("ignore") { text in
      do throws(Diagnostic.Rule.InvalidCodes) {
        ignore? += try Diagnostic.Rule.list(codes: text).map(\.code)
        return nil
      } catch {
        return "is not a code: \(error)"
      }
    }
  }

  /// The names that members had before 0.2.0, by those that they have now.
  private static let formerNames = [
    "redeem_hosts": "redeemHosts", "link_hosts": "linkHosts", "callback_targets": "callbackTargets",
  ]

  /// The members of a policy file that have their former names, which the next minor version no longer reads, with the present ones.
  package static func formerNames(in json: [UInt8]) -> [(former: String, name: String)] {
    guard let value = try? JSONDocument(parsing: json).value else { return [] }
    return formerNames.sorted { $0.key < $1.key }.filter { value[$0.value] != nil }.map { ($0.value, $0.key) }
  }

  /// Whether a text is a host, as in `host.example`, or one with any first label, as in `*.host.example`.
  public static func isHostPattern(_ text: String) -> Bool {
    (text.hasPrefix("*.") ? text.dropFirst(2) : text[...]).split(separator: ".", omittingEmptySubsequences: false)
      .allSatisfy { label in
        !label.isEmpty && label.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
      }
  }

  static func allows(_ host: String, by patterns: [String]?) -> Bool {
    guard let patterns else { return true }
    return patterns.contains { pattern in
      guard pattern.hasPrefix("*.") else { return pattern == host }
      guard let dot = host.firstIndex(of: ".") else { return false }
      return dot != host.startIndex && host[dot...] == pattern.dropFirst()
    }
  }

  /// Whether a token may be sent to a host.
  public func allows(redeemHost host: String) -> Bool { Self.allows(host, by: redeemHosts) }

  func allows(scheme: String) -> Bool { schemes?.contains(scheme) ?? true }

  /// Whether a callback's target is on the list.
  public func allows(callback url: URLText) -> Bool {
    guard let callbackTargets else { return true }
    return callbackTargets.contains { target in
      let allowed = URLText(target)
      guard allowed.scheme == url.scheme else { return false }
      guard let host = allowed.host, !host.isEmpty else { return true }
      return Self.allows(url.host ?? "", by: [host])
    }
  }
}
