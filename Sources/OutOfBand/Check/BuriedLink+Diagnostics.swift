import TextFormats

extension BuriedLink {
  /// A finding for each layer. Only the first one's offset is one in the message.
  func diagnostics(in channel: MessageCheck.Channel?) -> [Diagnostic] {
    layers.enumerated().map { index, found in
      let (rule, message, remedy) = Self.words(on: found.layer)
      let part = if case .wrapped = found.layer { "host" } else { "link" }
      return Diagnostic(
        rule, message, at: index == 0 ? .component(part, offset: found.offset) : .message, remedy: remedy,
        // A page may open it on phones with a browser that supports it.
        severity: rule == .intentURI && channel == .link ? .warning : nil)
    }
  }

  private static func words(on layer: Layer) -> (Diagnostic.Rule, String, remedy: String?) {
    switch layer {
    case .hidden(let scalar, let count):
      let more = count == 1 ? "" : ", the first of \(count) such characters"
      let isMark = scalar.value == 0xFEFF
      return (
        .controlCharacter, "the link contains \(PrintableText.name(of: scalar))\(more)",
        isMark ? "write the text without a byte order mark ('utf-8', not 'utf-8-sig')" : "remove it"
      )
    case .around(let before, let after):
      let ends = [("before the link is", before), ("behind the link is", after)].filter { !$0.1.isEmpty }
        .map { words, text in
          let first = text.unicodeScalars.first.map(PrintableText.name) ?? ""
          let isOne = text.unicodeScalars.count == 1
          return words + " " + (isOne ? first : "'\(PrintableText.start(of: text))', which begins with \(first)")
        }
      return (.surroundedLink, ends.joined(separator: ", and "), nil)
    case .quotedPrintable: return (.quotedPrintableLink, "'=' is written as in the source of a mail", nil)
    case .noScheme: return (.missingScheme, "there is no scheme before the host", nil)
    case .badScheme(let scheme, let scalar):
      return (.malformedScheme, "the scheme \(PrintableText.quoted(scheme)) has \(PrintableText.name(of: scalar))", nil)
    case .intent(let scheme, let package):
      let app = package.map { " of the app \(PrintableText.quoted($0))" } ?? ""
      return (
        .intentURI,
        "this is an Android intent URI for a link with the scheme \(PrintableText.quoted(scheme))\(app); "
          + "Chrome and others open it from a page, no camera is known to", nil
      )
    case .wrapped(let host, let name, let member):
      let place = member.map { "its member \(PrintableText.quoted($0))" } ?? "its path"
      let (host, wrapper) = (PrintableText.quoted(host), name.map { "\($0) wraps the link: " } ?? "")
      return (.wrappedLink, "\(wrapper)phones match the host \(host), which has the link in \(place)", nil)
    case .encodedSign(let sign):
      let plain = PercentEncoding.decode(sign) ?? ""
      return (.encodedSign, "'\(sign)' is in the place of '\(plain)'", nil)
    case .semicolon: return (.semicolonInQuery, "';' is in the place of '&'", nil)
    case .elsewhere(let name):
      let place = name.map { "the parameter \(PrintableText.quoted($0))" } ?? "the path"
      return (
        .missingPayload, "the payload is in \(place), and apps read dispatchTokenResponse",
        "name the parameter dispatchTokenResponse"
      )
    case .lostPlus(let count):
      let blanks =
        count == 1 ? "a blank is where the payload had a '+'" : "\(count) blanks are where the payload had '+'"
      return (.whitespaceInBase64, blanks, "encode the payload as base64url, which has no '+' for a form to decode")
    }
  }
}

extension Diagnostic {
  /// The same finding about the link that was meant.
  var asMeant: Diagnostic {
    guard case .component(let name, let offset) = place else { return self }
    return Diagnostic(
      rule, message, at: .component("as meant, \(name)", offset: offset), remedy: remedy, severity: severity)
  }
}

extension [Diagnostic] {
  /// Adds the cause of a payload that does not decode.
  mutating func add(_ mishap: PayloadMishap, of name: String, at place: Diagnostic.Place) {
    switch mishap {
    case .empty: add(.placeholder, "\(name) is empty", at: place)
    case .placeholder(let text):
      let isObject = text.lowercased().hasPrefix("[object")
      add(
        .placeholder,
        "\(name) is \(PrintableText.quoted(text))\(isObject ? ": JavaScript wrote an object as text" : ", which was not replaced")",
        at: place, remedy: isObject ? "make JSON of the object (JSON.stringify), and base64url of the JSON" : nil)
    case .shortened:
      add(.cutPayload, "\(name) ends in '…': it was shortened to be shown", at: place, remedy: "copy the whole payload")
    case .recased(let isUpper):
      let value = name == DispatchLink.payloadParameter ? "the value of \(name)" : name
      add(.recasedPayload, "\(value) has no \(isUpper ? "small" : "capital") letters", at: place)
    case .encoded([], _), .encoded([.percent], _):
      add(.unencodedPayload, "\(name) is the JSON itself", at: place)
    case .encoded(let layers, _):
      let words = layers.map(\.rawValue).joined(separator: " of ")
      add(
        layers.contains(.hexadecimal) ? .hexadecimalPayload : .encodedTwice, "\(name) is \(words) of the JSON",
        at: place,
        remedy: layers.contains(.string)
          ? "turn the JSON into text once: a second JSON.stringify or json.dumps adds quotation marks and backslashes"
          : nil
      )
    case .cut(let bytes, let missing):
      let rest =
        switch missing {
        case .exactly(let count):
          "; \(count) \(count == 1 ? "byte is" : "bytes are") missing, if it ends as payloads do"
        case .atLeast(let count): "; at least \(count) bytes are missing"
        case .unknown: ""
        }
      add(.cutPayload, "\(name) is cut off after \(bytes) bytes of JSON\(rest)", at: place)
    }
  }
}
