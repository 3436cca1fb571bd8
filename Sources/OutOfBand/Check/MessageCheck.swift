public import TextFormats

/// The findings about a message.
///
/// ```swift
/// let check = MessageCheck(link)  // a text, or bytes
/// check.diagnostics  // each with code, place, remedy and source
/// check.errors       // those that make the message fail
/// check.readings     // what each of the vendor's four example apps gets
/// ```
/// The time it takes grows with the length of the message and no faster.
public struct MessageCheck: Sendable {
  public let message: OutOfBandMessage
  /// In the order of the message's parts, without duplicates, and at most twenty of each rule.
  public private(set) var diagnostics: [Diagnostic]
  /// The payload that was found, when it is sound.
  public let payload: OutOfBandPayload?
  /// The link as it was meant, when the message is one.
  public let link: DispatchLink?
  /// What each reader gets; empty for messages that are not links.
  public let readings: [Reading]
  /// The JSON that the message carries, sound payload or not; `nil` when it carries none.
  public let carried: JSONValue?
  /// Shows text of this message without its secrets.
  public let secrets: Secrets
  /// Whether the payload is in the message only as it was meant: no app gets it from there.
  package let isRecovered: Bool

  /// What an app gets from a link.
  public struct Reading: Hashable, Sendable {
    public let reader: LinkReader
    public let result: LinkReader.Result
    /// Whether it is the payload that the link was meant to carry.
    public let isPayload: Bool
  }

  /// The circumstances of a message.
  public struct Options: Hashable, Sendable {
    public var policy: TrustPolicy?
    public var channel: Channel?
    public var documents: Documents
    public var profile: Profile
    /// The size of the symbol that carries the message, or will.
    public var symbolSize: SymbolSize
    /// What is wrong with the symbol that carries the message.
    public var symbolFlaws: [SymbolFlaw]
    /// Why association files do not let the link open the app.
    public var associationFlaws: [AssociationFlaw]
    /// The version of a symbol with the scheme and host of the link in upper case; `nil` when it is not known.
    public var upperCaseVersion: Int?
    /// What is expected of a URI for the UAE PASS app.
    public var uaePass: UAEPassCheck.Expectation
    /// The name, without folders, of the file that the message comes from; `nil` when it is not known.
    public var fileName: String?
    /// The URL of a web page that is checked; `nil` when it is not known.
    public var pageURL: String?
    /// The line of an earlier message in the same list that has the same one-time token; `nil` when there is none.
    public var earlierLine: Int?

    public init(
      policy: TrustPolicy? = nil, channel: Channel? = nil, documents: Documents = .access28,
      profile: Profile = .accessApp,
      symbolSize: SymbolSize = .unknown, symbolFlaws: [SymbolFlaw] = [], associationFlaws: [AssociationFlaw] = [],
      upperCaseVersion: Int? = nil,
      uaePass: UAEPassCheck.Expectation = UAEPassCheck.Expectation(),
      fileName: String? = nil, pageURL: String? = nil, earlierLine: Int? = nil
    ) {
      (self.policy, self.channel, self.documents) = (policy, channel, documents)
      (self.profile, self.symbolSize, self.upperCaseVersion) = (profile, symbolSize, upperCaseVersion)
      (self.symbolFlaws, self.associationFlaws) = (symbolFlaws, associationFlaws)
      (self.uaePass, self.fileName, self.pageURL) = (uaePass, fileName, pageURL)
      self.earlierLine = earlierLine
    }
  }

  /// How a message reaches the phone.
  public enum Channel: String, Hashable, Sendable, CaseIterable {
    case qr, link, push
  }

  /// The version of the vendor's documents to follow where they disagree.
  public enum Documents: String, Hashable, Sendable, CaseIterable {
    case access24 = "2.4"
    case access28 = "2.8"
  }

  /// Whose rules for transaction texts apply.
  public enum Profile: String, Hashable, Sendable, CaseIterable {
    /// Drops what it does not support.
    case accessApp = "access-app"
    /// Refuses what it does not support.
    case authenticationCloud = "auth-cloud"
  }

  /// The longest message that is checked, in bytes.
  public static let sizeLimit = 1 << 20

  /// Checks a text, such as a link or a payload's JSON.
  public init(_ text: String, options: Options = Options()) { self.init(text.utf8, options: options) }

  /// Checks bytes: those of a symbol, a link or a payload.
  public init(_ bytes: some Sequence<UInt8>, options: Options = Options()) {
    self.init(RecognizedMessage(Array(bytes)), options: options)
  }

  /// Checks a link that was built or read; its text is what counts.
  public init(_ link: DispatchLink, options: Options = Options()) { self.init(link.description, options: options) }

  /// Checks a message that has been recognised.
  public init(_ recognized: RecognizedMessage, options: Options = Options()) {
    let (bytes, message) = (recognized.bytes, recognized.content)
    var found: [Diagnostic] = []
    var payload: OutOfBandPayload?
    var carried: JSONValue?
    var link: DispatchLink?
    var readings: [Reading] = []
    let linkCheck = LinkCheck(in: message, options)
    // A phone that scans or is sent such a thing has no use for it.
    func addMisplaced(_ words: String) {
      if options.channel == nil { return }
      found.add(.serverObject, "this is \(words), not a payload", at: .message, severity: .error)
    }
    switch message {
    case _ where bytes.count > Self.sizeLimit:
      found.add(
        .messageTooLong, "\(bytes.count) bytes are more than the \(Self.sizeLimit) that are checked", at: .message)
    case _ where bytes.isEmpty: found.add(.emptyMessage, "the message has no bytes", at: .message)
    case .payload(let json, let carriage):
      let check = PayloadCheck(json, carriage, options)
      (found, payload, carried) = (check.found, check.payload, json.value)
    case .text, .web, .uri, .link:
      guard let check = linkCheck else {
        found.addWithoutLink(message)
        break
      }
      (found, payload, carried) = (check.found, check.payload, check.carried?.value)
      (link, readings) = (check.link, check.readings)
    case .server(let object):
      addMisplaced(object.kind.words)
      found.addServerObject(object, options)
      carried = object.value
    case .association(let file):
      addMisplaced(file.words)
      found += file.diagnostics(byteCount: bytes.count, name: options.fileName)
    case .uaePass(let uri): found = UAEPassCheck.diagnostics(uri, expecting: options.uaePass)
    case .page(let page):
      if let name = options.fileName, [AssetLinks.fileName, AppleAppSiteAssociation.fileName].contains(name) {
        found.add(
          name == AssetLinks.fileName ? .assetShape : .associationShape,
          "this is a web page: the server sent it instead of the file", at: .message,
          remedy: "serve the file itself at https://HOST/.well-known/\(name)")
      } else {
        let check = PageCheck(page, options)
        (found, carried) = (check.found, .array(check.carried))
      }
    case .foreign(let kind):
      found.add(.foreignMessage, "this is a message of the kind \(kind.rawValue)", at: .message)
    case .utf16: found.add(.utf16, "this is text in UTF-16", at: .message)
    case .binary: found.addWithoutLink(message)
    }
    (self.message, self.payload, self.carried) = (message, payload, carried)
    (self.link, self.readings) = (link, readings)
    isRecovered = linkCheck?.isRecovered ?? false
    let secrets = Secrets(of: message, carrying: carried).union(
      isRecovered ? linkCheck?.secrets ?? Secrets() : Secrets())
    // What cannot be read is the first cause.
    found = options.symbolFlaws.map(\.finding) + found + options.associationFlaws.map(\.finding)
    self.secrets = secrets
    var seen: Set<Diagnostic> = []
    var counts: [String: Int] = [:]
    diagnostics = found.filter { finding in
      // More than twenty of a kind add nothing.
      counts[finding.rule.code, default: 0] += 1
      return counts[finding.rule.code, default: 0] <= 20
    }.map { $0.redacted(by: secrets) }.filter {
      seen.insert($0).inserted && options.policy?.ignore?.contains($0.rule.code) != true
    }
  }

  /// The same check without the findings of some rules.
  public func ignoring(_ rules: Set<Diagnostic.Rule>) -> MessageCheck {
    var check = self
    check.diagnostics.removeAll { rules.contains($0.rule) }
    return check
  }

  /// The payload, unless it is in the message only as it was meant.
  var received: OutOfBandPayload? { isRecovered ? nil : payload }

  /// The findings that make the message fail.
  public var errors: [Diagnostic] { diagnostics.filter { $0.severity == .error } }

  /// The highest severity, or `nil` for a message without diagnostics.
  public var severity: Diagnostic.Severity? { diagnostics.map(\.severity).max() }
}

extension [Diagnostic] {
  /// Adds that a message neither is a link with a payload nor holds one.
  fileprivate mutating func addWithoutLink(_ message: OutOfBandMessage) {
    if case .web(let url) = message, let wrapper = LinkWrapper(at: url),
      case (true, let host) = wrapper.hides(linkOf: url)
    {
      let leads = host.map { "; it leads to \(PrintableText.quoted($0))" } ?? ""
      let offset = url.authorityRange?.lowerBound ?? 0
      return add(.redirectingHost, "this is \(wrapper.article): the link is not in it\(leads)", "host", offset)
    }
    if case .text(let text) = message, let mishap = PayloadMishap(text, decoded: nil), mishap.json != nil {
      return add(mishap, of: "the text", at: .message)
    }
    add(.noMessage, "this is \(message.words), not an out-of-band message", at: .message)
  }
}

extension OutOfBandMessage {
  fileprivate var words: String {
    switch self {
    case .web: "a web address without a payload"
    case .uri: "a URI of a scheme that is not known here"
    case .binary: "binary data"
    default: "plain text"
    }
  }
}
