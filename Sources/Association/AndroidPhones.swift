/// Phones that treat the files of Android alike, oldest first.
public enum AndroidPhones: Int, Hashable, Sendable, CaseIterable {
  case upTo11, from12To14, from15WithoutGoogleServices, from15

  /// - Parameters:
  ///   - version: Of Android.
  ///   - hasGoogleServices: Whether Google Play services are installed, which read Dynamic App Links.
  public init(version: Int, hasGoogleServices: Bool) {
    self =
      version < 12 ? .upTo11 : version < 15 ? .from12To14 : hasGoogleServices ? .from15 : .from15WithoutGoogleServices
  }

  /// The oldest version of these phones that matters: no file distinguishes those before 12.
  var version: Int {
    switch self {
    case .upTo11: 11
    case .from12To14: 12
    case .from15WithoutGoogleServices, .from15: 15
    }
  }

  /// Whether rules in assetlinks.json count.
  var hasDynamicLinks: Bool { self == .from15 }

  /// Names some of them, in the order of the cases.
  public static func name(of phones: [AndroidPhones]) -> String {
    switch phones {
    case [.upTo11, .from12To14]: "Android 14 and earlier"
    case [.upTo11, .from12To14, .from15WithoutGoogleServices]:
      "Android 14 and earlier, and later without Google services"
    case [.from12To14, .from15WithoutGoogleServices, .from15]: "Android 12 and later"
    case [.from15WithoutGoogleServices, .from15]: "Android 15 and later"
    default: phones.map(\.name).joined(separator: ", ")
    }
  }

  /// As in `Android 12 to 14`.
  public var name: String {
    switch self {
    case .upTo11: "Android 11 and earlier"
    case .from12To14: "Android 12 to 14"
    case .from15WithoutGoogleServices: "Android 15 and later without Google services"
    case .from15: "Android 15 and later with Google services"
    }
  }
}
