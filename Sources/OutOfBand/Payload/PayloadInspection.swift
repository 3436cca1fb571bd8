import TextFormats

/// Reads a payload's JSON and finds all that is wrong with it.
public struct PayloadInspection: Sendable {
  /// The payload, when nothing about it is an error.
  public let payload: OutOfBandPayload?
  public let diagnostics: [Diagnostic]

  public init(_ json: [UInt8]) { self.init(PayloadJSON(json)) }

  /// Judges what has been parsed.
  init(_ json: PayloadJSON) {
    var findings: [Diagnostic] = []
    let content = Self.content(of: json, &findings)
    diagnostics = findings
    let isSound = !findings.contains { $0.severity == .error }
    guard isSound, let content, let value = json.value else {
      payload = nil
      return
    }
    payload = OutOfBandPayload(json: json.bytes, value: value, content: content)
  }

  private static func content(of json: PayloadJSON, _ findings: inout [Diagnostic]) -> OutOfBandPayload.Content? {
    let document: JSONDocument
    do {
      document = try json.document.get()
    } catch {
      findings.append(
        Diagnostic(.malformedJSON, "the payload is not JSON: \(error)", at: .component("JSON", offset: error.offset)))
      return nil
    }
    for pointer in document.duplicates.prefix(20) {
      findings.append(Diagnostic(.duplicateKey, "the name appears twice in its object", at: .pointer(pointer)))
    }
    guard let members = document.value.members else {
      findings.append(Diagnostic(.notAnObject, "the top level is not an object", at: .pointer("")))
      return nil
    }
    let known = ["nma_data", "nma_data_content_type", "nma_data_version"]
    for member in members.filter({ !known.contains($0.name) }).prefix(20) {
      findings.append(
        Diagnostic(
          .unknownMember, "\(PrintableText.quoted(member.name)) is not part of a payload",
          at: .pointer(JSONDocument.pointer([member.name])),
          remedy: Spelling.nearest(to: member.name, among: known).map { "write \($0), if that is meant" }))
    }
    checkVersion(document.value, &findings)
    return content(of: document.value, contentType(document.value, &findings), &findings)
  }

  private static func checkVersion(_ value: JSONValue, _ findings: inout [Diagnostic]) {
    guard let version = value["nma_data_version"] else {
      findings.append(Diagnostic(.missingVersion, "there is no nma_data_version", at: .pointer("")))
      return
    }
    if version != .string("1") {
      findings.append(
        Diagnostic(
          .wrongVersion, "the version is \(PrintableText.quoted(version.description)) instead of the string \"1\"",
          at: .pointer("/nma_data_version")))
    }
  }

  private static func contentType(_ value: JSONValue, _ findings: inout [Diagnostic]) -> String? {
    guard let type = value["nma_data_content_type"] else {
      findings.append(Diagnostic(.missingContentType, "there is no nma_data_content_type", at: .pointer("")))
      return nil
    }
    if let text = type.text, ["application/json", "application/jose"].contains(text) { return text }
    findings.append(
      Diagnostic(
        .wrongContentType, "the content type is \(PrintableText.quoted(type.description))",
        at: .pointer("/nma_data_content_type")))
    return nil
  }

  private static func content(
    of value: JSONValue, _ type: String?, _ findings: inout [Diagnostic]
  ) -> OutOfBandPayload.Content? {
    switch (value["nma_data"], type) {
    case (nil, _):
      findings.append(Diagnostic(.missingData, "there is no nma_data", at: .pointer("")))
      return nil
    case (.object, "application/json"), (.object, nil):
      return redemption(value["nma_data"] ?? .null, &findings).map { .plain($0) }
    case (.string(let text), "application/jose"):
      do { return .encrypted(try CompactJWE(parsing: text)) } catch {
        findings.append(Diagnostic(.malformedJWE, "\(error)", at: .pointer("/nma_data")))
        return nil
      }
    case (let data?, _):
      let found =
        switch data {
        case .object: "an object"
        case .string: "a string"
        default: "neither an object nor a string"
        }
      findings.append(
        Diagnostic(
          .dataMismatch, "nma_data is \(found), and the content type \(type ?? "unknown")", at: .pointer("/nma_data")))
      return nil
    }
  }

  private static func redemption(
    _ data: JSONValue, _ findings: inout [Diagnostic]
  ) -> OutOfBandPayload.Redemption? {
    let token = data["token"]?.text
    if let token, !token.isEmpty {
      if !isUUID(token) {
        findings.append(
          Diagnostic(
            .tokenNotUUID, "the token \(Secret.shortened(token)) is not a lower-case UUID",
            at: .pointer("/nma_data/token"))
        )
      }
    } else {
      let found = data["token"] == nil ? "there is no token" : "the token is not a non-empty string"
      findings.append(
        Diagnostic(.missingToken, found, at: .pointer("/nma_data/token"), remedy: rename("token", in: data)))
    }
    let url = redeemURL(data, &findings)
    guard let token, !token.isEmpty, let url, let members = data.members else { return nil }
    let rest = members.filter { $0.name != "token" && $0.name != "redeem_url" }
    return OutOfBandPayload.Redemption(token: Secret(token), redeemURL: url, data: rest)
  }

  /// The remedy for a member that is missing because it is misspelled.
  private static func rename(_ name: String, in data: JSONValue) -> String? {
    data[name] == nil
      ? (data.members ?? []).prefix(64).first { Spelling.nearest(to: $0.name, among: [name]) != nil }
        .map { "rename \(PrintableText.quoted($0.name)) to \(name)" } : nil
  }

  private static func redeemURL(_ data: JSONValue, _ findings: inout [Diagnostic]) -> RedeemURL? {
    let value = data["redeem_url"]
    let place = Diagnostic.Place.pointer("/nma_data/redeem_url")
    guard let text = value?.text, !text.isEmpty else {
      let found = value == nil ? "there is no redeem_url" : "redeem_url is not a non-empty string"
      findings.append(Diagnostic(.missingRedeemURL, found, at: place, remedy: rename("redeem_url", in: data)))
      return nil
    }
    findings += HostCheck.diagnostics(URLText(text), at: place)
    if URLText(text).fragment != nil {
      findings.append(Diagnostic(.redeemFragment, "\(PrintableText.quoted(text)) has a fragment", at: place))
    }
    do {
      return try RedeemURL(parsing: text)
    } catch {
      let found = "\(PrintableText.quoted(text)): \(error)"
      switch error {
      case .notAbsolute: findings.append(Diagnostic(.malformedRedeemURL, found, at: place))
      case .notHTTPS: findings.append(Diagnostic(.redeemNotHTTPS, found, at: place))
      case .userinfo: break  // Reported by the host check.
      }
      return nil
    }
  }

  /// Eight, four, four, four and twelve lower-case hexadecimal digits.
  private static func isUUID(_ text: String) -> Bool {
    let groups = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return groups.map(\.count) == [8, 4, 4, 4, 12]
      && groups.joined().allSatisfy {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0
      }
  }
}
