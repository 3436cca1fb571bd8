public import TextFormats

/// What an organisation allows its out-of-band messages to name: hosts, schemes and callback targets.
///
/// ```json
/// {"redeemHosts": ["*.mauth.nevis.cloud"], "linkHosts": ["access.example.com"], "schemes": ["myaccessapp"],
///  "callbackTargets": ["mybusinessapp://", "https://www.example.com"], "ignore": ["OOB601"]}
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

  private static let members = ["redeemHosts", "linkHosts", "schemes", "callbackTargets", "ignore"]

  /// Reads a policy file.
  ///
  /// - Throws: ``Fault`` with a JSON pointer, also for a member that does not exist: a misspelled list would allow all.
  public init(json bytes: [UInt8]) throws(Fault) {
    let members: [JSONValue.Member]
    do { members = try JSONDocument.object(parsing: bytes).members(at: "", known: Self.members) } catch {
      throw Fault(error)
    }
    self.init()
    for member in members {
      let pointer = JSONDocument.pointer([member.name])
      guard let elements = member.value.elements else {
        throw Fault(pointer: pointer, reason: "is not an array of strings")
      }
      var list: [String] = []
      for (index, element) in elements.enumerated() {
        guard let text = element.text else { throw Fault(pointer: "\(pointer)/\(index)", reason: "is not a string") }
        if member.name == "ignore" {
          do throws(Diagnostic.Rule.InvalidCodes) { list += try Diagnostic.Rule.list(codes: text).map(\.code) } catch {
            throw Fault(pointer: "\(pointer)/\(index)", reason: "is not a code: \(error)", codes: error)
          }
          continue
        }
        if let wrong = Self.fault(of: text.lowercased(), in: member.name) {
          throw Fault(pointer: "\(pointer)/\(index)", reason: "is \(wrong)")
        }
        list.append(text.lowercased())
      }
      switch member.name {
      case "redeemHosts": redeemHosts = list
      case "linkHosts": linkHosts = list
      case "schemes": schemes = list
      case "callbackTargets": callbackTargets = list
      default: ignore = list
      }
    }
  }

  /// Whether a text is a host, as in `host.example`, or one with any first label, as in `*.host.example`.
  public static func isHostPattern(_ text: String) -> Bool {
    (text.hasPrefix("*.") ? text.dropFirst(2) : text[...]).split(separator: ".", omittingEmptySubsequences: false)
      .allSatisfy { label in
        !label.isEmpty && label.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
      }
  }

  /// Why an entry can never match as intended.
  private static func fault(of entry: String, in list: String) -> String? {
    func isScheme(_ text: String) -> Bool { URLText.isScheme(text) && text == text.lowercased() }
    let url = URLText(entry)
    switch list {
    case "redeemHosts", "linkHosts":
      return isHostPattern(entry)
        ? nil : "not a host: write host.example or *.example, without scheme, port or path"
    case "schemes": return isScheme(entry) ? nil : "not a scheme: write it without '://'"
    case "callbackTargets":
      let host = url.host ?? ""
      let isWeb = url.scheme == "https" && isHostPattern(host) && entry == "https://\(host)"
      let isApp = url.scheme.map { $0 != "https" && $0 != "http" && entry == "\($0)://" } ?? false
      return isWeb || isApp ? nil : "not a target: write https://host without a path, or scheme://"
    default: return nil
    }
  }

  /// What is wrong with a policy file, and where.
  public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// A JSON pointer.
    public let pointer: String
    /// A clause that follows the pointer.
    public let reason: String
    /// Where the file is not JSON; `nil` for other faults.
    public let underlying: JSONSyntaxError?
    /// What is wrong with a code; `nil` for other faults.
    package let codes: Diagnostic.Rule.InvalidCodes?

    init(pointer: String, reason: String, codes: Diagnostic.Rule.InvalidCodes? = nil) {
      (self.pointer, self.reason, underlying, self.codes) = (pointer, reason, nil, codes)
    }

    init(_ fault: JSONObjectFault) {
      if case .unknownMember(let name, let known) = fault.kind {
        let meant = Spelling.nearest(to: name, among: known, least: 6)
        reason =
          "is unknown; "
          + (meant.map { "did you mean \($0)?" }
            ?? "a policy has redeemHosts, linkHosts, schemes, callbackTargets and ignore")
      } else {
        reason = fault.reason
      }
      (pointer, underlying, codes) = (fault.pointer, fault.underlying, nil)
    }

    public var description: String { "the policy\(pointer.isEmpty ? "" : "'s \(pointer)") \(reason)" }
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
