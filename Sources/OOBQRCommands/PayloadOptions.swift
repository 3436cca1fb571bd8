public import ArgumentParser
public import OutOfBand

/// A payload, and the link that it goes into.
struct PayloadOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Carry the payload (JSON) of a file; '-' is standard input.", valueName: "file"))
  var payload: String?

  @Option(help: ArgumentHelp("Build a payload with this redeem URL.", valueName: "url"))
  var redeemUrl: String?

  @Option(help: ArgumentHelp("Read the token of the built payload from a file, or from '-'.", valueName: "file"))
  var tokenFile: String?

  @Option(help: ArgumentHelp("Add a member to the built payload's nma_data; may be repeated.", valueName: "key=value"))
  var data: [String] = []

  @Option(name: .customLong("as"), help: "link (https), uri (custom scheme), raw (base64url) or json.")
  var form: Form?

  @Option(help: ArgumentHelp("The app link up to its '?': https://host/path.", valueName: "url"))
  var baseUrl: String?

  @Option(help: "The custom URI's scheme, as in myaccessapp.")
  var scheme: String?

  @Option(help: "The custom URI's action: authenticate or register.")
  var action: DispatchLink.Action?

  @Option(help: ArgumentHelp("Where the app goes after success.", valueName: "url"))
  var xSuccess: String?

  @Option(help: ArgumentHelp("Where the app goes after an error.", valueName: "url"))
  var xError: String?

  @Option(help: ArgumentHelp("Where the app goes after the user has cancelled.", valueName: "url"))
  var xCancel: String?

  @Flag(help: "Make it in spite of errors that the check finds.")
  var force = false

  enum Form: String, CaseIterable, ExpressibleByArgument {
    case link, uri, raw, json
  }

  /// Whether the user asked for a payload at all.
  var isGiven: Bool { payload != nil || redeemUrl != nil || tokenFile != nil }

  func validate() throws {
    guard isGiven else {
      if form != nil || baseUrl != nil || scheme != nil || !data.isEmpty || xSuccess != nil || xError != nil
        || xCancel != nil
      {
        throw ValidationError("These options need a payload: give --payload FILE, or --redeem-url and --token-file.")
      }
      return
    }
    if payload != nil && (redeemUrl != nil || tokenFile != nil || !data.isEmpty) {
      throw ValidationError("Give --payload, or --redeem-url with --token-file, not both.")
    }
    if payload == nil && (redeemUrl == nil || tokenFile == nil) {
      throw ValidationError("A payload is built from both --redeem-url and --token-file.")
    }
    if baseUrl != nil && scheme != nil { throw ValidationError("Give --base-url or --scheme, not both.") }
    if chosenForm == .link && baseUrl == nil { throw ValidationError("--as link needs --base-url.") }
    if chosenForm == .uri && scheme == nil { throw ValidationError("--as uri needs --scheme.") }
    if ![.link, .uri].contains(chosenForm) && (xSuccess != nil || xError != nil || xCancel != nil) {
      throw ValidationError("Callbacks need a link: give --base-url or --scheme.")
    }
    if let baseUrl {
      let url = URLText(baseUrl)
      guard ["https", "http"].contains(url.scheme), !(url.host ?? "").isEmpty, url.fragment == nil else {
        throw ValidationError("--base-url '\(baseUrl)' is no https://host/path without '#'.")
      }
    }
    if action != nil && chosenForm != .uri { throw ValidationError("--action belongs to custom URIs: give --scheme.") }
    if [.raw, .json].contains(chosenForm) && (baseUrl != nil || scheme != nil) {
      throw ValidationError("--as \(chosenForm.rawValue) carries no link: leave out --base-url and --scheme.")
    }
    if let wrong = data.first(where: { !$0.contains("=") || $0.hasPrefix("=") }) {
      throw ValidationError("--data '\(SecretText().redacted(wrong))' is not key=value.")
    }
    if let scheme,
      URLText(scheme + "://x").scheme != scheme.lowercased() || ["http", "https"].contains(scheme.lowercased())
    {
      throw ValidationError(
        "--scheme '\(scheme)' is no scheme of an app: letters, digits, '+', '-' and '.', without ':'.")
    }
  }

  /// The form asked for, or the best that the other options allow.
  var chosenForm: Form { form ?? (baseUrl != nil ? .link : scheme != nil ? .uri : .raw) }

  /// The file that the payload comes from.
  var source: String? { [payload, tokenFile].compactMap { $0 }.first { $0 != "-" } }

  /// The message: a link, a custom URI, base64url or JSON.
  func message() throws -> [UInt8] {
    let json = try payloadJSON()
    switch chosenForm {
    case .json: return json
    case .raw: return Array(Base64.encodeURL(json).utf8)
    case .link, .uri: return Array(link(json).utf8)
    }
  }

  /// The link around the payload as it is: whether it is sound, the check decides.
  private func link(_ json: [UInt8]) -> String {
    let text = Base64.encodeURL(json)
    let callbacks: [CallbackURL] = [(CallbackURL.Kind.success, xSuccess), (.error, xError), (.cancel, xCancel)]
      .compactMap { kind, url in url.map { CallbackURL(kind, $0) } }
    if chosenForm == .link {
      return DispatchLink(payloadText: text, base: baseUrl ?? "", callbacks: callbacks).description
    }
    return DispatchLink(payloadText: text, scheme: scheme ?? "", action: action ?? .authenticate, callbacks: callbacks)
      .description
  }

  private func payloadJSON() throws -> [UInt8] {
    if let payload { return try FileSystem.read(payload, limit: MessageCheck.sizeLimit).droppingNewline() }
    let bytes = try FileSystem.read(tokenFile ?? "-", limit: 4096).droppingNewline()
    guard let token = String(validating: bytes, as: UTF8.self), !token.isEmpty else {
      throw CommandFailure("the token file is \(bytes.isEmpty ? "empty" : "not UTF-8")")
    }
    let members = data.map { pair in
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return JSONValue.Member(String(sides[0]), .string(String(sides[1])))
    }
    return OutOfBandPayload.json(token: token, redeemURL: redeemUrl ?? "", data: members)
  }
}

extension DispatchLink.Action: ExpressibleByArgument {}
