/// Rules on what surrounds the intent filters of a manifest, and on patterns of later versions of Android.
extension Diagnostic.Rule {
  private static let activity = ["developer.android.com activity element"]
  private static let installation = ["developer.android.com Android 12 behavior changes"]
  private static let data = ["developer.android.com data element"]
  private static let group = ["developer.android.com uri-relative-filter-group"]

  /// A manifest with an activity that has a filter for links.
  private static func activity(
    _ attributes: String = #" android:exported="true""#, data: String = "", after: String = "", target: String = "34"
  ) -> Diagnostic.Example {
    let names =
      #"xmlns:android="http://schemas.android.com/apk/res/android" xmlns:tools="http://schemas.android.com/tools""#
    let view =
      #"<action android:name="android.intent.action.VIEW"/><category android:name="android.intent.category.DEFAULT"/><category android:name="android.intent.category.BROWSABLE"/>"#
    return Diagnostic.Example(
      #"<manifest \#(names)><uses-sdk android:targetSdkVersion="\#(target)"/><application><activity\#(attributes)><intent-filter android:autoVerify="true">\#(view)<data android:scheme="https" android:host="access.example.com"\#(data)/>\#(after)</intent-filter></activity></application></manifest>"#
    )
  }

  public static let manifestNotExported = Self(
    "OOB963", .error, "activity that is not exported",
    "Only the app itself can start an activity with exported=\"false\": a link in a browser or camera does not.",
    fix: "write android:exported=\"true\"", sources: activity + installation,
    example: activity(#" android:exported="false""#))
  public static let manifestExportedMissing = Self(
    "OOB964", .error, "exported missing",
    "With a target SDK of 31 or later, Android 12 and later do not install an app that has an intent filter in a component "
      + "without exported.",
    fix: "write android:exported=\"true\" for the activity that opens links, and decide for each other one",
    sources: installation, example: activity(""))
  public static let manifestDisabled = Self(
    "OOB965", .error, "activity that is not enabled",
    "An activity with enabled=\"false\", or in such an application, is not started until the app enables it.",
    fix: "remove android:enabled=\"false\"", sources: activity,
    example: activity(#" android:exported="true" android:enabled="false""#))
  public static let manifestRemoved = Self(
    "OOB966", .warning, "intent filter that is removed",
    "The merger of manifests leaves out an element with tools:node=\"remove\", and all in it.",
    fix: "remove tools:node, or check the merged manifest", sources: ["developer.android.com manifest merge"],
    example: activity(#" android:exported="true" tools:node="remove""#))
  public static let manifestGroup = Self(
    "OOB967", .note, "rules for Android 15 and later",
    "A uri-relative-filter-group is ignored by Android 14 and earlier: without a path beside it they open every path.",
    fix: "see that the app can handle links that the group excludes", sources: group,
    example: activity(after: #"<uri-relative-filter-group><data android:path="/open"/></uri-relative-filter-group>"#))
  public static let manifestStray = Self(
    "OOB968", .error, "query or fragment outside a group",
    "An intent filter matches queries and fragments only in a uri-relative-filter-group; elsewhere the attribute has no effect.",
    fix: "put the <data> into a <uri-relative-filter-group>", sources: data + group,
    example: activity(data: #" android:queryPrefix="dispatchTokenResponse=""#))
  public static let manifestAdvanced = Self(
    "OOB969", .error, "AdvancedPattern that does not match",
    "A pattern takes as many characters as it can and gives none back; sets and repetitions have to be closed.",
    fix: "name what may come, as in [^/]+, or use pathPrefix or pathPattern", sources: data,
    example: activity(data: #" android:pathAdvancedPattern="/.*/open""#))

  static let manifestRules = [
    manifestNotExported, manifestExportedMissing, manifestDisabled, manifestRemoved, manifestGroup, manifestStray,
    manifestAdvanced,
  ]
}
