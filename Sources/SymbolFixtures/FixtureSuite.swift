public import PictureDamage
public import QRSymbology

/// A planned set of fixtures.
public enum FixtureSuite: String, Hashable, Sendable, CaseIterable {
  /// A few carriers, clean and with the weakest step of each damage; takes seconds.
  case smoke
  /// Every built-in message, level and version clean, and eight carriers at every step of every damage.
  case standard
  /// The standard set, and combinations of damages.
  case harsh

  /// Returns the fixtures in the order of the manifest.
  ///
  /// - Parameters:
  ///   - seed: The seed of the set; each fixture has its own seed, derived from this one and its index.
  ///   - style: How symbols are drawn.
  ///   - carriers: The messages for damaged pictures.
  public func fixtures(
    seed: UInt64 = 1, style: Fixture.Style = Fixture.Style(), carriers: [FixtureMessage] = FixtureMessage.carriers
  ) -> [Fixture] {
    var plan: [Fixture] = []
    switch self {
    case .smoke:
      let few = Array(carriers.prefix(3))
      plan += few.map { Fixture($0, style: style) }
      for kind in Damage.Kind.allCases { plan += Self.damaged(few, Self.steps(kind)[0], style) }
    case .standard, .harsh:
      plan += Self.clean(style, carriers)
      for damages in Damage.Kind.allCases.flatMap(Self.steps) + (self == .harsh ? Self.compositions : []) {
        plan += Self.damaged(carriers, damages, style)
      }
    }
    return Self.numbered(plan, seed: seed)
  }

  /// Returns messages × lists of damages; an empty list is a clean picture.
  public static func fixtures(
    of messages: [FixtureMessage], damages: [[Damage]], level: QRSymbol.ErrorCorrectionLevel = .medium,
    style: Fixture.Style = Fixture.Style(), seed: UInt64 = 1
  ) -> [Fixture] {
    numbered(
      damages.flatMap { list in messages.map { Fixture($0, level: level, style: style, damages: list) } }, seed: seed)
  }

  private static func numbered(_ plan: [Fixture], seed: UInt64) -> [Fixture] {
    plan.enumerated().map { index, fixture in
      var random = SplitMix64(seed: seed, item: index)
      return Fixture(
        fixture.message, level: fixture.level, version: fixture.version, style: fixture.style,
        damages: fixture.damages, seed: random.next())
    }
  }

  private static func damaged(_ messages: [FixtureMessage], _ damages: [Damage], _ style: Fixture.Style) -> [Fixture] {
    var style = style
    if damages.count == 1, let scale = damages[0].kind.model.suiteScale { style.scale = scale }
    return messages.map { Fixture($0, style: style, damages: damages) }
  }

  /// Returns each step of a kind's ladder; a kind without a ladder is one step.
  private static func steps(_ kind: Damage.Kind) -> [[Damage]] {
    if kind.model.range == nil { return [[known(kind, 0)]] }
    return kind.model.ladder.map { [known(kind, $0)] }
  }

  private static func known(_ kind: Damage.Kind, _ strength: Double, _ options: [String: Double] = [:]) -> Damage {
    guard let damage = try? Damage(kind, strength, options: options) else {
      preconditionFailure("\(kind) at \(strength) is in its range")
    }
    return damage
  }

  /// Combinations of damages as in real photographs.
  private static let compositions: [[Damage]] = [
    [known(.perspective, 40), known(.defocus, 1), known(.noise, 15)],
    [known(.rotation, 20), known(.shadow, 3), known(.noise, 10)],
    [known(.cylinder, 0.8), known(.glare, 0.12)],
    [known(.dotGain, 0.3), known(.streaks, 0.05), known(.rotation, 7)],
    [known(.crumple, 0.6), known(.dirt, 0.04), known(.perspective, 25)],
    [known(.pixelGrid, 0.2), known(.perspective, 20), known(.moire, 0.3)],
    [known(.clutter, 0.5), known(.rotation, 33), known(.resolution, 3)],
    [known(.page, 9), known(.perspective, 35)],
    [known(.contrast, 60), known(.motion, 3), known(.noise, 6)],
    [known(.inversion, 0), known(.rotation, 12), known(.defocus, 1)],
    [known(.scratches, 0.05), known(.castShadow, 2), known(.jpeg, 30)],
    [known(.tornCorner, 0.1, ["corner": 2]), known(.perspective, 30), known(.jpeg, 40)],
  ]

  /// Returns all messages at level M, the carriers at every level, and a message of maximum length for every version.
  private static func clean(_ style: Fixture.Style, _ carriers: [FixtureMessage]) -> [Fixture] {
    let isBuiltIn = carriers == FixtureMessage.carriers
    var plan = (isBuiltIn ? FixtureMessage.builtIn : carriers).map { Fixture($0, style: style) }
    for level in QRSymbol.ErrorCorrectionLevel.allCases where level != .medium {
      plan += carriers.map { carrier in
        Fixture(
          FixtureMessage(name: "\(carrier.name)-level-\(level.letter.lowercased())", bytes: carrier.bytes),
          level: level, style: style)
      }
    }
    guard isBuiltIn else { return plan }
    return plan
      + QRSymbol.Version.all.map { version in
        let text = Array("version \(version) ".utf8)
        let bytes = (0..<version.byteCapacity(at: .medium)).map { text[$0 % text.count] }
        return Fixture(FixtureMessage(name: "version-\(version)", bytes: bytes), version: version, style: style)
      }
  }
}
