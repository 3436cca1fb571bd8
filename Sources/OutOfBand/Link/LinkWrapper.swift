import TextFormats

/// A service that puts its own address in front of a link, or in its place: a mail gateway, a click tracker, a shortener.
struct LinkWrapper: Hashable, Sendable {
  let name: String
  /// Its hosts, with all their subdomains, each of them also with the path that follows.
  private let addresses: [String]
  private let form: Form

  private init(_ name: String, _ form: Form, _ addresses: String...) {
    (self.name, self.form, self.addresses) = (name, form, addresses)
  }

  private enum Form: Hashable, Sendable {
    /// A member of the query holds the link, percent-encoded.
    case member
    /// Proofpoint's second version: the member `u`, with `-` for `%` and `_` for `/`.
    case dashes
    /// Proofpoint's third version: in the path between `__` and `__;`.
    case underscores
    /// Only the service's server knows the link; a member may name its host.
    case opaque(host: String?)
  }

  private static let all = [
    LinkWrapper(
      "Outlook Safe Links", .member, "safelinks.protection.outlook.com", "outlook.office.com/mail/safelink.html"),
    LinkWrapper("Proofpoint URL Defense", .member, "urldefense.proofpoint.com/v1/"),
    LinkWrapper("Proofpoint URL Defense", .dashes, "urldefense.proofpoint.com/v2/"),
    LinkWrapper(
      "Proofpoint URL Defense", .underscores, "urldefense.com/v3/", "urldefense.us/v3/", "urldefense.proofpoint.com/v3/"
    ),
    LinkWrapper("Mimecast", .opaque(host: "domain"), "mimecast.com/s/", "mimecastprotect.com/s/"),
    LinkWrapper("Barracuda Link Protection", .member, "linkprotect.cudasvc.com"),
    LinkWrapper("FireEye (Trellix)", .member, "protect.fireeye.com", "protect2.fireeye.com"),
    LinkWrapper("Facebook", .member, "l.facebook.com", "lm.facebook.com"),
    LinkWrapper("Google", .member, "www.google.com/url"),
    LinkWrapper("Branch", .member, "app.link"),
    LinkWrapper("Firebase Dynamic Links, which was shut down on 25 August 2025,", .member, "page.link"),
    LinkWrapper("a click tracker of SendGrid", .opaque(host: nil), "sendgrid.net"),
    LinkWrapper("a click tracker of Mailchimp", .opaque(host: nil), "list-manage.com", "mandrillapp.com/track/"),
    LinkWrapper("a click tracker of Customer.io", .opaque(host: nil), "customeriomail.com"),
    LinkWrapper(
      "a shortener", .opaque(host: nil), "bit.ly", "bitly.com", "tinyurl.com", "t.co", "goo.gl", "is.gd", "v.gd",
      "ow.ly", "buff.ly", "cutt.ly", "rebrand.ly", "t.ly", "rb.gy", "lnkd.in", "tiny.cc", "shorturl.at", "qrco.de"),
  ]

  /// The service at a web address; `nil` when it is none of those that are known.
  init?(at url: URLText) {
    guard url.isWeb, let host = url.host else { return nil }
    let isHere = { (address: String) in
      let parts = address.split(separator: "/", maxSplits: 1)
      return (host == parts[0] || host.hasSuffix("." + parts[0]))
        && (parts.count == 1 || url.path.hasPrefix("/" + parts[1]))
    }
    guard let found = Self.all.first(where: { $0.addresses.contains(where: isHere) }) else { return nil }
    self = found
  }

  /// Whether the address does not hold the link, and the host that it names, if any.
  func hides(linkOf url: URLText) -> (isHidden: Bool, host: String?) {
    guard case .opaque(let member) = form else { return (false, nil) }
    return (true, Self.members(of: url).first { $0.name == member }?.value)
  }

  var isShortener: Bool { name == "a shortener" }

  /// The name as part of a sentence.
  var article: String { name.hasPrefix("a ") ? name : "a link of \(name)" }

  /// The link with a payload that a web address holds, and the member in which it is; `nil` as member if it is in the path.
  ///
  /// Any host may have such a member; those of callbacks are not meant.
  static func inner(of url: URLText) -> (link: String, member: String?, name: String?)? {
    guard url.isWeb, holdsPayload(url.text) else { return nil }
    let wrapper = LinkWrapper(at: url)
    if wrapper?.form == .underscores { return proofpoint3(url.text).map { ($0, nil, wrapper?.name) } }
    let members = members(of: url)
    // A link that has a payload itself is that link.
    if members.contains(where: { $0.name == DispatchLink.payloadParameter }) { return nil }
    for (member, value) in members where LinkAnatomy.knownNames[member.lowercased()] == nil {
      let text = wrapper?.form == .dashes ? value.replacing("-", with: "%").replacing("_", with: "/") : value
      for link in [text, PercentEncoding.decode(text) ?? ""] where isLink(link) { return (link, member, wrapper?.name) }
    }
    guard let start = url.path.ranges(of: #/(?i)https?(?:%3A|:)/#).first?.lowerBound,
      let link = PercentEncoding.decode(String(url.path[start...])), isLink(link)
    else { return nil }
    return (link, nil, wrapper?.name)
  }

  private static func isLink(_ text: String) -> Bool {
    URLText(text).scheme != nil && holdsPayload(text)
  }

  private static func holdsPayload(_ text: String) -> Bool {
    text.lowercased().contains(DispatchLink.payloadParameter.lowercased())
  }

  private static func members(of url: URLText) -> [(name: String, value: String)] {
    (url.query ?? "").queryPairs.prefix(64).filter { !$0.name.isEmpty && !$0.value.isEmpty }.map { name, value in
      (PercentEncoding.decode(name) ?? name, PercentEncoding.decode(value) ?? value)
    }
  }

  /// The characters that `*` and `**` stand for are in base64url behind the link.
  private static func proofpoint3(_ text: String) -> String? {
    guard let start = text.firstRange(of: "__")?.upperBound, let end = text[start...].firstRange(of: "__;"),
      case let encoded = text[end.upperBound...].prefix(while: {
        $0.isASCII && ($0.isLetter || $0.isNumber || "_-".contains($0))
      }),
      let bytes = Base64.bytes(String(encoded))
    else { return nil }
    var replaced = String(decoding: bytes, as: UTF8.self).unicodeScalars[...]
    let lengths = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".unicodeScalars)
    var link = String.UnicodeScalarView()
    var rest = text[start..<end.lowerBound].unicodeScalars
    while let scalar = rest.popFirst() {
      guard scalar == "*" else {
        link.append(scalar)
        continue
      }
      var count = 1
      if rest.first == "*", let length = rest.dropFirst().first.flatMap(lengths.firstIndex(of:)) {
        count = length + 2
        rest = rest.dropFirst(2)
      }
      link.append(contentsOf: replaced.prefix(count))
      replaced = replaced.dropFirst(count)
    }
    // Gateways write two slashes as one.
    return String(link).replacing(#/^([A-Za-z][A-Za-z0-9+.\-]*:\/)(?=[^\/])/#) { "\($0.output.1)/" }
  }
}
