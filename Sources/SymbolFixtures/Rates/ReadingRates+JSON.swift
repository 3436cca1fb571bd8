public import TextFormats

/// Rates as `oobqr fixtures verify --json` prints them.
extension ReadingRates {
  public var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("reader", .string(reader)), .init("fixtures_sha256", .string(fixturesDigest)),
    ]
    if !selections.isEmpty { members.append(.init("select", .array(selections.map { .string($0) }))) }
    members += Self.members(total, hasPlaces)
    members.append(
      .init("rates", .array(steps.map { .object($0.nameMembers + Self.members($0.count, hasPlaces)) })))
    let sequences = sequences.sorted { $0.key < $1.key }.map { name, frames -> JSONValue in
      let first = frames.firstRead.map { JSONValue.number($0) }
      return ["sequence": .string(name), "frames": .number(frames.pictures), "first_read": first ?? .null]
    }
    if !sequences.isEmpty { members.append(.init("sequences", .array(sequences))) }
    return .object(members)
  }

  private static func members(_ count: Count, _ hasPlaces: Bool) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = [
      .init("pictures", .number(count.pictures)), .init("symbols", .number(count.symbols)),
      .init("read", .number(count.read)), .init("wrong", .number(count.wrong)),
    ]
    if let grade = count.grades.value { members.append(.init("mean_grade", .number(grade, decimals: 2))) }
    guard hasPlaces && count.placed > 0 else { return members }
    return members + [
      .init("placed", .number(count.placed)), .init("located", .number(count.located.count)),
      .init("mean_iou", count.located.json),
    ]
  }

  /// - Throws: ``FixtureFault`` if it is not JSON, or a member that a report has is missing or wrong.
  public init(json bytes: [UInt8]) throws(FixtureFault) {
    let value: JSONValue
    do { value = try JSONDocument(parsing: bytes).value } catch { throw FixtureFault("not JSON: \(error)") }
    self.init(
      reader: try Self.member("reader", value["reader"]?.text),
      fixturesDigest: try Self.member("fixtures_sha256", value["fixtures_sha256"]?.text),
      selections: (value["select"]?.elements ?? []).compactMap(\.text))
    hasPlaces = value["placed"] != nil
    total = try Count(json: value)
    for rate in try Self.member("rates", value["rates"]?.elements) {
      steps.append(
        Step(
          damage: try Self.member("damage", rate["damage"]?.text), strength: rate["strength"]?.double,
          end: rate["to"]?.double, unit: rate["unit"]?.text ?? "", count: try Count(json: rate)))
    }
    for sequence in value["sequences"]?.elements ?? [] {
      sequences[try Self.member("sequence", sequence["sequence"]?.text)] = Frames(
        pictures: try Self.member("frames", sequence["frames"]?.integer), firstRead: sequence["first_read"]?.integer)
    }
  }

  fileprivate static func member<Value>(_ name: String, _ value: Value?) throws(FixtureFault) -> Value {
    if let value { return value }
    throw FixtureFault("it is not a report of 'oobqr fixtures verify --json': '\(name)' is missing")
  }
}

extension ReadingRates.Count {
  fileprivate init(json value: JSONValue) throws(FixtureFault) {
    func count(_ name: String) throws(FixtureFault) -> Int {
      try ReadingRates.member(name, value[name]?.integer.flatMap { $0 < 0 ? nil : $0 })
    }
    (pictures, symbols, read, wrong) = try (count("pictures"), count("symbols"), count("read"), count("wrong"))
    // How many were graded is not in the file.
    if let grade = value["mean_grade"]?.double { grades = ReadingRates.Mean(count: 1, sum: grade) }
    guard value["placed"] != nil else { return }
    (placed, located.count) = try (count("placed"), count("located"))
    located.sum = (value["mean_iou"]?.double ?? 0) * Double(located.count)
  }
}

extension ReadingRates.Mean {
  /// Rounded to four digits; `null` without numbers.
  var json: JSONValue { value.map { .number($0, decimals: 4) } ?? .null }
}

extension ReadingRates.Step {
  /// The damage with its strength, in members of an object.
  var nameMembers: [JSONValue.Member] {
    var members = [JSONValue.Member("damage", .string(damage))]
    guard let strength else { return members }
    members += [.init("strength", .number(strength)), .init("unit", .string(unit))]
    return members + (end.map { [.init("to", .number($0))] } ?? [])
  }
}
