import TextFormats

/// Checks a request to the dispatcher: what the server sends, not what the phone gets (AA-3.x).
enum DispatchRequestCheck {
  static func diagnostics(_ request: JSONValue, _ options: MessageCheck.Options) -> [Diagnostic] {
    title(request) + context(request, options)
  }

  private static func title(_ request: JSONValue) -> [Diagnostic] {
    let pointer = "/dispatchInformation/notification/title"
    guard let title = request["dispatchInformation"]?["notification"]?["title"]?.text,
      title.contains(where: \.isNumber)
    else { return [] }
    return [Diagnostic(.sensitiveTitle, "the title has figures in it", at: .pointer(pointer))]
  }

  private static func context(_ request: JSONValue, _ options: MessageCheck.Options) -> [Diagnostic] {
    let pointer = "/getUafRequest/context"
    guard let context = request["getUafRequest"]?["context"] else { return [] }
    guard let text = context.text, let value = try? JSONDocument(parsing: Array(text.utf8)).value, value.members != nil
    else {
      return [Diagnostic(.contextNotString, "the context is not the text of a JSON object", at: .pointer(pointer))]
    }
    return (value["transaction"]?.elements ?? []).enumerated().flatMap { index, transaction in
      check(transaction, at: "\(pointer)/transaction/\(index)", options)
    }
  }

  private static func check(_ transaction: JSONValue, at pointer: String, _ options: MessageCheck.Options)
    -> [Diagnostic]
  {
    var findings: [Diagnostic] = []
    if transaction["contentType"]?.text != "text/plain" {
      let found = transaction["contentType"].map { Redaction.quoted($0.description) } ?? "missing"
      findings.append(
        Diagnostic(.transactionType, "the content type is \(found)", at: .pointer(pointer + "/contentType")))
    }
    let place = Diagnostic.Place.pointer(pointer + "/content")
    guard let content = transaction["content"]?.text, case .success(let decoded) = Base64.decode(content) else {
      return findings + [Diagnostic(.transactionEncoding, "the content is not base64url", at: place)]
    }
    if decoded.flaws != Base64.Flaws() {
      findings.append(
        Diagnostic(.transactionEncoding, "the content has characters that base64url does not have", at: place))
    }
    if let tag = unsupportedTag(String(decoding: decoded.bytes, as: UTF8.self)) {
      let refuses = options.profile == .authenticationCloud
      findings.append(
        Diagnostic(
          .transactionMarkup, "<\(PrintableText.of(tag))> is \(refuses ? "refused with HTTP 400" : "dropped")",
          at: place,
          severity: refuses ? .error : .warning))
    }
    return findings
  }

  private static let tags: Set<String> = ["html", "b", "br", "em", "i", "strong", "u"]

  /// The first tag inside `<html>…</html>` that is not on the list, or has attributes.
  private static func unsupportedTag(_ text: String) -> String? {
    guard text.hasPrefix("<html>") else { return nil }
    var rest = text[...]
    while let open = rest.firstIndex(of: "<") {
      let end = rest[open...].firstIndex(of: ">") ?? rest.endIndex
      let tag = rest[rest.index(after: open)..<end]
      let name = tag.drop { $0 == "/" }
      let bare = name.hasSuffix("/") ? name.dropLast() : name
      if !tags.contains(bare.trimmingSuffix { $0 == " " }.lowercased()) { return String(tag.prefix(20)) }
      rest = rest[end...].dropFirst()
    }
    return nil
  }
}

extension Substring {
  fileprivate func trimmingSuffix(while predicate: (Character) -> Bool) -> Substring {
    var end = endIndex
    while end > startIndex, predicate(self[index(before: end)]) { end = index(before: end) }
    return self[..<end]
  }
}
