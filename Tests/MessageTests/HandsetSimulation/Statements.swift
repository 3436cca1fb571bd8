import OutOfBand

/// What the five documents state, in our words, and what this package makes of each statement.
struct Statement: Sendable {
  var key: String
  var text: String
  var proof: Proof

  enum Proof: Sendable {
    /// A check has this rule for it.
    case checked(Diagnostic.Rule)
    /// The simulation has this rule for it.
    case simulated(String)
    /// A test has these words in its name.
    case tested(String)
    /// Within the package's reach, and not done.
    case notYet
    /// Behaviour of apps, servers or stores that a toolkit for messages has no part in.
    case notForAToolkit
  }

  init(_ key: String, _ text: String, _ proof: Proof) { (self.key, self.text, self.proof) = (key, text, proof) }

  static let all: [Statement] =
    push + symbols + appLinks + customURIs + endings + limits + link28 + besides24 + sdk + transactions + uaePass

  static let push = [
    Statement("AA-2.4", "push needs notifications that the user has accepted", .simulated("push")),
    Statement("AA-2.4", "push needs an app that is registered with the backend", .simulated("push")),
    Statement("AA-2.4", "push on Android needs Google Play services", .simulated("push-no-google")),
    Statement("AA-2.4", "push cannot register", .simulated("push-registration")),
    Statement("AA-2.4", "push cannot register, and a request for it is refused", .checked(.pushRegistration)),
    Statement("AA-2.4", "the notification is encrypted", .checked(.plainPush)),
    Statement("AA-2.4", "a plain payload is not what is pushed", .simulated("push-plain")),
  ]

  static let symbols = [
    Statement("AA-2.4", "a symbol needs two devices, or paper", .tested("symbol")),
    Statement("AA-2.4", "the app scans the symbol and starts the operation", .simulated("own-scanner")),
    Statement(
      "AA-2.8", "the camera of Android 13 and later does not forward custom URIs", .simulated("android13-camera-uri")),
    Statement("AA-2.8", "the same is a warning for a symbol", .checked(.customSchemeInSymbol)),
    Statement("AA-2.8", "\"no longer\": earlier cameras forwarded them", .simulated("android12-camera-uri")),
  ]

  static let appLinks = [
    Statement("AA-2.4", "there are app links (https) and custom URIs", .tested("each documented link is read in full")),
    Statement("AA-2.4", "custom URIs are recommended", .tested("differ on what they recommend")),
    Statement("AA-2.8", "app links are recommended", .checked(.recommendedForm)),
    Statement("AA-2.4", "an app link is https://base/path?dispatchTokenResponse=…", .checked(.missingPayload)),
    Statement(
      "AA-2.8", "callbacks may come before the payload, with a second '?' in the template",
      .checked(.secondQuestionMark)),
    Statement("AA-2.8", "callbacks are allowed in app links", .checked(.callbackInAppLink)),
    Statement("AA-2.4", "the payload of a link is that of a symbol or push message", .tested("links survive")),
    Statement(
      "AA-2.4", "app links need association files served by the backend", .simulated("tap-link-safari-unverified")),
    Statement("AA-2.8", "the association files can be judged", .tested("Apple's example opens what its comments say")),
    Statement("AA-2.4", "app links need a (sub)domain of their own", .checked(.linkHostIsBackend)),
    Statement("AA-2.4", "without the app an app link opens a page", .simulated("tap-link-missing-android")),
    Statement("AA-2.8", "the page at the link's path can lead to the stores", .simulated("tap-link-missing-android")),
    Statement("AA-2.4", "app links are not usable with QQ, CC and 360", .simulated("tap-link-chinese-browser")),
    Statement("AA-2.4", "app links are not usable without Google Play services", .simulated("tap-link-no-google")),
    Statement("AA-2.4", "iOS asks for no permission before an app link opens", .simulated("tap-link-safari")),
    Statement("AA-2.4", "Safari shows a banner, for which the page has a meta tag", .simulated("tap-link-safari")),
    Statement(
      "AA-2.8", "the meta tag of the banner can be made for a link", .tested("open the links they are made for")),
    Statement(
      "AA-2.4", "without the app the banner leads to the App Store and back", .simulated("tap-link-safari-missing")),
    Statement("AA-2.4", "Android opens the chooser for a tapped app link", .simulated("tap-link-android")),
    Statement(
      "AA-2.4", "Firefox needs press and hold, or its setting",
      .tested("Firefox hands an app link on by press and hold, or with its setting")),
    Statement("AA-2.4", "with its setting Firefox opens the app", .simulated("tap-link-firefox-setting")),
  ]

  static let customURIs = [
    Statement("AA-2.4", "a custom URI has the host x-callback-url", .checked(.hostNotCallback)),
    Statement("AA-2.4", "its action is authenticate, also for registrations", .checked(.unknownAction)),
    Statement("AA-2.4", "examples show the action register", .tested("each documented link is read in full")),
    Statement(
      "AA-2.4", "x-success, x-error and x-cancel are supported", .tested("each documented link is read in full")),
    Statement("AA-2.4", "x-source is not used", .checked(.ignoredSource)),
    Statement("AA-2.4", "callbacks are custom URIs or https URLs", .checked(.malformedCallback)),
    Statement("AA-2.4", "callbacks have to be on an allow-list", .checked(.callbackDenied)),
    Statement("AA-2.4", "a callback off the allow-list is not opened", .simulated("not-allowed")),
    Statement("AA-2.4", "iOS asks before a custom URI opens", .simulated("tap-uri-ios")),
    Statement("AA-2.4", "without the app, iOS says that a custom URI is invalid", .simulated("tap-uri-ios-missing")),
    Statement("AA-2.4", "without the app, a browser cannot handle a custom URI", .simulated("tap-uri-missing-android")),
    Statement("AA-2.4", "custom URIs work in ten tested browsers", .simulated("tap-uri-works")),
    Statement("AA-2.4", "custom URIs do not work in UC Browser and UC Lite", .simulated("tap-uri-uc")),
  ]

  static let endings = [
    Statement("AA-2.4", "iOS counts down after success, and opens x-success", .simulated("ios-success")),
    Statement("AA-2.4", "iOS stays after success when x-success cannot be opened", .simulated("ios-success-stays")),
    Statement("AA-2.4", "iOS waits for a button after an error", .simulated("ios-error")),
    Statement("AA-2.4", "iOS stays after an error when x-error cannot be opened", .simulated("ios-error-stays")),
    Statement("AA-2.4", "iOS opens x-cancel by itself", .simulated("ios-cancel")),
    Statement("AA-2.4", "iOS shows an Error screen when x-cancel cannot be opened", .simulated("ios-cancel-stays")),
    Statement(
      "AA-2.4", "Android counts down after success, closes, and opens x-success", .simulated("android-success")),
    Statement(
      "AA-2.4", "Android goes back to the app used before when the target is missing",
      .simulated("android-missing-target")),
    Statement("AA-2.4", "without a callback the app stays on its screen", .simulated("absent")),
    Statement("AA-2.4", "iOS leads back by its back-to-app button alone", .simulated("ios-absent")),
    Statement("AA-2.8", "x-error is executed after an error on Android", .simulated("android-error")),
    Statement("AA-2.8", "x-cancel is executed after cancelling on Android", .simulated("android-cancel")),
    Statement(
      "AA-2.4", "the target app on Android needs an intent filter for its scheme",
      .tested("the target app of a custom URI on Android needs an intent filter")),
  ]

  static let limits = [
    Statement("AA-2.4", "app links work in Safari only", .simulated("tap-link-other-ios")),
    Statement("AA-2.4", "iOS remembers the user's decision", .simulated("tap-link-safari")),
    Statement(
      "AA-2.4", "a link to the domain of its own page stays in the browser", .simulated("tap-link-same-domain")),
    Statement("AA-2.4", "Android cannot hand a link on after the installation", .simulated("tap-link-missing-android")),
    Statement("AA-2.4", "JavaScript opens no custom URI", .simulated("javascript-android-uri")),
    Statement("AA-2.4", "JavaScript opens no app by an app link", .simulated("javascript-android-link")),
    Statement("AA-2.4", "a link cannot target an iframe or a new window", .simulated("iframe-android-uri")),
    Statement("AA-2.4", "the backend's dispatcher makes the links", .notForAToolkit),
  ]

  private static let phases = "goes through all phases in the order of the document"

  static let sdk = [
    Statement(
      "SDK-3.1", "a payload has nma_data, its content type and its version", .tested("the payload of SDK-3.1 is sound")),
    Statement("SDK-3.1", "nma_data has a token", .checked(.missingToken)),
    Statement("SDK-3.1", "nma_data has a redeem_url", .checked(.missingRedeemURL)),
    Statement("SDK-3.1", "the version is \"1\"", .checked(.wrongVersion)),
    Statement("SDK-3.1", "the payload is decoded, redeemed, and leads to an operation", .tested(phases)),
    Statement(
      "SDK-3.1", "the decoder gets what a symbol or a link carries",
      .tested("a symbol and a link are decoded from base64url")),
    Statement("SDK-3.1", "for an authentication the object of onAuthentication is called", .tested(phases)),
    Statement("SDK-3.1", "the account selector is called before the authenticator selector", .tested(phases)),
    Statement("SDK-3.1", "onSuccess or onError is called at the end", .tested(phases)),
    Statement("SDK-3.1", "biometric and fingerprint verifiers are for Android", .tested(phases)),
    Statement("SDK-3.1", "a wrong PIN is asked for again until the authenticator is locked", .notForAToolkit),
    Statement("SDK-3.1", "in-app authentication names a user", .notForAToolkit),
    Statement(
      "SDK-3.1", "an account selector serves requests without a user name",
      .tested("without a user name leaves the choice")),
    Statement("SDK-3.1", "an authenticator selector picks the authenticator", .tested(phases)),
    Statement("SDK-3.1", "PIN, biometric and fingerprint verifiers ask the user", .tested(phases)),
    Statement(
      "SDK-3.1", "the SDK shows the transaction's content before it is confirmed", .tested("shown as the Access App")),
  ]

  static let transactions = [
    Statement("AA-3.x", "a transaction is text alone", .checked(.transactionType)),
    Statement("AA-3.x", "the content is base64url", .checked(.transactionEncoding)),
    Statement("AA-3.x", "the context is an object written as a string", .checked(.contextNotString)),
    Statement(
      "AA-3.x", "the notification's title is not encrypted and holds nothing sensitive", .checked(.sensitiveTitle)),
    Statement(
      "AA-3.x", "a request has a dispatcher, a target, information and getUafRequest", .checked(.missingUafRequest)),
    Statement("AA-3.x", "the getUafRequest body stands alone", .tested("what servers exchange is named")),
    Statement("AA-3.x", "formatting needs <html></html> around the text", .checked(.markupOutside)),
    Statement("AA-3.x", "b, br, em, i, strong and u are supported", .checked(.transactionMarkup)),
    Statement("AA-3.x", "attributes are removed", .checked(.transactionAttribute)),
    Statement(
      "AA-3.x", "unsupported tags and attributes are removed before display", .tested("are the six tags without")),
    Statement("AA-3.x", "the text is shown without any modification", .tested("shown without any modification")),
    Statement("AA-3.x", "the transaction is not part of the notification", .checked(.notificationRepeats)),
    Statement("AA-3.x", "no amounts in the notification", .checked(.notificationAmount)),
    Statement("AA-3.x", "no account numbers in the notification", .checked(.notificationAccount)),
    Statement("AA-3.x", "no personal data in the notification", .checked(.notificationMail)),
    Statement("AA-3.x", "dispatchInformation.data goes into nma_data", .tested("with unknown members in their order")),
    Statement("AA-3.x", "nevisFIDO returns the transaction after the redemption", .notForAToolkit),
    Statement("AA-3.x", "fonts of the app may lack a style", .notForAToolkit),
  ]

  static let uaePass = [
    Statement("UAEP", "the WebView meets a URI of the scheme uaepass", .tested("UAE PASS links are recognised")),
    Statement(
      "UAEP", "the app rewrites successURL and failureURL to its own scheme", .tested("both callbacks lead to the app")),
    Statement(
      "UAEP", "the original callback travels in a parameter url", .tested("with the original in the parameter url")),
    Statement(
      "UAEP", "on return the app verifies the syntax and takes the original out",
      .tested("UAEP, step 9: the original is given back")),
    Statement("UAEP", "the original callback is always https", .checked(.uaePassNotHTTPS)),
    Statement("UAEP", "the app registers a scheme of its own", .notForAToolkit),
    Statement("UAEP", "OAuth 2.0 runs in the WebView and ends with a code", .notForAToolkit),
    Statement("UAEP", "the user verifies by face in the UAE PASS app", .notForAToolkit),
  ]
}
