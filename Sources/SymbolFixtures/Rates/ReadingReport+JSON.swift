public import TextFormats

extension ReadingReport {
  public var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("reader", .string(reader)), .init("fixtures_sha256", .string(fixturesDigest)),
    ]
    if !selections.isEmpty { members.append(.init("select", .array(selections.map { .string($0) }))) }
    members += total.members + [.init("rates", .array(steps.map(\.json)))]
    if !sequences.isEmpty { members.append(.init("sequences", .array(sequences.map(\.json)))) }
    return .object(members)
  }

  /// - Throws: ``ReadingReportError/notJSON(_:)`` or ``ReadingReportError/notAReport(member:)``.
  public init(json bytes: [UInt8]) throws(ReadingReportError) {
    let value: JSONValue
    do { value = try JSONDocument(parsing: bytes).value } catch { throw .notJSON(error) }
    try self.init(json: value)
  }

  /// - Throws: ``ReadingReportError/notAReport(member:)``.
  public init(json value: JSONValue) throws(ReadingReportError) {
    guard let reader = value["reader"]?.text else { throw .notAReport(member: "reader") }
    guard let digest = value["fixtures_sha256"]?.text else { throw .notAReport(member: "fixtures_sha256") }
    guard let rates = value["rates"]?.elements else { throw .notAReport(member: "rates") }
    (self.reader, fixturesDigest) = (reader, digest)
    selections = (value["select"]?.elements ?? []).compactMap(\.text)
    total = try Count(json: value)
    steps = []
    for rate in rates { steps.append(try Step(json: rate)) }
    sequences = []
    for sequence in value["sequences"]?.elements ?? [] { sequences.append(try Sequence(json: sequence)) }
  }
}

extension ReadingReport.Count {
  fileprivate var members: [JSONValue.Member] {
    [
      .init("pictures", .number(pictures)), .init("symbols", .number(symbols)), .init("read", .number(read)),
      .init("wrong", .number(wrong)),
    ] + (meanGrade.map { [.init("mean_grade", .number($0))] } ?? []) + (places?.members ?? [])
  }

  fileprivate init(json value: JSONValue) throws(ReadingReportError) {
    func count(_ name: String) throws(ReadingReportError) -> Int {
      guard let count = value[name]?.integer, count >= 0 else { throw .notAReport(member: name) }
      return count
    }
    (pictures, symbols) = (try count("pictures"), try count("symbols"))
    (read, wrong) = (try count("read"), try count("wrong"))
    meanGrade = value["mean_grade"]?.double
    if value["placed"] != nil {
      places = ReadingReport.Places(
        placed: try count("placed"), located: try count("located"), meanOverlap: value["mean_iou"]?.double)
    }
  }
}

extension ReadingReport.Places {
  fileprivate var members: [JSONValue.Member] {
    [
      .init("placed", .number(placed)), .init("located", .number(located)),
      .init("mean_iou", meanOverlap.map { .number($0) } ?? .null),
    ]
  }
}

extension ReadingReport.Step {
  /// The damage with its strength, in members of an object.
  var nameMembers: [JSONValue.Member] {
    var members = [JSONValue.Member("damage", .string(damage))]
    guard let strength else { return members }
    members += [.init("strength", .number(strength)), .init("unit", .string(unit))]
    return members + (end.map { [.init("to", .number($0))] } ?? [])
  }

  fileprivate var json: JSONValue { .object(nameMembers + count.members) }

  fileprivate init(json value: JSONValue) throws(ReadingReportError) {
    guard let damage = value["damage"]?.text else { throw .notAReport(member: "damage") }
    self.init(
      damage: damage, strength: value["strength"]?.double, end: value["to"]?.double, unit: value["unit"]?.text ?? "",
      count: try ReadingReport.Count(json: value))
  }
}

extension ReadingReport.Sequence {
  fileprivate var json: JSONValue {
    ["sequence": .string(name), "frames": .number(frames), "first_read": firstRead.map { .number($0) } ?? .null]
  }

  fileprivate init(json value: JSONValue) throws(ReadingReportError) {
    guard let name = value["sequence"]?.text, let frames = value["frames"]?.integer else {
      throw .notAReport(member: "sequence")
    }
    self.init(name: name, frames: frames, firstRead: value["first_read"]?.integer)
  }
}

extension JSONValue {
  /// The value of a number.
  var double: Double? { if case .number(let text) = self { Double(text) } else { nil } }
}
