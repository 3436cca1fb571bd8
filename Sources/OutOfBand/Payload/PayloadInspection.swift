import TextFormats

/// Reads a payload's JSON and finds all that is wrong with it.
public struct PayloadInspection: Sendable {
  /// The payload, when nothing about it is an error but where it is redeemed: a server may be elsewhere.
  public private(set) var payload: OutOfBandPayload?
  public private(set) var diagnostics: [Diagnostic] = []

  public init(_ json: [UInt8]) { self.init(PayloadJSON(json)) }

  /// Judges what has been parsed.
  init(_ json: PayloadJSON) {
    let document: JSONDocument
    do { document = try json.document.get() } catch {
      diagnostics.add(.malformedJSON, "the payload is not JSON: \(error)", "JSON", error.offset)
      return
    }
    if let content = content(of: document),
      !diagnostics.contains(where: { $0.severity == .error && $0.rule != .privateHost })
    {
      payload = OutOfBandPayload(json: json.bytes, value: document.value, content: content)
    }
  }

  private mutating func content(of document: JSONDocument) -> OutOfBandPayload.Content? {
    for pointer in document.duplicates {
      diagnostics.add(.duplicateKey, "the name appears twice in its object", at: .pointer(pointer))
    }
    let value = document.value
    guard let members = value.members else {
      diagnostics.add(.notAnObject, "the top level is not an object", at: .pointer(""))
      return nil
    }
    let known = ["nma_data", "nma_data_content_type", "nma_data_version"]
    for member in members where !known.contains(member.name) {
      diagnostics.add(
        .unknownMember, "\(PrintableText.quoted(member.name)) is not part of a payload",
        at: .pointer(JSONDocument.pointer([member.name])),
        remedy: Spelling.nearest(to: member.name, among: known).map { "write \($0), if that is meant" })
    }
    if let version = value["nma_data_version"], version != .string("1") {
      diagnostics.add(
        .wrongVersion, "the version is \(PrintableText.quoted(version.description)) instead of the string \"1\"",
        at: .pointer("/nma_data_version"))
    } else if value["nma_data_version"] == nil {
      diagnostics.add(.missingVersion, "there is no nma_data_version", at: .pointer(""))
    }
    let type = value["nma_data_content_type"]
    let isKnownType = type == "application/json" || type == "application/jose"
    if let type, !isKnownType {
      diagnostics.add(
        .wrongContentType, "the content type is \(PrintableText.quoted(type.description))",
        at: .pointer("/nma_data_content_type"))
    } else if type == nil {
      diagnostics.add(.missingContentType, "there is no nma_data_content_type", at: .pointer(""))
    }
    return content(value["nma_data"], isKnownType ? type?.text : nil)
  }

  private mutating func content(_ data: JSONValue?, _ type: String?) -> OutOfBandPayload.Content? {
    switch (data, type) {
    case (nil, _): diagnostics.add(.missingData, "there is no nma_data", at: .pointer(""))
    case (.object(let members), "application/json"), (.object(let members), nil):
      return redemption(data ?? .null, members).map { .plain($0) }
    // Whatever the content type: text of an object is not a JWE.
    case (.string(let text), _) where PayloadJSON(Array(text.utf8)).value?.members != nil:
      diagnostics.add(
        .dataMismatch, "nma_data is a string that holds the JSON of an object", at: .pointer("/nma_data"),
        remedy: "put the object itself there: a second JSON.stringify or json.dumps made text of it")
    case (.string(let text), "application/jose"):
      do { return .encrypted(try CompactJWE(parsing: text)) } catch {
        diagnostics.add(.malformedJWE, "\(error)", at: .pointer("/nma_data"))
      }
    case (let data?, _):
      let found =
        data.members != nil ? "an object" : data.text != nil ? "a string" : "neither an object nor a string"
      diagnostics.add(
        .dataMismatch, "nma_data is \(found), and the content type \(type ?? "unknown")", at: .pointer("/nma_data"))
    }
    return nil
  }

  private mutating func redemption(
    _ data: JSONValue, _ members: [JSONValue.Member]
  ) -> OutOfBandPayload.Redemption? {
    let token = text("token", in: data, .missingToken)
    if let token, !Self.isUUID(token) {
      diagnostics.add(
        .tokenNotUUID, "the token \(Secret.shortened(token)) is not a lower-case UUID", at: .pointer("/nma_data/token"))
    }
    guard let url = text("redeem_url", in: data, .missingRedeemURL).flatMap({ redeemURL($0) }), let token else {
      return nil
    }
    let rest = members.filter { $0.name != "token" && $0.name != "redeem_url" }
    return OutOfBandPayload.Redemption(token: Secret(token), redeemURL: url, data: rest)
  }

  /// Reads a text that has to be there. The remedy renames a member that seems to be meant.
  private mutating func text(_ name: String, in data: JSONValue, _ missing: Diagnostic.Rule) -> String? {
    if let text = data[name]?.text, !text.isEmpty { return text }
    guard data[name] == nil else {
      let subject = name == "token" ? "the token" : name
      diagnostics.add(missing, "\(subject) is not a non-empty string", at: .pointer("/nma_data/\(name)"))
      return nil
    }
    let meant = data.members?.prefix(64).first { Spelling.nearest(to: $0.name, among: [name]) != nil }
    diagnostics.add(
      missing, "there is no \(name)", at: .pointer("/nma_data/\(name)"),
      remedy: meant.map { "rename \(PrintableText.quoted($0.name)) to \(name)" })
    return nil
  }

  private mutating func redeemURL(_ text: String) -> RedeemURL? {
    let place = Diagnostic.Place.pointer("/nma_data/redeem_url")
    let (url, shown) = (URLText(text), PrintableText.quoted(text))
    diagnostics.addHost(of: url, at: place, unreachable: .error)
    if url.fragment != nil { diagnostics.add(.redeemFragment, "\(shown) has a fragment", at: place) }
    do { return try RedeemURL(parsing: text) } catch {
      switch error {
      case .notAbsolute: diagnostics.add(.malformedRedeemURL, "\(shown): \(error)", at: place)
      case .notHTTPS:
        let host = url.host ?? ""
        let remedy =
          HostName(host.lowercased()).isPrivate
          ? "write the server's public host name, with https: phones do not reach \(PrintableText.quoted(host))" : nil
        diagnostics.add(.redeemNotHTTPS, "\(shown): \(error)", at: place, remedy: remedy)
      case .userinfo: break  // Reported by the host check.
      }
      return nil
    }
  }

  /// Eight, four, four, four and twelve lower-case hexadecimal digits.
  private static func isUUID(_ text: String) -> Bool {
    text.pieces(at: "-", omittingEmpty: false).map(\.utf8.count) == [8, 4, 4, 4, 12]
      && text.utf8.allSatisfy { "0123456789abcdef-".utf8.contains($0) }
  }
}
