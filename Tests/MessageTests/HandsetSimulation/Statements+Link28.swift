import OutOfBand

/// What AA-2.8, the newer page about links, states again or adds; and what AA-2.4 states beside its main points.
extension Statement {
  static let link28 = [
    Statement("AA-2.8", "the user taps the link, and the app gets the payload", .simulated("tap-uri-works")),
    Statement("AA-2.8", "iOS needs an Apple App Association File", .simulated("tap-link-safari-unverified")),
    Statement("AA-2.8", "Android needs a verification file", .simulated("tap-link-unverified-12")),
    Statement("AA-2.8", "Safari shows a banner, for which the page has a meta tag", .simulated("tap-link-safari")),
    Statement("AA-2.8", "the app gets the whole URL on iOS", .simulated("tap-link-safari")),
    Statement(
      "AA-2.8", "without the app the banner leads to the App Store and back", .simulated("tap-link-safari-missing")),
    Statement("AA-2.8", "on iOS the user is asked to close the app and to go back", .simulated("ios-absent")),
    Statement("AA-2.8", "iOS leads back by its back-to-app button alone", .simulated("ios-absent")),
    Statement("AA-2.8", "Android opens the chooser for a tapped app link", .simulated("tap-link-android")),
    Statement("AA-2.8", "without the app Android's browser opens the page", .simulated("tap-link-missing-android")),
    Statement(
      "AA-2.8", "Firefox needs press and hold, or its setting",
      .tested("Firefox hands an app link on by press and hold, or with its setting")),
    Statement("AA-2.8", "with its setting Firefox opens the app", .simulated("tap-link-firefox-setting")),
    Statement("AA-2.8", "a page for those without the app is best practice", .tested("lists the traits of both forms")),
    Statement("AA-2.8", "iOS asks for no permission before an app link opens", .simulated("tap-link-safari")),
    Statement("AA-2.8", "app links need files under .well-known", .tested("lists the traits of both forms")),
    Statement("AA-2.8", "app links need a (sub)domain of their own", .checked(.linkHostIsBackend)),
    Statement("AA-2.8", "app links are not usable with QQ, CC and 360", .simulated("tap-link-chinese-browser")),
    Statement("AA-2.8", "app links are not usable without Google Play services", .simulated("tap-link-no-google")),
    Statement("AA-2.8", "a custom URI needs configuration in the app alone", .tested("lists the traits of both forms")),
    Statement("AA-2.8", "custom URIs lead to an app or page afterwards", .tested("lists the traits of both forms")),
    Statement("AA-2.8", "without the app, a browser cannot handle a custom URI", .simulated("tap-uri-missing-android")),
    Statement("AA-2.8", "iOS asks before a custom URI opens", .simulated("tap-uri-ios")),
    Statement("AA-2.8", "an app link's base is the backend's base URL", .notForAToolkit),
    Statement(
      "AA-2.8", "an app link's path has to match the association file",
      .tested("Apple's example opens what its comments say")),
    Statement("AA-2.8", "the payload of a link is encrypted", .checked(.plainAuthentication)),
    Statement("AA-2.8", "x-success is executed after a success", .tested("x-success is executed on every phone")),
    Statement("AA-2.8", "without a callback the app stays on its screen", .simulated("absent")),
    Statement("AA-2.8", "callbacks are custom URIs, app links or https URLs", .checked(.malformedCallback)),
    Statement("AA-2.8", "x-source is not supported", .checked(.ignoredSource)),
    Statement("AA-2.8", "callbacks have to be on an allow-list", .checked(.callbackDenied)),
    Statement("AA-2.8", "a callback off the allow-list is not opened", .simulated("not-allowed")),
    Statement("AA-2.8", "a custom URI has the host x-callback-url", .checked(.hostNotCallback)),
    Statement("AA-2.8", "its action is authenticate, also for registrations", .checked(.unknownAction)),
    Statement("AA-2.8", "app links work in Safari only", .simulated("tap-link-other-ios")),
    Statement("AA-2.8", "iOS remembers the user's decision", .simulated("tap-link-safari")),
    Statement(
      "AA-2.8", "a link to the domain of its own page stays in the browser", .simulated("tap-link-same-domain")),
    Statement("AA-2.8", "Android cannot hand a link on after the installation", .simulated("tap-link-missing-android")),
    Statement(
      "AA-2.8", "Android goes back to the app used before when the target is missing",
      .simulated("android-missing-target")),
    Statement("AA-2.8", "JavaScript opens no custom URI", .simulated("javascript-android-uri")),
    Statement("AA-2.8", "JavaScript opens no app by an app link", .simulated("javascript-android-link")),
    Statement("AA-2.8", "a custom URI cannot target an iframe or a new window", .simulated("iframe-android-uri")),
    Statement("AA-2.8", "an app link cannot target an iframe or a new window", .simulated("iframe-android-link")),
    Statement("AA-2.8", "a symbol with a custom URI is read inside the app", .simulated("own-scanner")),
    Statement("AA-2.8", "custom URIs work in ten tested browsers", .simulated("tap-uri-works")),
    Statement("AA-2.8", "custom URIs do not work in UC Browser and UC Lite", .simulated("tap-uri-uc")),
    Statement(
      "AA-2.8", "the target app on Android needs an intent filter for its scheme",
      .tested("the target app of a custom URI on Android needs an intent filter")),
    Statement("AA-2.8", "the makers of the target app have to be asked for it", .notForAToolkit),
    Statement("AA-2.8", "the backend's dispatcher makes the links", .notForAToolkit),
  ]

  static let besides24 = [
    Statement("AA-2.4", "the user shows the symbol on a page, or on paper", .notForAToolkit),
    Statement("AA-2.4", "the browser can lead to the installation", .simulated("tap-link-missing-android")),
    Statement("AA-2.4", "Android needs a verification file", .simulated("tap-link-unverified-12")),
    Statement("AA-2.4", "a custom URI needs little configuration", .tested("lists the traits of both forms")),
    Statement("AA-2.4", "the system opens the app that is configured with the scheme", .simulated("tap-uri-works")),
    Statement("AA-2.4", "an app link's base is usually that of the SDK's configuration", .notForAToolkit),
    Statement(
      "AA-2.4", "an app link's path has to match the association file",
      .tested("Apple's example opens what its comments say")),
    Statement("AA-2.4", "the payload of a link is encrypted", .checked(.plainAuthentication)),
    Statement("AA-2.4", "custom URIs alone have callbacks", .checked(.callbackInAppLink)),
    Statement("AA-2.4", "on iOS the user is asked to close the app and to go back", .simulated("ios-absent")),
    Statement("AA-2.4", "an app link cannot target an iframe or a new window", .simulated("iframe-android-link")),
    Statement("AA-2.4", "a link is an <a> that the user taps", .tested("JavaScript opens neither kind of link")),
    Statement("AA-2.4", "the makers of the target app have to be asked for its intent filter", .notForAToolkit),
    Statement("AA-2.4", "Android calls custom URIs deep links", .notForAToolkit),
  ]
}
