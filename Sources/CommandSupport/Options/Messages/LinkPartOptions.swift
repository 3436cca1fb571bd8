public import ArgumentParser
public import OutOfBand
import TextFormats

/// The parts of a link besides its payload.
package struct LinkPartOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Carry the payload in the app link https://host/path.", valueName: "url"))
  package var baseUrl: String?

  @Option(help: ArgumentHelp("Carry it in a custom URI of this scheme (myaccessapp).", valueName: "scheme"))
  package var scheme: String?

  @Option(help: .more("The custom URI's action"))
  package var action: DispatchLink.Action?

  @Option(help: .more("URL that the app opens after success.", valueName: "url"))
  var xSuccess: String?

  @Option(help: .more("URL that the app opens after an error.", valueName: "url"))
  var xError: String?

  @Option(help: .more("URL that the app opens after the user cancels.", valueName: "url"))
  var xCancel: String?

  package init() {}

  /// Whether any of these options was given.
  package var isGiven: Bool { baseUrl != nil || scheme != nil || action != nil || hasCallbacks }

  var hasCallbacks: Bool { xSuccess != nil || xError != nil || xCancel != nil }

  package var callbacks: [CallbackURL] {
    [(CallbackURL.Kind.success, xSuccess), (.error, xError), (.cancel, xCancel)]
      .compactMap { kind, url in url.map { CallbackURL(kind, $0) } }
  }

  package func validate() throws {
    if let baseUrl {
      let url = URLText(baseUrl)
      guard ["https", "http"].contains(url.scheme), !(url.host ?? "").isEmpty, url.fragment == nil else {
        throw ValidationError("--base-url '\(baseUrl)' does not have the form https://host/path, without '#'.")
      }
    }
    if let scheme, !URLText.isScheme(scheme) || ["http", "https"].contains(scheme.lowercased()) {
      throw ValidationError(
        "--scheme '\(scheme)' is not an app's scheme: letters, digits, '+', '-' and '.', without ':'.")
    }
  }
}

extension DispatchLink.Action: ExpressibleByArgument {}
