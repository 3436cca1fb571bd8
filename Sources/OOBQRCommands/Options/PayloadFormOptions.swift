public import ArgumentParser
public import OutOfBand
import TextFormats

/// The form of a payload: a link, a custom URI, base64url or JSON.
struct PayloadFormOptions: ParsableArguments {
  @Option(name: .customLong("as"), help: "link (https), uri (custom scheme), raw (base64url) or json.")
  var form: Form?

  @Option(help: ArgumentHelp("The app link up to its '?': https://host/path.", valueName: "url"))
  var baseUrl: String?

  @Option(help: "The custom URI's scheme, as in myaccessapp.")
  var scheme: String?

  @Option(help: "The custom URI's action: authenticate or register.")
  var action: DispatchLink.Action?

  @Option(help: ArgumentHelp("URL that the app opens after success.", valueName: "url"))
  var xSuccess: String?

  @Option(help: ArgumentHelp("URL that the app opens after an error.", valueName: "url"))
  var xError: String?

  @Option(help: ArgumentHelp("URL that the app opens after the user cancels.", valueName: "url"))
  var xCancel: String?

  enum Form: String, CaseIterable, ExpressibleByArgument {
    case link, uri, raw, json
  }

  /// Whether any of these options was given.
  var isGiven: Bool { form != nil || baseUrl != nil || scheme != nil || action != nil || hasCallbacks }

  private var hasCallbacks: Bool { xSuccess != nil || xError != nil || xCancel != nil }

  /// The requested form, or the best that the other options allow.
  private var chosenForm: Form { form ?? (baseUrl != nil ? .link : scheme != nil ? .uri : .raw) }

  func validate() throws {
    if baseUrl != nil && scheme != nil { throw ValidationError("Give --base-url or --scheme, not both.") }
    if chosenForm == .link && baseUrl == nil { throw ValidationError("--as link needs --base-url.") }
    if chosenForm == .uri && scheme == nil { throw ValidationError("--as uri needs --scheme.") }
    if ![.link, .uri].contains(chosenForm) && hasCallbacks {
      throw ValidationError("Callbacks need a link: give --base-url or --scheme.")
    }
    if let baseUrl {
      let url = URLText(baseUrl)
      guard ["https", "http"].contains(url.scheme), !(url.host ?? "").isEmpty, url.fragment == nil else {
        throw ValidationError("--base-url '\(baseUrl)' is not https://host/path without '#'.")
      }
    }
    if action != nil && chosenForm != .uri { throw ValidationError("--action is only for custom URIs: give --scheme.") }
    if [.raw, .json].contains(chosenForm) && (baseUrl != nil || scheme != nil) {
      throw ValidationError("--as \(chosenForm.rawValue) makes no link: leave out --base-url and --scheme.")
    }
    if let scheme,
      URLText(scheme + "://x").scheme != scheme.lowercased() || ["http", "https"].contains(scheme.lowercased())
    {
      throw ValidationError(
        "--scheme '\(scheme)' is not an app's scheme: letters, digits, '+', '-' and '.', without ':'.")
    }
  }

  /// The form with its parts.
  var payloadForm: PayloadForm {
    let callbacks: [CallbackURL] = [(CallbackURL.Kind.success, xSuccess), (.error, xError), (.cancel, xCancel)]
      .compactMap { kind, url in url.map { CallbackURL(kind, $0) } }
    return switch chosenForm {
    case .json: .json
    case .raw: .base64URL
    case .link: .appLink(base: baseUrl ?? "", callbacks: callbacks)
    case .uri: .customURI(scheme: scheme ?? "", action: action ?? .authenticate, callbacks: callbacks)
    }
  }
}

extension DispatchLink.Action: ExpressibleByArgument {}
