package import ArgumentParser
package import OutOfBand

/// The form of a payload: a link, a custom URI, base64url or JSON.
package struct PayloadFormOptions: ParsableArguments {
  @Option(
    name: .customLong("as"),
    help: .more(
      """
      What carries the payload: an app link, a custom URI, base64url (raw), its JSON or, for pages on Android, an \
      intent URI; default: link with --base-url, uri with --scheme, otherwise raw
      """, valueName: "form"))
  package var form: Form?

  @OptionGroup package var parts: LinkPartOptions

  package init() {}

  package enum Form: String, CaseIterable, ExpressibleByArgument {
    case link, uri, raw, json, intent
  }

  /// Whether any of these options was given.
  package var isGiven: Bool { form != nil || parts.isGiven }

  /// The requested form, or the best that the other options allow; an intent URI is made of a link.
  private var chosenForm: Form {
    form.flatMap { $0 == .intent ? nil : $0 } ?? (parts.baseUrl != nil ? .link : parts.scheme != nil ? .uri : .raw)
  }

  /// Whether the link is to be an intent URI.
  package var isIntent: Bool { form == .intent }

  /// Refuses intent URIs in symbols, where no camera opens them.
  package func refuseIntent() throws {
    try refuse(["--as intent is for pages, and no camera opens it: use oobqr link.": isIntent])
  }

  /// Whether base64url is only what is left, because nothing says which link is meant.
  package var isUnlinked: Bool { form == nil && chosenForm == .raw }

  package func validate() throws {
    let (isLink, isURI) = (chosenForm == .link, chosenForm == .uri)
    try refuse([
      "Give --base-url or --scheme, not both; oobqr compare takes both.": parts.baseUrl != nil && parts.scheme != nil,
      "--as intent needs --base-url or --scheme.": isIntent && parts.baseUrl == nil && parts.scheme == nil,
      "--as link needs --base-url.": isLink && parts.baseUrl == nil,
      "--as uri needs --scheme.": isURI && parts.scheme == nil,
      "Callbacks need a link: give --base-url or --scheme.": !isLink && !isURI && parts.hasCallbacks,
      "--action is only for custom URIs: give --scheme.": parts.action != nil && !isURI,
      "--as \(chosenForm.rawValue) makes no link: leave out --base-url and --scheme.": !isLink && !isURI
        && (parts.baseUrl != nil || parts.scheme != nil),
    ])
  }

  /// The form with its parts.
  package var payloadForm: PayloadForm {
    switch chosenForm {
    case .json: .json
    case .raw: .base64URL
    case .link, .intent: .appLink(base: parts.baseUrl ?? "", callbacks: parts.callbacks)
    case .uri:
      .customURI(scheme: parts.scheme ?? "", action: parts.action ?? .authenticate, callbacks: parts.callbacks)
    }
  }
}
