/// What an organisation allows its out-of-band messages to name: hosts, schemes and callback targets.
///
/// ```json
/// {"redeemHosts": ["*.mauth.nevis.cloud"], "linkHosts": ["access.example.com"], "schemes": ["myaccessapp"],
///  "callbackTargets": ["mybusinessapp://", "https://www.example.com"]}
/// ```
/// A list that is absent allows everything; `*.` stands for exactly one label.
public struct TrustPolicy: Hashable, Sendable {
  /// Hosts of redeem URLs, or `nil` for any.
  public var redeemHosts: [String]?
  /// Hosts of app links, or `nil` for any.
  public var linkHosts: [String]?
  /// Schemes of custom URIs, without `:`; `nil` for any.
  public var schemes: [String]?
  /// `scheme://` or `https://host` of callbacks, or `nil` for any.
  public var callbackTargets: [String]?

  public init(
    redeemHosts: [String]? = nil, linkHosts: [String]? = nil, schemes: [String]? = nil, callbackTargets: [String]? = nil
  ) {
    self.redeemHosts = redeemHosts
    self.linkHosts = linkHosts
    self.schemes = schemes
    self.callbackTargets = callbackTargets
  }

  /// Reads a policy file.
  ///
  /// - Throws: ``Fault`` with a JSON pointer, also for a member that does not exist: a misspelt list would allow all.
  public init(json bytes: [UInt8]) throws(Fault) {
    let document: JSONDocument
    do { document = try JSONDocument(parsing: bytes) } catch { throw Fault(pointer: "", reason: "\(error)") }
    if let duplicate = document.duplicates.first { throw Fault(pointer: duplicate, reason: "is given twice") }
    guard let members = document.value.members else { throw Fault(pointer: "", reason: "is no object") }
    self.init()
    for member in members {
      let pointer = JSONDocument.pointer([member.name])
      guard let elements = member.value.elements else {
        throw Fault(pointer: pointer, reason: "is no array of strings")
      }
      var list: [String] = []
      for (index, element) in elements.enumerated() {
        guard let text = element.text, !text.isEmpty else {
          throw Fault(pointer: "\(pointer)/\(index)", reason: "is no string")
        }
        list.append(text.lowercased())
      }
      switch member.name {
      case "redeemHosts": redeemHosts = list
      case "linkHosts": linkHosts = list
      case "schemes": schemes = list
      case "callbackTargets": callbackTargets = list
      default:
        throw Fault(
          pointer: pointer, reason: "is unknown; a policy has redeemHosts, linkHosts, schemes and callbackTargets")
      }
    }
  }

  public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// A JSON pointer.
    public let pointer: String
    public let reason: String

    public var description: String { "the policy's \(pointer.isEmpty ? "top level" : pointer) \(reason)" }
  }

  static func allows(_ host: String, by patterns: [String]?) -> Bool {
    guard let patterns else { return true }
    return patterns.contains { pattern in
      guard pattern.hasPrefix("*.") else { return pattern == host }
      guard let dot = host.firstIndex(of: ".") else { return false }
      return dot != host.startIndex && host[dot...] == pattern.dropFirst()
    }
  }

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
