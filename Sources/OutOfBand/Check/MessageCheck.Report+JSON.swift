public import TextFormats

extension MessageCheck.Report {
  /// The report as one JSON object, with its members in a fixed order.
  public var json: JSONValue {
    let members: JSONValue = [
      "path": .optional(path), "index": .optional(index), "line": .optional(line), "kind": .string(kind),
      "link": .optional(link), "payload": .optional(payload?.json), "diagnostics": .array(diagnostics.map(\.json)),
      "readers": .array(readers.map(\.json)),
    ]
    return members.withoutNulls
  }

  /// Reads a report back from its JSON.
  ///
  /// - Throws: `Fault` when a member is missing, or a diagnostic is unknown to this release.
  public init(json: JSONValue) throws(Fault) {
    path = json["path"]?.text
    index = json["index"]?.integer
    line = json["line"]?.integer
    kind = try json.text("kind")
    link = json["link"]?.text
    if let value = json["payload"] { payload = try Payload(json: value) } else { payload = nil }
    diagnostics = try json.list("diagnostics", Diagnostic.init(json:))
    readers = try json.list("readers", Reader.init(json:))
  }
}

/// Encoded as ``MessageCheck/Report/json``: the object that `oobqr check --json` prints.
extension MessageCheck.Report: Codable {
  public init(from decoder: any Decoder) throws { try self.init(json: JSONValue(from: decoder)) }

  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension MessageCheck.Report.Payload {
  fileprivate var json: JSONValue {
    switch self {
    case .plain(let token, let redeemURL, let operation, let data):
      [
        "token": .string(token), "redeem_url": .string(redeemURL),
        "operation": .optional(operation?.rawValue), "data": .object(data),
      ]
    case .encrypted(let header): ["jwe_header": header]
    }
  }

  fileprivate init(json: JSONValue) throws(Fault) {
    if let header = json["jwe_header"] {
      self = .encrypted(header: header)
    } else {
      self = .plain(
        token: try json.text("token"), redeemURL: try json.text("redeem_url"),
        operation: json["operation"]?.text.flatMap(OutOfBandOperation.init), data: json["data"]?.members ?? [])
    }
  }
}

extension MessageCheck.Report.Reader {
  fileprivate var json: JSONValue {
    ["reader": .string(reader.rawValue), "gets_payload": .boolean(getsPayload), "gets": .string(gets)]
  }

  fileprivate init(json: JSONValue) throws(Fault) {
    let name = try json.text("reader")
    guard let reader = LinkReader(rawValue: name) else {
      throw Fault("not a report of a check: the reader \(PrintableText.quoted(name)) is unknown")
    }
    self.init(reader: reader, getsPayload: json["gets_payload"] == .boolean(true), gets: try json.text("gets"))
  }
}

extension JSONValue {
  /// The elements of a member that has to be an array.
  fileprivate func list<Element>(
    _ name: String, _ read: (JSONValue) throws(Fault) -> Element
  ) throws(Fault) -> [Element] {
    guard let elements = self[name]?.elements else {
      throw Fault("not a report of a check: there is no array '\(name)'")
    }
    return try elements.map(read)
  }
}
