/// For `make tune` and nothing else: fields come and go with every release.
extension QRScanner {
  /// The scanner with some fields of its tuning changed, at every effort.
  ///
  /// - Parameter changes: Values by name, as in `["acceptance.timing": 0.6]`; see ``tuningValues``.
  /// - Returns: `nil` when a name is not a field, or a value is impossible, such as a minimum above its maximum.
  @_spi(Tuning) public func changing(_ changes: [String: Double]) -> QRScanner? {
    guard changes.keys.allSatisfy({ Tuning.fields[$0] != nil }) else { return nil }
    var result = self
    result.changes = self.changes.merging(changes) { $1 }
    return Effort.allCases.allSatisfy { result.tuning($0).isPossible } ? result : nil
  }

  /// The value of every field at ``effort``; flags are 0 or 1.
  @_spi(Tuning) public var tuningValues: [String: Double] {
    let tuning = tuning(effort)
    return Dictionary(uniqueKeysWithValues: Tuning.fields.keys.map { ($0, tuning.value($0) ?? 0) })
  }

  /// The names of the fields that are flags.
  @_spi(Tuning) public var tuningFlags: Set<String> {
    Set(
      Tuning.fields.compactMap { name, field in
        if case .flag = field { name } else { nil }
      })
  }
}
