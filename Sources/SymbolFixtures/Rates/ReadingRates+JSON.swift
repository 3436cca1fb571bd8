public import TextFormats

/// Rates as `oobqr fixtures verify --json` prints them.
extension ReadingRates {
  public var json: JSONValue {
    let start: JSONValue = [
      "reader": .string(reader), "fixtures_sha256": .string(fixturesDigest),
      "select": selections.isEmpty ? .null : .strings(selections),
    ]
    let sequences = sequences.sorted { $0.key < $1.key }.map { name, frames -> JSONValue in
      ["sequence": .string(name), "frames": .number(frames.pictures), "first_read": .optional(frames.firstRead)]
    }
    return .joining(
      start.withoutNulls, json(of: total),
      ["rates": .array(steps.map { .joining($0.name, json(of: $0.count)) })],
      sequences.isEmpty ? [:] : ["sequences": .array(sequences)])
  }

  private func json(of count: Count) -> JSONValue {
    let numbers: JSONValue = [
      "pictures": .number(count.pictures), "symbols": .number(count.symbols), "read": .number(count.read),
      "wrong": .number(count.wrong), "mean_grade": .optional(count.grades.value.map { .number($0, decimals: 2) }),
    ]
    let places: JSONValue = [
      "placed": .number(count.placed), "located": .number(count.located.count), "mean_iou": count.located.json,
    ]
    return .joining(numbers.withoutNulls, hasPlaces && count.placed > 0 ? places : [:])
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
  var json: JSONValue { .optional(value.map { .number($0, decimals: 4) }) }
}

extension ReadingRates.Step {
  /// The damage with its strength, as an object.
  var name: JSONValue {
    let strength = strength.map { ["strength": .number($0), "unit": .string(unit)] as JSONValue }
    return .joining(["damage": .string(damage)], strength ?? [:], end.map { ["to": .number($0)] } ?? [:])
  }
}
