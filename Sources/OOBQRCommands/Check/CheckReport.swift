import OutOfBand
import TextFormats

/// One checked message, ready to be printed as text, JSON or SARIF.
struct CheckReport {
  /// The input as the user named it.
  var path: String
  /// Which of several symbols of a picture, from 0; `nil` for texts.
  var index: Int?
  var check: MessageCheck
  /// The line of a list, from 1; `nil` for messages of their own.
  var line: Int?
  /// The message's bytes.
  var bytes: [UInt8]
  var showsToken: Bool

  // MARK: Text

  var text: String {
    var lines = ["\(PrintableText.of(path))\(index.map { ", symbol \($0 + 1)" } ?? ""): \(headline)"]
    lines += content.map { "  " + $0 }
    lines += Self.lines(about: check.diagnostics)
    if !check.readings.isEmpty {
      lines.append("  example app    gets")
      lines += check.readings.map { reading in
        let name = reading.reader.rawValue
        return "  " + name + String(repeating: " ", count: 15 - name.count) + got(reading)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Errors first, each group in the message's order.
  static func lines(about findings: [Diagnostic]) -> [String] {
    Diagnostic.Severity.allCases.reversed().flatMap { grave in findings.filter { $0.severity == grave } }.flatMap {
      [
        "  \($0.severity) \($0.rule.code) at \($0.place): \($0.message)", "    fix: \($0.remedy)",
        "    source: \($0.rule.sources.joined(separator: "; "))",
      ]
    }
  }

  private var headline: String {
    switch check.message {
    case .payload(_, .json): "a payload as JSON"
    case .payload: "a payload as base64url"
    case .link(let anatomy):
      check.message.kind == "uri" ? "a custom URI" : anatomy.url.scheme == "http" ? "an http link" : "an app link"
    case .server(let object): object.kind.words
    case .association(let file): file.words
    case .uaePass: "a URI for the UAE PASS app"
    case .foreign(let kind): "a message of the kind \(kind.rawValue)"
    case .web: "a web address"
    case .uri: "a URI"
    case .text: "text"
    case .binary: "binary data, \(bytes.count) bytes"
    }
  }

  /// What the message says, decoded.
  private var content: [String] {
    var lines: [String] = []
    if let link = check.link {
      // A link that is not well formed is shown as it was meant.
      let isAsWritten = link.description == String(decoding: bytes, as: UTF8.self)
      lines.append((isAsWritten ? "link      " : "as meant  ") + shown(link))
      lines += link.callbacks.map { "\($0.kind.parameter.padded(to: 10))" + printable($0.text) }
    }
    if case .uaePass(let uri) = check.message {
      lines += uri.callbacks.map {
        "\($0.kind.rawValue.padded(to: 10))" + printable(showsToken ? $0.url.text : $0.shortened)
      }
    }
    if case .encrypted(let jwe) = check.payload?.content {
      lines.append("JWE       header " + PrintableText.of(jwe.header.description))
    }
    // Also of a payload that is not sound, as far as it can be read.
    for member in check.carried?["nma_data"]?.members ?? [] {
      switch (member.name, member.value) {
      case ("token", .string(let token)):
        lines.append("token     " + (showsToken ? printable(token) : SecretText.shortened(token)))
      case ("redeem_url", .string(let url)):
        let operation = check.payload?.redeemURL?.operation.map { " (\($0.rawValue))" } ?? ""
        lines.append("redeem    " + printable(url) + operation)
      default: lines.append("data      " + printable("\(member.name): \(member.value)"))
      }
    }
    return lines
  }

  /// The link as it should be written, its payload cut unless the token may be seen.
  private func shown(_ link: DispatchLink) -> String {
    printable(link.text(payload: showsToken ? link.payloadText : SecretText.shortened(link.payloadText)))
  }

  private func got(_ reading: MessageCheck.Reading) -> String {
    switch reading.result {
    case .text(let text): reading.isPayload ? "the payload" : "another text: \(printable(SecretText.shortened(text)))"
    case .nothing: "nothing"
    case .failure(let reason): "nothing: \(reason)"
    }
  }

  /// Text without secrets and without anything that would steer a terminal.
  private func printable(_ text: String) -> String {
    let shown = PrintableText.of(showsToken ? text : check.secrets.redacted(text))
    return shown.count <= 2000 ? shown : shown.prefix(2000) + "… (\(shown.count) characters)"
  }

  // MARK: JSON

  var json: JSONValue {
    var members = [JSONValue.Member("path", .string(path))]
    if let index { members.append(.init("index", .number(index))) }
    if let line { members.append(.init("line", .number(line))) }
    members.append(.init("kind", .string(check.message.kind)))
    if let link = check.link { members.append(.init("link", .string(shown(link)))) }
    switch check.payload?.content {
    case .plain(let redemption):
      members.append(
        .init(
          "payload",
          [
            "token": .string(showsToken ? redemption.token : SecretText.shortened(redemption.token)),
            "redeem_url": .string(printable(redemption.redeemURL.text)),
            "operation": redemption.redeemURL.operation.map { .string($0.rawValue) } ?? .null,
            "data": .object(
              redemption.data.map { .init(printable($0.name), .string(printable($0.value.text ?? "\($0.value)"))) }),
          ]))
    case .encrypted(let jwe):
      members.append(.init("payload", ["jwe_header": jwe.header]))
    case nil: break
    }
    members.append(.init("diagnostics", Self.json(check.diagnostics)))
    members.append(
      .init(
        "readers",
        .array(
          check.readings.map {
            ["reader": .string($0.reader.rawValue), "gets_payload": .boolean($0.isPayload), "gets": .string(got($0))]
          })))
    return .object(members)
  }

  static func json(_ diagnostics: [Diagnostic]) -> JSONValue {
    .array(
      diagnostics.map {
        [
          "code": .string($0.rule.code), "severity": .string($0.severity.rawValue), "place": .string("\($0.place)"),
          "message": .string($0.message), "remedy": .string($0.remedy),
          "sources": .array($0.rule.sources.map { .string($0) }),
        ]
      })
  }
}
