import TextFormats

/// Physical damage to a picture, with its strength in real units.
///
/// ```swift
/// let damage = try Damage(parsing: "motion:6,angle=30")
/// damage.kind         // .motion
/// damage.description  // "motion:6,angle=30"
/// var scene = fixture.scene
/// try damage.apply(to: &scene, seed: 7)
/// ```
///
/// The result depends only on the picture, the damage and the seed.
public struct Damage: Hashable, Sendable, CustomStringConvertible {
  public let kind: Kind
  /// The strength in the unit of the kind; 0 for kinds without strength.
  public let strength: Double
  /// Further parameters, by name. Missing options have their default or are chosen by the seed.
  public let options: [String: Double]
  /// The range from which each picture of a set draws its strength; `nil` if all have the same.
  public let range: ClosedRange<Double>?

  /// - Throws: ``DamageError`` if the strength or an option is out of range, or the kind has no such option.
  public init(_ kind: Kind, _ strength: Double = 0, options: [String: Double] = [:]) throws(DamageError) {
    try self.init(kind, strength, options: options, drawnFrom: nil)
  }

  /// Makes damage whose strength is drawn from a range, or has been.
  ///
  /// - Throws: ``DamageError`` as ``init(_:_:options:)`` does, for the ends of the range, too.
  package init(
    _ kind: Kind, _ strength: Double, options: [String: Double], drawnFrom ends: ClosedRange<Double>?
  ) throws(DamageError) {
    let model = kind.model
    if let ends {
      guard let range = model.range else { throw .noStrength(kind: kind) }
      for end in [ends.lowerBound, ends.upperBound] where !range.contains(end) {
        throw .strengthOutOfRange(kind: kind, strength: end, range: range, unit: model.unit)
      }
    }
    if let range = model.range, !range.contains(strength) {
      throw .strengthOutOfRange(kind: kind, strength: strength, range: range, unit: model.unit)
    }
    if Self.isWhole(kind), strength != strength.rounded() {
      throw .notWhole(kind: kind, strength: strength)
    }
    for (name, value) in options.sorted(by: { $0.key < $1.key }) {
      guard let parameter = model.parameters.first(where: { $0.name == name }) else {
        throw .unknownOption(kind: kind, name: name, known: model.parameters.map(\.name))
      }
      guard parameter.range.contains(value) else {
        throw .optionOutOfRange(kind: kind, name: name, value: value, range: parameter.range, unit: parameter.unit)
      }
    }
    (self.kind, self.strength, self.options) = (kind, model.range == nil ? 0 : strength, options)
    range = ends
  }

  /// Reads `kind`, `kind:strength` or `kind:strength,option=value,…`.
  ///
  /// - Throws: ``DamageError``.
  public init(parsing text: String) throws(DamageError) {
    let fields = text.split(separator: ",", omittingEmptySubsequences: false)
    let head = fields[0].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let kind = Kind(rawValue: String(head[0])) else { throw .unknownKind(String(head[0])) }
    var strength = 0.0
    if head.count > 1 {
      guard kind.model.range != nil else { throw .noStrength(kind: kind) }
      guard let value = Double(head[1]), value.isFinite else { throw .notANumber(kind: kind, text: String(head[1])) }
      strength = value
    } else if let range = kind.model.range {
      throw .missingStrength(kind: kind, range: range, unit: kind.model.unit)
    }
    var options: [String: Double] = [:]
    for field in fields.dropFirst() {
      let sides = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2, let value = Double(sides[1]), value.isFinite else {
        throw .notANumber(kind: kind, text: String(field))
      }
      guard options[String(sides[0])] == nil else { throw .repeatedOption(kind: kind, name: String(sides[0])) }
      options[String(sides[0])] = value
    }
    try self.init(kind, strength, options: options)
  }

  /// Reads several kinds of damage, joined by `+`, in the order of application.
  ///
  /// - Throws: ``DamageError``.
  public static func list(parsing text: String) throws(DamageError) -> [Damage] {
    var damages: [Damage] = []
    for part in text.split(separator: "+", omittingEmptySubsequences: false) {
      damages.append(try Damage(parsing: String(part)))
    }
    return damages
  }

  /// `kind:strength,option=value`, as ``init(parsing:)`` reads it.
  public var description: String {
    (kind.model.range == nil ? kind.rawValue : "\(kind.rawValue):\(Self.shown(strength))") + shownOptions
  }

  private var shownOptions: String {
    options.sorted { $0.key < $1.key }.map { ",\($0.key)=\(Self.shown($0.value))" }.joined()
  }

  /// Like ``description``, but with the range of a strength that is drawn from one: `perspective:~0..50`.
  public var label: String { shortLabel + shownOptions }

  /// ``label`` without options.
  package var shortLabel: String {
    if let range { return "\(kind.rawValue):~\(Self.shown(range.lowerBound))..\(Self.shown(range.upperBound))" }
    return kind.model.range == nil ? kind.rawValue : "\(kind.rawValue):\(Self.shown(strength))"
  }

  /// Returns the damage with a strength from its range; the damage itself if it has none.
  ///
  /// - Parameters:
  ///   - seed: That of the picture.
  ///   - place: The place in the picture's list of damage.
  package func drawn(seed: UInt64, place: Int) -> Damage {
    guard let range else { return self }
    var random = SplitMix64(seed: seed, item: 2 + place)
    let value = random.uniform(range)
    // Thousandths are precise enough and easy to type.
    let rounded = Self.isWhole(kind) ? value.rounded() : DecimalText.nearest(value, decimals: 3)
    return Damage(kind: kind, strength: min(max(rounded, range.lowerBound), range.upperBound), resolved: options, range)
  }

  private static func isWhole(_ kind: Kind) -> Bool { [.jpeg, .page].contains(kind) }

  /// Formats a number; a whole number without `.0`.
  public static func shown(_ value: Double) -> String { DecimalText.exact(value) }
}

extension Damage {
  /// Returns the damage with all options explicit: defaults filled in, the others chosen by the generator.
  func resolved(_ random: inout SplitMix64) -> Damage {
    var all = options
    for parameter in kind.model.parameters {
      let value =
        switch parameter.fallback {
        case .fixed(let value): value
        // Thousandths are precise enough and easy to type.
        case .seeded(let range): DecimalText.nearest(random.uniform(range), decimals: 3)
        case .seededWhole(let range):
          random.uniform(Double(range.lowerBound)...Double(range.upperBound + 1)).rounded(.down)
        }
      if all[parameter.name] == nil { all[parameter.name] = value }
    }
    return Damage(kind: kind, strength: strength, resolved: all, range)
  }

  private init(kind: Kind, strength: Double, resolved options: [String: Double], _ range: ClosedRange<Double>?) {
    (self.kind, self.strength, self.options, self.range) = (kind, strength, options, range)
  }

  /// Applies the damage.
  ///
  /// - Parameters:
  ///   - scene: Its picture changes, and the places of its symbols with it.
  ///   - seed: The seed for missing options and for all noise and texture.
  /// - Returns: The applied damage with all options explicit.
  /// - Throws: ``DamageError/tooLarge(kind:width:height:limit:)``.
  @discardableResult
  public func apply(to scene: inout Scene, seed: UInt64) throws(DamageError) -> Damage {
    // Options have their own generator: giving one explicitly changes nothing else.
    var choices = SplitMix64(seed: seed, item: 1)
    var random = SplitMix64(seed: seed)
    let damage = resolved(&choices)
    try damage.kind.model.apply(damage, &scene, &random)
    return damage
  }

  /// Returns an option of a resolved damage.
  func option(_ name: String) -> Double {
    guard let value = options[name] else { preconditionFailure("\(kind) has an option \(name)") }
    return value
  }
}

/// The reason why damage is invalid or cannot be applied.
public enum DamageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No kind has this name.
  case unknownKind(String)
  /// A strength was given to a kind without strength.
  case noStrength(kind: Damage.Kind)
  /// The kind needs a strength in `range`, in `unit`.
  case missingStrength(kind: Damage.Kind, range: ClosedRange<Double>, unit: String)
  /// A strength or option is not a number, or is not written as `OPTION=VALUE`.
  case notANumber(kind: Damage.Kind, text: String)
  /// The strength is outside `range`, in `unit`.
  case strengthOutOfRange(kind: Damage.Kind, strength: Double, range: ClosedRange<Double>, unit: String)
  /// The kind has no option of this name, only those in `known`.
  case unknownOption(kind: Damage.Kind, name: String, known: [String])
  /// A range is not written as `FROM..TO/STEP`, from the smaller number to the larger one.
  case notARange(kind: Damage.Kind, text: String)
  /// Ranges and lists stand for more than `limit` combinations.
  case tooManySteps(text: String, limit: Int)
  /// The strength has to be a whole number.
  case notWhole(kind: Damage.Kind, strength: Double)
  /// An option appears twice.
  case repeatedOption(kind: Damage.Kind, name: String)
  /// The damaged picture would have more than `limit` pixels.
  case tooLarge(kind: Damage.Kind, width: Int, height: Int, limit: Int)
  /// The value of an option is outside `range`, in `unit`.
  case optionOutOfRange(kind: Damage.Kind, name: String, value: Double, range: ClosedRange<Double>, unit: String)

  public var description: String {
    func shown(_ range: ClosedRange<Double>) -> String {
      "\(Damage.shown(range.lowerBound))…\(Damage.shown(range.upperBound))"
    }
    switch self {
    case .unknownKind(let name):
      return "unknown damage '\(name)'; the kinds are " + Damage.Kind.allCases.map(\.rawValue).joined(separator: ", ")
    case .noStrength(let kind):
      return "\(kind.rawValue) has no strength: write '\(kind.rawValue)'"
    case .missingStrength(let kind, let range, let unit):
      return "\(kind.rawValue) needs a strength, \(shown(range)) \(unit): write '\(kind.rawValue):STRENGTH'"
    case .notANumber(let kind, let text):
      return "'\(text)' of \(kind.rawValue) is not a number; write KIND:STRENGTH,OPTION=VALUE"
    case .strengthOutOfRange(let kind, let strength, let range, let unit):
      return "\(kind.rawValue):\(Damage.shown(strength)) is not in \(shown(range)) \(unit)"
    case .unknownOption(let kind, let name, let known):
      return "\(kind.rawValue) has no option '\(name)'; "
        + (known.isEmpty ? "it takes no options" : "it has \(known.joined(separator: ", "))")
    case .notARange(let kind, let text):
      return
        "'\(text)' of \(kind.rawValue) is not a range; write \(kind.rawValue):FROM..TO/STEP, with FROM below TO; \(kind.rawValue):~FROM..TO draws a random strength"
    case .tooManySteps(let text, let limit):
      return "'\(text)' expands to more than \(limit) variants; use larger steps or several sets"
    case .notWhole(let kind, let strength):
      return "\(kind.rawValue):\(Damage.shown(strength)) is not a whole number of \(kind.model.unit)"
    case .repeatedOption(let kind, let name):
      return "\(kind.rawValue)'s option '\(name)' is given twice"
    case .tooLarge(let kind, let width, let height, let limit):
      return "\(kind.rawValue) would make a picture of \(width) × \(height) pixels, above the limit of \(limit)"
    case .optionOutOfRange(let kind, let name, let value, let range, let unit):
      return "\(kind.rawValue)'s \(name)=\(Damage.shown(value)) is not in \(shown(range)) \(unit)"
    }
  }
}
