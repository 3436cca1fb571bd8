import OutOfBand

/// A case as the catalogue's rules see it: a value for each attribute.
///
/// A bit stands for each value, so that many rules are compared in little time; scanners and browsers have names.
struct CaseAttributes: Hashable {
  /// What a rule may ask about.
  enum Attribute: Int, CaseIterable {
    case entry, scanner, browser, message, os, app, verified, google, scheme, userinfo, operation, encrypted, redeem,
      page, isPrivate, end, callback

    /// As the catalogue writes it.
    var name: String { Self.names[rawValue] }

    private static let names = allCases.map { $0 == .isPrivate ? "private" : "\($0)" }

    /// The values there are; `nil` for names that the catalogue itself defines.
    var values: [String]? {
      switch self {
      case .entry: Entry.Trigger.allCases.map(\.rawValue) + ["scan", "push"]
      case .scanner, .browser: nil
      case .message: SimulatedMessage.Kind.allCases.map(\.rawValue)
      case .os: Handset.OperatingSystem.allCases.map(\.rawValue)
      case .app: ["installed", "missing"]
      case .verified, .google, .userinfo, .operation, .encrypted: ["yes", "no"]
      case .scheme: SimulatedMessage.SchemeForm.allCases.map(\.rawValue)
      case .redeem: ["registration", "other"]
      case .page: ["same-domain", "other-domain"]
      case .isPrivate: ["yes", "no"]
      case .end: CallbackURL.Kind.allCases.map(\.rawValue)
      case .callback: ["opens", "not-installed", "not-allowed", "malformed", "absent"]
      }
    }

    /// Whether rules on what happens after an operation may ask for it.
    var belongsAfterwards: Bool { [.os, .end, .callback].contains(self) }
    /// Whether rules on verdicts may ask for it.
    var belongsToVerdicts: Bool { ![.end, .callback].contains(self) }

    /// The bits of the values; the lowest one stands for none.
    fileprivate var field: Field { Self.fields[rawValue] }

    private static let fields: [Field] = {
      var shift = 0
      return allCases.map { attribute in
        let field = Field(shift: shift, values: attribute.values ?? [])
        shift += attribute.values == nil ? 0 : field.values.count + 1
        precondition(shift <= UInt64.bitWidth, "a bit for each value")
        return field
      }
    }()
  }

  fileprivate struct Field {
    let shift: Int
    let values: [String]

    var mask: UInt64 { (1 << UInt64(values.count + 1) - 1) << UInt64(shift) }

    func bit(_ value: String) -> UInt64 { 1 << UInt64(shift + 1 + (values.firstIndex(of: value) ?? -1)) }
  }

  /// A scanner or a browser, by its id.
  enum Program: Hashable {
    case scanner(String)
    case browser(String)
  }

  /// One bit for each attribute.
  private(set) var bits = Self.none
  private(set) var program: Program?

  private static let none = Attribute.allCases.filter { $0.values != nil }.reduce(0) { $0 | $1.field.bit("") }

  /// The value of an attribute; empty where the case has none.
  subscript(attribute: Attribute) -> String {
    get {
      switch (attribute, program) {
      case (.scanner, .scanner(let id)?), (.browser, .browser(let id)?): id
      default: attribute.field.values.first { bits & attribute.field.bit($0) != 0 } ?? ""
      }
    }
    set {
      switch attribute {
      case .scanner: program = .scanner(newValue)
      case .browser: program = .browser(newValue)
      default: bits = bits & ~attribute.field.mask | attribute.field.bit(newValue)
      }
    }
  }

  /// The case with other values for some attributes.
  func changed(by change: [Attribute: String]) -> CaseAttributes {
    var changed = self
    for (attribute, value) in change { changed[attribute] = value }
    return changed
  }
}

extension CaseAttributes {
  /// Values that attributes may have; an attribute that is not named may have any.
  struct Conditions: Sendable {
    /// Each value that an attribute must not have.
    private(set) var excluded: UInt64 = 0
    private(set) var scanners: Set<String>?
    private(set) var browsers: Set<String>?

    init(_ values: [Attribute: [String]] = [:]) {
      for (attribute, values) in values {
        switch attribute {
        case .scanner: scanners = Set(values)
        case .browser: browsers = Set(values)
        default: excluded |= values.reduce(attribute.field.mask) { $0 & ~attribute.field.bit($1) }
        }
      }
    }

    func hold(for attributes: CaseAttributes) -> Bool {
      excluded & attributes.bits == 0 && hold(for: attributes.program)
    }

    /// Whether those about scanners and browsers hold.
    func hold(for program: Program?) -> Bool {
      switch program {
      case .scanner(let id)?: browsers == nil && scanners?.contains(id) != false
      case .browser(let id)?: scanners == nil && browsers?.contains(id) != false
      case nil: scanners == nil && browsers == nil
      }
    }
  }
}
