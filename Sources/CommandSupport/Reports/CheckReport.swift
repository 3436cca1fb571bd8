package import Diagnosis
import HandsetSimulation
package import OutOfBand
package import TextFormats
import UAEPass

/// One checked message, ready to be printed as text, JSON or SARIF.
package struct CheckReport {
  /// The input as the user named it.
  package var path: String
  /// Which of several symbols of a picture, from 0; `nil` for texts.
  package var index: Int?
  package var check: MessageCheck
  /// What stops it on its way to the app; `nil` where only the message is checked.
  package var diagnosis: Diagnosis?
  /// The line of a list, from 1; `nil` for messages of their own.
  package var line: Int?
  /// The message's bytes.
  package var bytes: [UInt8]
  /// What is before them in the input; `nil` where they are not there as they are, as in a mail that encodes them.
  package var before: [UInt8]? = []
  package var showsToken: Bool
  /// Whether the phases of the SDK follow.
  package var showsSDK: Bool

  package init(
    path: String, index: Int? = nil, check: MessageCheck, diagnosis: Diagnosis? = nil, line: Int? = nil, bytes: [UInt8],
    showsToken: Bool,
    showsSDK: Bool = false
  ) {
    (self.path, self.index, self.check, self.diagnosis, self.line) = (path, index, check, diagnosis, line)
    (self.bytes, self.showsToken, self.showsSDK) = (bytes, showsToken, showsSDK)
  }

  // MARK: Text

  /// The input, as in `page.png, symbol 2`.
  private var name: String { PrintableText.of(path) + (index.map { ", symbol \($0 + 1)" } ?? "") }

  package var text: String {
    var lines: [String]
    if let diagnosis, let answer = diagnosis.answer {
      lines = ["\(name): \(answer)"]
      lines += diagnosis.causes.enumerated().flatMap { index, cause in self.lines(about: cause, number: index + 1) }
      lines += content.map { "  " + $0 } + Self.lines(about: diagnosis.lesser)
    } else {
      lines = ["\(name): \(headline)"] + content.map { "  " + $0 } + Self.lines(about: check.diagnostics)
    }
    lines += readings
    if showsSDK { lines += SDKReport(check, showsTokens: showsToken).lines.map { "  " + $0 } }
    return lines.joined(separator: "\n") + "\n"
  }

  /// What the vendor's example apps get: one line if it is the same.
  private var readings: [String] {
    if check.readings.isEmpty { return [] }
    if check.readings.allSatisfy(\.isPayload) { return ["  the example apps of all platforms get the payload"] }
    return ["  example app    gets"]
      + check.readings.map { reading in
        let name = reading.reader.rawValue
        return "  " + name + String(repeating: " ", count: 15 - name.count) + got(reading)
      }
  }

  private func lines(about cause: Diagnosis.Cause, number: Int) -> [String] {
    switch cause {
    case .finding(let finding):
      return [
        "  \(number) \(finding.rule.code) at \(finding.place): \(finding.message)", "    fix: \(finding.remedy)",
        "    source: \(finding.rule.sources.joined(separator: "; "))",
      ]
    case .phones(let phones, let verdict):
      return ["  \(number) \(phones): \(verdict.steps.map(\.text).joined(separator: " "))"]
        + (verdict.remedy.map { ["    fix: \($0)"] } ?? [])
        + (verdict.sources.isEmpty ? [] : ["    source: \(verdict.sources.joined(separator: "; "))"])
    }
  }

  /// A line for each finding that is at least as severe, with the input's name in front.
  package func lines(from least: Diagnostic.Severity) -> String {
    check.diagnostics.filter { $0.severity >= least }.map {
      "\(name): \($0.severity) \($0.rule.code) at \($0.place): \($0.message); \($0.remedy)\n"
    }.joined()
  }

  /// Errors first, each group in the message's order; a note in one line.
  package static func lines(about findings: [Diagnostic]) -> [String] {
    Diagnostic.Severity.allCases.reversed().flatMap { grave in findings.filter { $0.severity == grave } }.flatMap {
      finding -> [String] in
      let line = "  \(finding.severity) \(finding.rule.code) at \(finding.place): \(finding.message)"
      if finding.severity == .note { return ["\(line); \(finding.remedy)"] }
      return [
        line, "    fix: \(finding.remedy)", "    source: \(finding.rule.sources.joined(separator: "; "))",
      ]
    }
  }

  private var headline: String {
    switch check.message {
    case .payload(_, .json): "a payload as JSON"
    case .payload(_, .bareJWE): "a compact JWE"
    case .payload: "a payload as base64url"
    case .link(let anatomy):
      check.message.kind == "uri" ? "a custom URI" : anatomy.url.scheme == "http" ? "an http link" : "an app link"
    case .server(let object): object.kind.words
    case .association(let file): file.words
    case .uaePass: "a URI for the UAE PASS app"
    case .page: "a web page"
    case .foreign(let kind): "a message of the kind \(kind.rawValue)"
    case .web: "a web address"
    case .uri: "a URI"
    case .text: "text"
    case .utf16: "text in UTF-16, \(bytes.count) bytes"
    case .binary: "binary data, \(bytes.count) bytes"
    }
  }

  /// The kind of a link, as wide as the other names.
  private var kind: String {
    guard diagnosis?.answer != nil, let link = check.link else { return "link      " }
    return (check.message.kind == "uri" ? "URI" : link.description.hasPrefix("http:") ? "http link" : "app link")
      .padded(to: 10)
  }

  /// What the message says, decoded.
  private var content: [String] {
    var lines: [String] = []
    if case .server(let object) = check.message { lines += self.lines(about: object) }
    if let link = check.link, let shown = check.linkAsMeant(showsTokens: showsToken) {
      // A link that is not well formed is shown as it was meant, unless that would have as many errors.
      let isAsWritten = link.description == String(decoding: bytes, as: UTF8.self)
      if isAsWritten || MessageCheck.isBetter(link, than: bytes) {
        let hint = isAsWritten || showsToken ? "" : "  (--show-token: whole)"
        lines.append((isAsWritten ? kind : "as meant  ") + shown + hint)
      }
      lines += link.callbacks.map { "\($0.kind.parameter.padded(to: 10))" + printable($0.text) }
    }
    if let jwe {
      let header = showsToken ? jwe.header : check.secrets.redacted(jwe.header)
      lines.append("JWE       header " + PrintableText.of(header.description))
    }
    if case .uaePass(let uri) = check.message {
      lines += uri.callbacks.map {
        "\($0.kind.rawValue.padded(to: 10))"
          + printable(showsToken ? $0.url.text : Secret.withoutParameters($0.url.text))
      }
    }
    // Also of a payload that is not sound, as far as it can be read.
    for member in check.carried?["nma_data"]?.members ?? [] {
      switch (member.name, member.value) {
      case ("token", .string(let token)):
        lines.append("token     " + (showsToken ? printable(token) : Secret.shortened(token)))
      case ("redeem_url", .string(let url)):
        let operation = check.payload?.redeemURL?.operation.map { " (\($0.rawValue))" } ?? ""
        lines.append("redeem    " + printable(url) + operation)
      default: lines.append("data      " + printable("\(member.name): \(member.value)"))
      }
    }
    return lines
  }

  /// The JWE of an encrypted payload, or the one that should have been wrapped in a payload.
  private var jwe: CompactJWE? {
    if case .payload(_, .bareJWE(let jwe)) = check.message { return jwe }
    if case .encrypted(let jwe) = check.payload?.content { return jwe }
    return nil
  }

  private func got(_ reading: MessageCheck.Reading) -> String { check.whatItGets(reading, showsTokens: showsToken) }

  package func printable(_ text: String) -> String { check.shown(text, showsTokens: showsToken) }

  // MARK: JSON

  package var json: JSONValue {
    .joining(
      check.report(path: path, index: index, line: line, showsTokens: showsToken).json, diagnosis?.json ?? [:],
      showsSDK ? ["sdk": SDKReport(check, showsTokens: showsToken).json] : [:])
  }
}
