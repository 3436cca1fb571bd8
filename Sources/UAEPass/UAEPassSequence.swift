import TextFormats

/// What happens between the calling app, its WebView or a browser, and the UAE PASS app, step by step (UAEP), and what
/// SDK copies in the field do differently.
///
/// ```swift
/// if let uri = UAEPassURI("uaepass://digitalid?successurl=…&failureurl=…") {
///   for step in UAEPassSequence(uri, app: "yourapp", ending: .success, in: .webView).steps { print(step.text) }
/// }
/// ```
/// Steps that no document describes say so: their sources are empty.
public struct UAEPassSequence: Hashable, Sendable {
  public let steps: [Step]
  /// What SDK copies do instead, in the order of the steps.
  public let differences: [Step]

  /// One thing that happens, and who says so.
  public struct Step: Hashable, Sendable {
    public let text: String
    /// `UAEP`, or a repository; none for what no source says.
    public let sources: [String]

    init(_ text: String, _ sources: String...) { (self.text, self.sources) = (text, sources) }
  }

  /// How the user leaves the UAE PASS app, or does not get there.
  public enum Ending: String, Hashable, Sendable, CaseIterable {
    case success
    /// The authentication fails.
    case failure
    /// The UAE PASS app is not on the phone.
    case appMissing = "app-missing"
    /// The user declines.
    case declined
  }

  /// Where the OAuth 2.0 pages are shown.
  public enum Container: String, Hashable, Sendable, CaseIterable {
    /// A WebView of the calling app, which sees each URL before it is loaded.
    case webView = "webview"
    /// A browser: nothing rewrites the callbacks.
    case browser
  }

  /// - Parameters:
  ///   - uri: The URI that the identity server has emitted.
  ///   - app: The scheme of the calling app, without `://`.
  ///   - ending: How the user leaves the UAE PASS app.
  ///   - container: Where the OAuth 2.0 pages are shown.
  public init(_ uri: UAEPassURI, app: String, ending: Ending, in container: Container) {
    let words = Words(uri, app: app)
    switch container {
    case .webView:
      steps = Self.start(words) + Self.end(ending, words)
      differences = Self.copies(ending)
    case .browser:
      steps = Self.inBrowser(ending, words)
      differences = []
    }
  }

  /// The names of the parties, as the URI has them.
  private struct Words {
    var app: String
    var scheme: String
    var target: String
    var success: String
    var failure: String
    var isRewritten: Bool

    init(_ uri: UAEPassURI, app: String) {
      self.app = PrintableText.of(app)
      scheme = uri.url.scheme ?? ""
      target = (uri.serverEnvironment ?? uri.environment ?? .production).scheme
      success = Self.host(uri.success)
      failure = Self.host(uri.failure)
      isRewritten = uri.callbacks.contains { ResumeURL($0) != nil }
    }

    private static func host(_ callback: UAEPassURI.Callback?) -> String {
      guard let callback else { return "a callback that is missing" }
      let text = ResumeURL(callback)?.original?.text ?? callback.url.text
      let host = URLText(text).host ?? ""
      return host.isEmpty ? "a URL without a host" : PrintableText.of(String(host.prefix(80)))
    }

    var rewriting: Step {
      if isRewritten {
        return Step("The callbacks of this URI lead to an app already: it was rewritten before.", "UAEP")
      }
      let schemes = scheme == target ? "" : " and \(scheme):// to \(target)://"
      return Step(
        "The app rewrites both callbacks to \(app):///resume_authn?url=<original>\(schemes), and keeps the rest.",
        "UAEP")
    }
  }

  private static func start(_ words: Words) -> [Step] {
    [
      Step("The app opens the OAuth 2.0 start URL in its WebView.", "UAEP"),
      Step(
        "The identity server leads the WebView to \(words.scheme)://…; the app sees it and does not load it.", "UAEP"),
      words.rewriting,
      Step("The app asks the system to open \(words.target)://….", "UAEP"),
    ]
  }

  private static func end(_ ending: Ending, _ words: Words) -> [Step] {
    let face = Step("The UAE PASS app opens, and asks the user to verify by face.", "UAEP")
    func back(_ name: String, _ host: String) -> [Step] {
      [
        Step("The UAE PASS app asks the system to open \(name): the app comes back to the foreground.", "UAEP"),
        Step("The app verifies the syntax, takes the original out of url, and checks that it is https.", "UAEP"),
        Step("The app checks that the original's host is allowed (\(host)).", "OWASP Unvalidated Redirects"),
        Step("The WebView opens the original; the identity server continues there.", "UAEP"),
      ]
    }
    switch ending {
    case .success:
      return [face] + back("successURL", words.success) + [
        Step("The user grants the scopes in the WebView.", "UAEP"),
        Step("The WebView is led to the redirect URI; the app takes the code from it and closes the WebView.", "UAEP"),
      ]
    case .failure, .declined:
      let refusal = Step(
        "The user declines. No document says which callback follows; failureURL is for errors, so it is likely.")
      return (ending == .declined ? [face, refusal] : [face]) + back("failureURL", words.failure) + [
        Step("The identity server ends with an error, and the app reads it from the redirect URI.", "UAEP")
      ]
    case .appMissing:
      return [
        Step("No app has the scheme \(words.target). UAEP assumes that there is one, and describes no other case."),
        Step("The WebView stays on the page of the identity server; what that offers is not documented."),
      ]
    }
  }

  private static func inBrowser(_ ending: Ending, _ words: Words) -> [Step] {
    let callback = ending == .success ? "successURL" : "failureURL"
    let host = ending == .success ? words.success : words.failure
    let opened = [
      Step("UAEP describes a WebView of the app. In a browser nothing intercepts the URI or rewrites the callbacks."),
      Step(
        "The browser asks the system to open \(words.scheme)://…"
          + (words.scheme == words.target ? "." : ", which is the app of another environment than \(words.target).")),
    ]
    if ending == .appMissing {
      return opened + [
        Step("Without the UAE PASS app the browser cannot handle the URI.", "AA-2.4"),
        Step("On iOS a pop-up says that the address is invalid.", "AA-2.4"),
      ]
    }
    return opened + [
      Step("The UAE PASS app opens, and asks the user to verify by face.", "UAEP"),
      Step("The UAE PASS app asks the system to open \(callback), an https URL of \(host).", "UAEP"),
      Step("The system opens it in the default browser. If that is another one, it does not have the session."),
    ]
  }

  /// What was read in the source code of SDK copies.
  private static func copies(_ ending: Ending) -> [Step] {
    let ios = "vyshakh/react-native-uaepass"
    let flutter = "wh120/uaepass_api"
    let expo = "ArslanKhan-info/expo-uae-pass"
    var steps = [
      Step(
        "The original is remembered and not carried: the callbacks become fixed URLs of the app, such as "
          + "<app>://success.", ios, flutter),
      Step("Parameters other than the callbacks are dropped, and closeondone=true is added.", flutter),
      Step("Only the lower-case names successurl and failureurl are looked for.", ios, flutter),
      Step("The callbacks are added in both spellings, and the original is decoded twice on return.", expo),
    ]
    switch ending {
    case .success: break
    case .failure, .declined:
      steps.append(Step("Whenever the app comes back to the foreground, the success URL is loaded, even now.", flutter))
    case .appMissing:
      steps.append(Step("When no app has the scheme, the URI is not opened and no error is shown.", ios))
    }
    return steps
  }
}
