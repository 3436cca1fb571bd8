public import OutOfBand

/// A payload as app link and as custom URI: what the documents say of each form, and what phones do with it.
///
/// ```swift
/// let json = PayloadJSON(payload.json)
/// let comparison = FormComparison(of: json, base: "https://access.example.com/open", scheme: "myaccessapp")
/// comparison.appLink.recommendation  // .access28
/// comparison.customURI.scanned.cases.count { $0.verdict.outcome.reachesApp }
/// ```
public struct FormComparison: Sendable {
  public let appLink: Side
  public let customURI: Side

  /// One form.
  public struct Side: Sendable {
    /// The link; it holds the payload in full.
    public var message: [UInt8] { recognized.bytes }
    /// The same with what it was recognised as.
    package let recognized: RecognizedMessage
    /// The documents that recommend this form.
    public let recommendation: MessageCheck.Documents
    public let traits: [FormTrait]
    /// Every scanner that reads it from a symbol.
    public let scanned: VerdictTable
    /// Every browser in which the user taps it.
    public let tapped: VerdictTable

    init(
      _ form: PayloadForm, of payload: PayloadJSON, _ recommendation: MessageCheck.Documents, _ traits: [FormTrait],
      _ simulator: Simulator, _ handsets: [Handset]
    ) {
      let message = form.message(carrying: payload)
      recognized = message
      (self.recommendation, self.traits) = (recommendation, traits)
      func table(_ entries: [Entry]) -> VerdictTable {
        VerdictTable(message, simulator, entries: entries, handsets: handsets)
      }
      scanned = table(simulator.catalogue.scans)
      tapped = table(simulator.catalogue.browsers.map { .browse($0, by: .tap) })
    }
  }

  /// Makes both forms and simulates them.
  ///
  /// - Parameters:
  ///   - payload: The payload's JSON, sound or not.
  ///   - base: What precedes `?` in the app link.
  ///   - scheme: The custom URI's scheme, without `:`.
  ///   - action: The custom URI's action.
  ///   - callbacks: The targets of both links.
  ///   - simulator: Whose rules apply.
  ///   - handsets: The phones.
  public init(
    of payload: PayloadJSON, base: String, scheme: String, action: DispatchLink.Action = .authenticate,
    callbacks: [CallbackURL] = [], _ simulator: Simulator = Simulator(), handsets: [Handset] = Handset.usual
  ) {
    appLink = Side(
      .appLink(base: base, callbacks: callbacks), of: payload, .access28, FormTrait.appLink, simulator, handsets)
    customURI = Side(
      .customURI(scheme: scheme, action: action, callbacks: callbacks), of: payload, .access24, FormTrait.customURI,
      simulator, handsets)
  }
}
