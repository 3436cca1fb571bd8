/// Rules on association files.
extension Diagnostic.Rule {
  private static let apple = ["developer.apple.com applinks"]
  private static let google = ["developer.android.com verify-android-applinks", "Digital Asset Links statements"]
  private static let app = #""appIDs":["ABCDE12345.com.example.access"]"#

  /// A file with these members in its only element of details.
  private static func detail(
    _ members: String, _ options: MessageCheck.Options = MessageCheck.Options(),
    filledWith filling: Diagnostic.Example.Filling? = nil
  ) -> Diagnostic.Example {
    Diagnostic.Example(#"{"applinks":{"details":[{\#(members)}]}}"#, options, filledWith: filling)
  }

  private static func component(_ members: String) -> Diagnostic.Example {
    detail(app + #","components":[{\#(members)}]"#)
  }

  // MARK: apple-app-site-association

  public static let associationShape = Self(
    "OOB901", .error, "association file has the wrong shape",
    "applinks is an object with details, an array of objects with appIDs and components.",
    fix: "write {\"applinks\":{\"details\":[{\"appIDs\":[…],\"components\":[…]}]}}", sources: apple,
    example: #"{"applinks":{"details":{}}}"#)
  public static let associationAppID = Self(
    "OOB902", .error, "malformed app ID",
    "An app ID is the team's identifier, ten capital letters and digits, a dot, and the bundle identifier.",
    fix: "write TEAMID1234.bundle.id, as in the app's signature", sources: apple,
    example: detail(#""appIDs":["com.example.access"],"components":[{"/":"/open"}]"#))
  public static let associationNoApp = Self(
    "OOB903", .error, "no app", "Without an app ID the patterns belong to no app.",
    fix: "add appIDs, an array of strings", sources: apple, example: detail(#""components":[{"/":"/open"}]"#))
  public static let associationFragmentInPath = Self(
    "OOB904", .error, "'#' in the pattern of a path",
    "The fragment is not part of the path: such a pattern never matches.",
    fix: "put the pattern of the fragment under the key '#'", sources: apple, example: component(##""/":"/#/open""##))
  public static let associationQueryInPath = Self(
    "OOB905", .error, "query in the pattern of a path",
    "In a pattern '?' is any one character. The query is not part of the path: such a pattern never matches.",
    fix: "put patterns of parameters under the key '?'", sources: apple,
    example: component(#""/":"/open?dispatchTokenResponse=*""#))
  public static let associationShadowed = Self(
    "OOB906", .error, "component that is never reached",
    "The first component that matches decides. An exclusion after a pattern that matches the same links has no effect.",
    fix: "put the specific component before the general one", sources: apple,
    example: detail(app + #","components":[{"/":"/open/*"},{"/":"/open/help/*","exclude":true}]"#))
  public static let associationLegacyPaths = Self(
    "OOB907", .note, "paths without components",
    "paths is the form used before iOS 13. It cannot match the query, and later systems ignore it if there are "
      + "components.",
    fix: "add components", sources: apple,
    example: detail(#""appID":"ABCDE12345.com.example.access","paths":["/open"]"#))
  public static let associationRelativePath = Self(
    "OOB908", .error, "pattern is not a path",
    "A path begins with '/', without scheme and host: such a pattern never matches.", fix: "begin the pattern with '/'",
    sources: apple, example: component(#""/":"open""#))
  public static let associationDuplicateKey = Self(
    "OOB909", .error, "duplicate key", "Which of two members counts depends on the reader.", fix: "keep one",
    sources: ["RFC 8259, section 4"], example: component(#""/":"/open","/":"/login""#))
  public static let associationUnknownKey = Self(
    "OOB910", .warning, "unknown key in a component",
    "A component has the keys '/', '?', '#', exclude, comment, caseSensitive and percentEncoded; a misspelled one has no effect.",
    fix: "write one of these keys", sources: apple, example: component(#""/":"/open","excluded":true"#))
  public static let associationType = Self(
    "OOB911", .error, "value of the wrong type",
    "Patterns are strings; exclude, caseSensitive and percentEncoded are true or false.",
    fix: "write a value of that type", sources: apple, example: component(#""/":"/open","exclude":"true""#))
  public static let associationExtension = Self(
    "OOB912", .error, "association file with an extension",
    "The file is served as https://<domain>/.well-known/apple-app-site-association, without an extension and without a redirect.",
    fix: "name it apple-app-site-association", sources: ["developer.apple.com Supporting associated domains"],
    example: detail(app + #","components":[{"/":"/open"}]"#, .init(fileName: "apple-app-site-association.json")))
  public static let associationSize = Self(
    "OOB913", .warning, "large association file",
    "A guide from 2016 limits the file to 128 KB. Whether that still holds is unknown: the reference names no limit.",
    fix: "use wildcards and substitution variables, or fewer patterns",
    sources: ["developer.apple.com App Search Programming Guide, 2016"],
    example: detail(
      app + ",\"components\":[{\"comment\":\"\0\",\"/\":\"/open\"}]",
      filledWith: .init(character: "x", count: 131_072)))
  public static let associationVariable = Self(
    "OOB914", .error, "undefined substitution variable",
    "$(name) stands for the strings that substitutionVariables has for the name. If the name is not defined, the pattern never matches.",
    fix: "define the variable, or write the text itself", sources: apple,
    example: component(#""/":"/$(product)/open""#))
  public static let associationNoLinks = Self(
    "OOB915", .warning, "no links", "Without applinks, details and components the file opens no link.",
    fix: "add a component for each kind of link", sources: apple, example: #"{"applinks":{"details":[]}}"#)

  // MARK: assetlinks.json

  private static let fingerprint = (1...32).map { _ in "A1" }.joined(separator: ":")

  private static func statement(
    relation: String = #"["delegate_permission/common.handle_all_urls"]"#, namespace: String = "android_app",
    package: String = "com.example.access", fingerprints: String = #""\#(fingerprint)""#
  ) -> Diagnostic.Example {
    Diagnostic.Example(
      #"[{"relation":\#(relation),"target":{"namespace":"\#(namespace)","package_name":"\#(package)","sha256_cert_fingerprints":[\#(fingerprints)]}}]"#
    )
  }

  public static let assetShape = Self(
    "OOB930", .error, "asset links have the wrong shape",
    "The file is an array of statements, which are objects with relation and target.",
    fix: "write [{\"relation\":[…],\"target\":{…}}]", sources: google,
    example: #"[{"relation":[],"target":{"namespace":"web"}},1]"#)
  public static let assetRelation = Self(
    "OOB931", .error, "relation missing", "Only delegate_permission/common.handle_all_urls lets the app open links.",
    fix: "add it to relation, an array of strings", sources: google,
    example: statement(relation: #"["delegate_permission/common.get_login_creds"]"#))
  public static let assetLowerCase = Self(
    "OOB932", .error, "lower-case fingerprint", "The fingerprint must be in upper case.",
    fix: "write it as keytool prints it", sources: google,
    example: statement(fingerprints: #""\#(fingerprint.lowercased())""#))
  public static let assetFingerprint = Self(
    "OOB933", .error, "malformed fingerprint",
    "A fingerprint is the SHA-256 of the certificate: 32 bytes in hexadecimal, joined by colons.",
    fix: "copy the SHA256 line that keytool -list -v prints", sources: google,
    example: statement(fingerprints: #""A1:B2""#))
  public static let assetNamespace = Self(
    "OOB934", .error, "target is not an app",
    "The target of an app has the namespace android_app, that of a site has web.",
    fix: "write \"namespace\":\"android_app\"", sources: google, example: statement(namespace: "android"))
  public static let assetPackage = Self(
    "OOB935", .error, "malformed package name", "A package is two or more identifiers, joined by dots.",
    fix: "write the applicationId of the app", sources: google, example: statement(package: "access"))
  public static let assetNoFingerprint = Self(
    "OOB936", .error, "no fingerprint", "Without a fingerprint no app can be verified.",
    fix: "add the SHA-256 of each certificate that the app is signed with", sources: google,
    example: statement(fingerprints: ""))

  private static let dynamic = ["developer.android.com configure-assetlinks"]

  private static func rules(_ components: String) -> Diagnostic.Example {
    Diagnostic.Example(
      #"[{"relation":["delegate_permission/common.handle_all_urls"],"target":{"namespace":"android_app","package_name":"com.example.access","sha256_cert_fingerprints":["\#(fingerprint)"]},"relation_extensions":{"delegate_permission/common.handle_all_urls":{"dynamic_app_link_components":\#(components)}}}]"#
    )
  }

  public static let assetDynamic = Self(
    "OOB937", .error, "malformed dynamic rules",
    "Android 15 and later with Google services discard all dynamic rules of the app if the field is malformed or empty.",
    fix: "write \"dynamic_app_link_components\":[{\"/\":\"/open\"}], with strings as patterns", sources: dynamic,
    example: rules("[]"))
  public static let assetDynamicUnknown = Self(
    "OOB938", .warning, "unknown key in a dynamic rule",
    "A rule has the keys '/', '?', '#' and exclude. Whether another one makes it malformed is not documented.",
    fix: "write one of these keys", sources: dynamic, example: rules(#"[{"/":"/open","comment":"x"}]"#))
  public static let assetDynamicRepeated = Self(
    "OOB939", .error, "dynamic rules of an app declared twice",
    "What counts is undefined if the dynamic rules of an app are in several statements.",
    fix: "put them into one statement", sources: dynamic,
    example: Diagnostic.Example(
      {
        let one = rules(#"[{"/":"/open"}]"#).input.dropFirst().dropLast()
        return "[\(one),\(one)]"
      }()))

  // MARK: AndroidManifest.xml

  private static let data = ["developer.android.com data element"]
  private static let view =
    #"<action android:name="android.intent.action.VIEW"/><category android:name="android.intent.category.DEFAULT"/><category android:name="android.intent.category.BROWSABLE"/>"#

  private static func filter(
    _ data: String, verify: String = #" android:autoVerify="true""#, categories: String = view
  ) -> Diagnostic.Example {
    Diagnostic.Example(
      #"<manifest xmlns:android="http://schemas.android.com/apk/res/android"><intent-filter\#(verify)>\#(categories)\#(data)</intent-filter></manifest>"#
    )
  }

  public static let manifestSyntax = Self(
    "OOB950", .error, "malformed XML",
    "The manifest is XML without a document type declaration. The binary form inside an app package is not read.",
    fix: "repair the XML at that byte", sources: ["XML 1.0"], example: "<manifest><application></manifest>")
  public static let manifestNotVerified = Self(
    "OOB951", .error, "autoVerify missing",
    "Without autoVerify the host is not verified, and from Android 12 on a link that is not verified opens the browser.",
    fix: "write <intent-filter android:autoVerify=\"true\">", sources: google,
    example: filter(#"<data android:scheme="https" android:host="access.example.com"/>"#, verify: ""))
  public static let manifestVerifiedScheme = Self(
    "OOB952", .warning, "autoVerify on a custom scheme", "Only http and https have a host that can be verified.",
    fix: "leave out autoVerify", sources: google, example: filter(#"<data android:scheme="myaccessapp"/>"#))
  public static let manifestMixedSchemes = Self(
    "OOB953", .error, "custom scheme beside https",
    "A scheme other than http and https in the same filter prevents the verification.",
    fix: "give the custom scheme an intent filter of its own", sources: google,
    example: filter(
      #"<data android:scheme="https" android:host="access.example.com"/><data android:scheme="myaccessapp"/>"#))
  public static let manifestCategories = Self(
    "OOB954", .error, "not a filter for links",
    "A link arrives as the action VIEW with the category BROWSABLE, and activities are started with DEFAULT.",
    fix: "add the action VIEW and the categories DEFAULT and BROWSABLE", sources: ["AA-2.4"] + google,
    example: filter(#"<data android:scheme="myaccessapp"/>"#, verify: "", categories: ""))
  public static let manifestUpperCase = Self(
    "OOB955", .error, "capital letters in scheme or host",
    "Android compares schemes letter by letter and, according to its documents, hosts too; links have them in lower case.",
    fix: "write it in lower case", sources: data,
    example: filter(#"<data android:scheme="https" android:host="Access.example.com"/>"#))
  public static let manifestScheme = Self(
    "OOB956", .error, "scheme missing or malformed",
    "Without a scheme all other attributes of a URI are ignored. The scheme is written without ':'.",
    fix: "write android:scheme=\"https\"", sources: data,
    example: filter(#"<data android:host="access.example.com"/>"#))
  public static let manifestHost = Self(
    "OOB957", .error, "host missing", "Without a host there is nothing to verify, and all paths are ignored.",
    fix: "write android:host", sources: data, example: filter(#"<data android:scheme="https" android:path="/open"/>"#))
  public static let manifestPath = Self(
    "OOB958", .error, "path without '/'", "Paths begin with '/': such a path never matches.", fix: "begin it with '/'",
    sources: data,
    example: filter(#"<data android:scheme="https" android:host="access.example.com" android:path="open"/>"#))
  public static let manifestGlob = Self(
    "OOB959", .warning, "'*' in a pathPattern",
    "In a pathPattern '*' repeats the character before it; '.*' is any text.", fix: "write '.*', or use pathPrefix",
    sources: data,
    example: filter(#"<data android:scheme="https" android:host="access.example.com" android:pathPattern="/open/*"/>"#))
  public static let manifestPrefix = Self(
    "OOB960", .error, "attribute without prefix", "An attribute without Android's prefix has no effect.",
    fix: "write android: before it", sources: data,
    example: filter(#"<data android:scheme="https" host="access.example.com"/>"#))
  public static let manifestResource = Self(
    "OOB961", .note, "value from elsewhere",
    "A reference (@string/…) or a placeholder (${…}) is resolved by the build, and not here.",
    fix: "check the merged manifest", sources: data,
    example: filter(#"<data android:scheme="https" android:host="@string/host"/>"#))
  public static let manifestNoFilter = Self(
    "OOB962", .warning, "no intent filter for links", "Without an intent filter with a scheme the app opens no link.",
    fix: "add an intent filter: oobqr associate make writes one", sources: data, example: "<manifest/>")

  static let associationRules = [
    associationShape, associationAppID, associationNoApp, associationFragmentInPath, associationQueryInPath,
    associationShadowed, associationLegacyPaths, associationRelativePath, associationDuplicateKey,
    associationUnknownKey, associationType, associationExtension, associationSize, associationVariable,
    associationNoLinks, assetShape, assetRelation, assetLowerCase, assetFingerprint, assetNamespace, assetPackage,
    assetNoFingerprint, assetDynamic, assetDynamicUnknown, assetDynamicRepeated, manifestSyntax, manifestNotVerified,
    manifestVerifiedScheme, manifestMixedSchemes,
    manifestCategories, manifestUpperCase, manifestScheme, manifestHost, manifestPath, manifestGlob, manifestPrefix,
    manifestResource, manifestNoFilter,
  ]
}
