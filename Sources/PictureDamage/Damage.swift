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
  public private(set) var strength: Double
  /// Further parameters, by name. Missing options have their default or are chosen by the seed.
  public private(set) var options: [String: Double]
  /// The range from which each picture of a set draws its strength; `nil` if all have the same.
  public let range: ClosedRange<Double>?

  /// - Parameters:
  ///   - kind: What damages the picture.
  ///   - strength: In the unit of the kind, within its range; 0 for kinds without strength.
  ///   - options: Further parameters of the kind, by name.
  ///   - ends: The range from which the strength is drawn, or has been.
  /// - Throws: ``DamageFault`` if the strength, an end of the range or an option is out of range, or the kind has no such
  ///   option.
  public init(
    _ kind: Kind, _ strength: Double = 0, options: [String: Double] = [:], drawnFrom ends: ClosedRange<Double>? = nil
  ) throws(DamageFault) {
    if ends != nil, kind.range == nil { throw Self.noStrength(kind) }
    for value in (ends.map { [$0.lowerBound, $0.upperBound] } ?? []) + [strength] {
      if let range = kind.range, !range.contains(value) {
        throw DamageFault("\(kind.rawValue):\(Self.shown(value)) is not in \(Self.shown(range)) \(kind.unit)")
      }
      if Self.isWhole(kind), value != value.rounded() {
        throw DamageFault("\(kind.rawValue):\(Self.shown(value)) is not a whole number of \(kind.unit)")
      }
    }
    for (name, value) in options.sorted(by: { $0.key < $1.key }) {
      guard let parameter = kind.parameters.first(where: { $0.name == name }) else {
        let known = kind.parameters.map(\.name).joined(separator: ", ")
        throw DamageFault(
          "\(kind.rawValue) has no option '\(name)'; " + (known.isEmpty ? "it takes no options" : "it has \(known)"))
      }
      guard parameter.range.contains(value) else {
        throw DamageFault(
          "\(kind.rawValue)'s \(name)=\(Self.shown(value)) is not in \(Self.shown(parameter.range)) \(parameter.unit)")
      }
    }
    (self.kind, self.strength, self.options) = (kind, kind.range == nil ? 0 : strength, options)
    range = ends
  }

  static func noStrength(_ kind: Kind) -> DamageFault {
    DamageFault("\(kind.rawValue) has no strength: write '\(kind.rawValue)'")
  }

  /// `kind:strength,option=value`, as ``init(parsing:)`` reads it.
  public var description: String {
    (kind.range == nil ? kind.rawValue : "\(kind.rawValue):\(Self.shown(strength))") + shownOptions
  }

  private var shownOptions: String {
    options.sorted { $0.key < $1.key }.map { ",\($0.key)=\(Self.shown($0.value))" }.joined()
  }

  /// Like ``description``, but with the range of a strength that is drawn from one: `perspective:~0..50`.
  public var label: String { shortLabel + shownOptions }

  /// ``label`` without options.
  package var shortLabel: String {
    if let range { return "\(kind.rawValue):~\(Self.shown(range.lowerBound))..\(Self.shown(range.upperBound))" }
    return kind.range == nil ? kind.rawValue : "\(kind.rawValue):\(Self.shown(strength))"
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
    var drawn = self
    drawn.strength = min(max(rounded, range.lowerBound), range.upperBound)
    return drawn
  }

  private static func isWhole(_ kind: Kind) -> Bool { [.jpeg, .page].contains(kind) }

  /// Formats a number; a whole number without `.0`.
  public static func shown(_ value: Double) -> String { DecimalText.exact(value) }

  /// Formats a range: `0…60`.
  package static func shown(_ range: ClosedRange<Double>) -> String {
    "\(shown(range.lowerBound))…\(shown(range.upperBound))"
  }
}

extension Damage {
  /// Applies the damage. Noise that is one of its options comes last.
  ///
  /// - Parameters:
  ///   - scene: Its picture changes, and the places of its symbols with it. Without a symbol, it stays as it is if the kind
  ///     needs one.
  ///   - seed: The seed for missing options and for all noise and texture.
  /// - Returns: The applied damage with all options explicit.
  /// - Throws: ``DamageFault`` if the picture would have more pixels than ``Picture/pixelLimit``.
  @discardableResult
  public func apply(to scene: inout Scene, seed: UInt64) throws(DamageFault) -> Damage {
    // Options have their own generator: giving one explicitly changes nothing else.
    var choices = SplitMix64(seed: seed, item: 1)
    var random = SplitMix64(seed: seed)
    let damage = resolved(&choices)
    if kind.needsSymbol && scene.symbols.isEmpty { return damage }
    try kind.apply(damage, SymbolField(scene), &scene, &random)
    if let sigma = damage.options["noise"] { scene.picture.addNoise(sigma: sigma, &random) }
    return damage
  }

  /// Returns the damage with all options explicit: defaults filled in, the others chosen by the generator.
  private func resolved(_ random: inout SplitMix64) -> Damage {
    var resolved = self
    for parameter in kind.parameters {
      let value =
        switch parameter.fallback {
        case .fixed(let value): value
        // Thousandths are precise enough and easy to type.
        case .seeded(let range): DecimalText.nearest(random.uniform(range), decimals: 3)
        case .seededWhole(let range):
          random.uniform(Double(range.lowerBound)...Double(range.upperBound + 1)).rounded(.down)
        }
      if options[parameter.name] == nil { resolved.options[parameter.name] = value }
    }
    return resolved
  }

  /// Returns an option of a resolved damage.
  func option(_ name: String) -> Double {
    guard let value = options[name] else { preconditionFailure("\(kind) has an option \(name)") }
    return value
  }

  /// The gray level of a resolved damage that covers something.
  var level: [UInt8] { [UInt8(option("level").rounded())] }
}
