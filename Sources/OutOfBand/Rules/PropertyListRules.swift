/// Rules on the property lists of an iOS app: its entitlements and Info.plist.
extension Diagnostic.Rule {
  private static let domains = ["developer.apple.com associated domains"]

  private static func list(_ key: String, _ strings: String...) -> String {
    "<plist version=\"1.0\"><dict><key>\(key)</key><array>"
      + strings.map { "<string>\($0)</string>" }.joined() + "</array></dict></plist>"
  }

  private static func entitlement(_ domain: String) -> Diagnostic.Example {
    Diagnostic.Example(list("com.apple.developer.associated-domains", domain))
  }

  public static let propertyListSyntax = Self(
    "OOB916", .error, "malformed property list",
    "A property list is XML, and associated domains and schemes are arrays of strings. The binary form is not read.",
    fix: "repair the list at that byte: plutil -lint names the fault", sources: ["XML 1.0"] + domains,
    example: "<plist><dict><key>CFBundleURLSchemes</key><string>myaccessapp</string></dict></plist>")
  public static let domainForm = Self(
    "OOB917", .error, "associated domain with more than a domain",
    "An entry is the service and a fully qualified domain, without scheme, port and path; '*' is only the first label.",
    fix: "write applinks:access.example.com", sources: domains,
    example: entitlement("applinks:https://access.example.com/open"))
  public static let domainWildcard = Self(
    "OOB918", .note, "wildcard in an associated domain",
    "A wildcard is for the sub-domains, and not for the domain itself, which needs an entry of its own.",
    fix: "list the host of the links, too, if it is not a sub-domain",
    sources: domains + ["avioli/uni_links#183"], example: entitlement("applinks:*.example.com"))
  public static let domainMode = Self(
    "OOB919", .error, "associated domain for a mode",
    "An entry with mode=developer counts only in development builds on devices with the switch for it, one with "
      + "mode=managed only on managed devices.",
    fix: "remove the query string before you submit the app", sources: domains,
    example: entitlement("applinks:access.example.com?mode=developer"))
  public static let domainWithoutLinks = Self(
    "OOB920", .warning, "no domain for links", "Only entries with the service applinks let links open the app.",
    fix: "add applinks: and the host of the links", sources: domains,
    example: entitlement("webcredentials:access.example.com"))
  public static let schemeForm = Self(
    "OOB921", .error, "malformed scheme in Info.plist",
    "A scheme is a letter, then letters, digits, '+', '-' and '.', without ':' or '//'. iOS hands it over in lower case.",
    fix: "write the scheme alone, in lower case, such as myaccessapp",
    sources: ["RFC 3986, section 3.1", "dydxprotocol/v4-web#248", "openid/AppAuth-iOS#398"],
    example: Diagnostic.Example(list("CFBundleURLSchemes", "myaccessapp://")))

  static let propertyListRules = [
    propertyListSyntax, domainForm, domainWildcard, domainMode, domainWithoutLinks, schemeForm,
  ]
}
