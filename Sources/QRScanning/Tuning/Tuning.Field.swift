extension Tuning {
  /// A field that can be set by name.
  enum Field: Sendable {
    case real(any WritableKeyPath<Tuning, Double> & Sendable)
    /// Rounded when set; `Int.max` where that is out of range.
    case whole(any WritableKeyPath<Tuning, Int> & Sendable)
    /// 0 or 1.
    case flag(any WritableKeyPath<Tuning, Bool> & Sendable)
  }

  /// The value of a field as a number; `nil` where there is no such field.
  func value(_ name: String) -> Double? {
    switch Self.fields[name] {
    case .real(let path): self[keyPath: path]
    case .whole(let path): Double(self[keyPath: path])
    case .flag(let path): self[keyPath: path] ? 1 : 0
    case nil: nil
    }
  }

  /// The tuning with some fields set; names that are not fields are ignored.
  func changed(_ changes: [String: Double]) -> Tuning {
    var result = self
    for (name, value) in changes {
      switch Self.fields[name] {
      case .real(let path): result[keyPath: path] = value
      case .whole(let path): result[keyPath: path] = Int(exactly: value.rounded()) ?? .max
      case .flag(let path): result[keyPath: path] = value != 0
      case nil: continue
      }
    }
    return result
  }
}
