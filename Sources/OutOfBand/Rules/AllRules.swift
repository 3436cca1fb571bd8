import TextFormats

/// The rules as a whole.
extension Diagnostic.Rule {
  /// The rule of a code: `OOB402`, `oob402` or `402`; `nil` when there is none.
  public init?(code: String) {
    let digits = code.uppercased().hasPrefix("OOB") ? code.dropFirst(3) : code[...]
    guard let rule = Self.all.first(where: { $0.code == "OOB\(digits)" }) else { return nil }
    self = rule
  }

  /// The rule that a misspelled code, or a title, seems to mean; `nil` when several are as close, or none is.
  ///
  /// - Parameter text: What was given instead of a code, such as `OOB6O1` or `0OB-601`.
  public static func nearest(to text: String) -> Diagnostic.Rule? {
    let given = plain(text)
    if let rule = all.first(where: { plain($0.code) == given }) { return rule }
    if 5...8 ~= given.count {
      let close = all.filter { Spelling.distance(given, plain($0.code)) <= 1 }
      if close.count == 1 { return close[0] }
    }
    return Spelling.nearest(to: text.lowercased(), among: all.map { $0.title.lowercased() })
      .flatMap { title in all.first { $0.title.lowercased() == title } }
      ?? all.first { $0.title.lowercased() == text.lowercased() }
  }

  /// A code's characters without what is easily confused: `O` is `0`, and `I` and `L` are `1`.
  private static func plain(_ text: String) -> [UInt8] {
    text.prefix(64).uppercased().utf8.filter { $0 > 0x20 && $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }.map {
      switch $0 {
      case UInt8(ascii: "O"): UInt8(ascii: "0")
      case UInt8(ascii: "I"), UInt8(ascii: "L"): UInt8(ascii: "1")
      default: $0
      }
    }
  }

  /// Reads a list of codes separated by commas, as in `OOB415,601`.
  ///
  /// - Throws: ``InvalidCodes`` when it is empty, or for the first code that does not exist.
  package static func list(codes: String) throws(InvalidCodes) -> Set<Diagnostic.Rule> {
    let given = codes.split(separator: ",").filter { !$0.allSatisfy(\.isWhitespace) }
    if given.isEmpty { throw .none }
    var rules: Set<Diagnostic.Rule> = []
    for code in given {
      guard let rule = Diagnostic.Rule(code: code.filter { !$0.isWhitespace }) else {
        // With the spaces in it, by which a secret is found.
        throw .unknown(String(code.trimmingPrefix(while: \.isWhitespace)))
      }
      rules.insert(rule)
    }
    return rules
  }

  /// What is wrong with codes that were given.
  package enum InvalidCodes: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is none.
    case none
    /// The code of no rule.
    case unknown(String)

    package var description: String {
      switch self {
      case .none: "there is no code"
      case .unknown(let code):
        "there is no diagnostic \(PrintableText.quoted(code))"
          + (Diagnostic.Rule.nearest(to: code).map { "; did you mean \($0.code)?" } ?? "")
      }
    }
  }

  /// Every rule, by code.
  public static let all: [Diagnostic.Rule] =
    (payloadRules + encodingRules + dispatchRules + notificationRules + responseRules + urlRules + linkRules
    + deliveryRules + callbackRules + uaePassRules + associationRules + propertyListRules + manifestRules + pageRules
    + symbolRules).sorted { $0.code < $1.code }
}
