/// A case, as the catalogue's rules see it: a value for each attribute.
struct CaseAttributes {
  /// The attributes, in the order in which they tell cases apart fastest.
  static let attributes = [
    "entry", "scanner", "browser", "message", "os", "app", "verified", "google", "userinfo", "operation", "redeem",
    "page", "end", "callback",
  ]

  static func index(of attribute: String) -> Int? { attributes.firstIndex(of: attribute) }

  /// One value for each attribute; empty where the case has none.
  private(set) var values = [String](repeating: "", count: Self.attributes.count)

  /// - Precondition: The attribute exists.
  subscript(attribute: String) -> String {
    get { Self.index(of: attribute).map { values[$0] } ?? "" }
    set {
      guard let index = Self.index(of: attribute) else { preconditionFailure("'\(attribute)' is an attribute") }
      values[index] = newValue
    }
  }
}
