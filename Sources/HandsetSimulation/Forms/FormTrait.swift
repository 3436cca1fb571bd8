public import OutOfBand

/// A benefit or a drawback of a form of link, as the vendor's documents list it, in our words.
public struct FormTrait: Hashable, Sendable {
  public let text: String
  public let isBenefit: Bool
  /// The keys of the documents that list it.
  public let sources: [String]

  private init(_ text: String, benefit isBenefit: Bool, _ sources: [String]) {
    (self.text, self.isBenefit, self.sources) = (text, isBenefit, sources)
  }

  private static let both = ["AA-2.4", "AA-2.8"]

  /// Those of app links.
  public static let appLink = [
    FormTrait("without the app, a page opens, which can lead to the stores", benefit: true, both),
    FormTrait("iOS opens the app without asking for permission", benefit: true, both),
    FormTrait("the backend has to serve association files", benefit: false, both),
    FormTrait("links need a (sub)domain of their own", benefit: false, both),
    FormTrait("not usable with browsers such as QQ, CC and 360", benefit: false, both),
    FormTrait("not usable on Android without Google Play services", benefit: false, both),
  ]

  /// Those of custom URIs.
  public static let customURI = [
    FormTrait("only the app has to be configured", benefit: true, both),
    FormTrait(
      "callbacks lead to an app or a page afterwards (in AA-2.8, those of app links, too)", benefit: true, both),
    FormTrait("without the app, the browser cannot handle the link; nothing happens", benefit: false, both),
    FormTrait("iOS asks for permission in a pop-up", benefit: false, both),
    FormTrait("the standard camera of Android 13 and later does not open the app", benefit: false, ["AA-2.8"]),
  ]
}

extension MessageCheck.Documents {
  /// The key by which the documents are cited: `AA-2.4` or `AA-2.8`.
  public var key: String { "AA-" + rawValue }
}
