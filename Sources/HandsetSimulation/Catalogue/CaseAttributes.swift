import OutOfBand

/// A case as the catalogue's rules see it: a value for each attribute.
struct CaseAttributes: Hashable {
  /// What a rule may ask about, in the order that distinguishes cases fastest.
  enum Attribute: String, CaseIterable {
    case entry, scanner, browser, message, os, app, verified, google, scheme, userinfo, operation, encrypted, redeem,
      page, isPrivate = "private", end,
      callback

    /// The values there are; `nil` for names that the catalogue itself defines.
    var values: Set<String>? {
      switch self {
      case .entry: Set(Entry.Trigger.allCases.map(\.rawValue) + ["scan", "push"])
      case .scanner, .browser: nil
      case .message: Set(SimulatedMessage.Kind.allCases.map(\.rawValue))
      case .os: Set(Handset.OperatingSystem.allCases.map(\.rawValue))
      case .app: ["installed", "missing"]
      case .verified, .google, .userinfo, .operation, .encrypted: ["yes", "no"]
      case .scheme: Set(SimulatedMessage.SchemeForm.allCases.map(\.rawValue))
      case .redeem: ["registration", "other"]
      case .page: ["same-domain", "other-domain"]
      case .isPrivate: ["yes", "no"]
      case .end: Set(CallbackURL.Kind.allCases.map(\.rawValue))
      case .callback: ["opens", "not-installed", "not-allowed", "malformed", "absent"]
      }
    }

    /// Whether rules on what happens after an operation may ask for it.
    var belongsAfterwards: Bool { [.os, .end, .callback].contains(self) }
    /// Whether rules on verdicts may ask for it.
    var belongsToVerdicts: Bool { ![.end, .callback].contains(self) }

    /// The place of the attribute's value.
    var index: Int { Self.indices[self] ?? 0 }

    private static let indices = Dictionary(uniqueKeysWithValues: allCases.enumerated().map { ($1, $0) })
  }

  /// One value for each attribute; empty where the case has none.
  private(set) var values = [String](repeating: "", count: Attribute.allCases.count)

  subscript(attribute: Attribute) -> String {
    get { values[attribute.index] }
    set { values[attribute.index] = newValue }
  }

  /// The case with other values for some attributes.
  func changed(by change: [Attribute: String]) -> CaseAttributes {
    var changed = self
    for (attribute, value) in change { changed[attribute] = value }
    return changed
  }
}
