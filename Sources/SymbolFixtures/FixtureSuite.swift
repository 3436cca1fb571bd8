public import PictureDamage
import QRSymbology

/// A planned set of fixtures.
public enum FixtureSuite: String, Hashable, Sendable, CaseIterable {
  /// A few carriers, clean and with the weakest step of each kind of damage; takes seconds.
  case smoke
  /// Every built-in message, level and version clean, and eight carriers at every step of every kind of damage.
  case standard
  /// The standard set, and combinations of several kinds of damage.
  case harsh
  /// Scenes of two to six different symbols: large and small, in shadow, light on dark, beside lamps and windows.
  case scenes
  /// Places where symbols are scanned; see ``place``.
  case phoneScreen = "phone-screen"
  case poster
  case paperLabel = "paper-label"
  case tv
  case night

  /// The number of pictures of ``scenes``.
  private static let sceneCount = 24

  /// Returns the fixtures in the order of the manifest.
  ///
  /// - Parameters:
  ///   - seed: The seed of the set; each fixture has its own seed, derived from this one, its message with its name, and its
  ///     damage.
  ///   - style: How symbols are drawn.
  ///   - carriers: The messages for damaged pictures.
  ///   - more: Further lists of damage for the carriers, or for the scenes; those that the suite has are not repeated.
  ///   - negatives: The number of pictures without a symbol, which come last.
  public func fixtures(
    seed: UInt64 = 1, style: Fixture.Style = Fixture.Style(),
    carriers: [FixtureMessage] = FixtureMessage.carriers, adding more: [[Damage]] = [], negatives: Int = 0
  ) -> FixtureSet {
    let last = FixtureSet.Block(source: .negatives(negatives), style: style)
    if self == .scenes {
      let scenes = ([[]] + more.filter { !$0.isEmpty }).map {
        FixtureSet.Block(messages: carriers, source: .scenes(Self.sceneCount), style: style, damages: $0)
      }
      return FixtureSet(scenes + [last], seed: seed)
    }
    if let place {
      var style = style
      style.scale = Place.scale
      let own = place.distances.map {
        FixtureSet.Block(messages: carriers, style: style, damages: $0.damages, place: rawValue)
      }
      let others = more.filter { !$0.isEmpty }.map { FixtureSet.Block(messages: carriers, style: style, damages: $0) }
      return FixtureSet(own + others + [last], seed: seed)
    }
    let carriers = self == .smoke ? Array(carriers.prefix(3)) : carriers
    var blocks = self == .smoke ? [FixtureSet.Block(messages: carriers, style: style)] : Self.clean(style, carriers)
    let own = damages
    for list in own { blocks.append(Self.damaged(carriers, list, style)) }
    for list in more where !list.isEmpty && !own.contains(list) {
      blocks.append(FixtureSet.Block(messages: carriers, style: style, damages: list))
    }
    return FixtureSet(blocks + [last], seed: seed)
  }

  /// The lists of damage, in the order of the manifest; clean pictures come before them.
  private var damages: [[Damage]] {
    switch self {
    case .smoke: Damage.Kind.allCases.map { Self.steps($0)[0] }
    case .standard: Damage.Kind.allCases.flatMap(Self.steps)
    case .harsh: Damage.Kind.allCases.flatMap(Self.steps) + Self.compositions
    case .scenes, .phoneScreen, .poster, .paperLabel, .tv, .night: []
    }
  }

  private static func damaged(
    _ messages: [FixtureMessage], _ damages: [Damage], _ style: Fixture.Style
  ) -> FixtureSet.Block {
    var style = style
    if damages.count == 1, let scale = damages[0].kind.suiteScale { style.scale = scale }
    return FixtureSet.Block(messages: messages, style: style, damages: damages)
  }

  /// Returns each step of a kind's ladder; a kind without a ladder is one step.
  private static func steps(_ kind: Damage.Kind) -> [[Damage]] {
    if kind.range == nil { return [[.known(kind, 0)]] }
    return kind.ladder.map { [.known(kind, $0)] }
  }

  /// Combinations of kinds of damage, as in real photographs.
  private static let compositions: [[Damage]] = [
    [.known(.perspective, 40), .known(.defocus, 1), .known(.noise, 15)],
    [.known(.rotation, 20), .known(.shadow, 3), .known(.noise, 10)],
    [.known(.cylinder, 0.8), .known(.glare, 0.12)],
    [.known(.dotGain, 0.3), .known(.streaks, 0.05), .known(.rotation, 7)],
    [.known(.crumple, 0.6), .known(.dirt, 0.04), .known(.perspective, 25)],
    [.known(.pixelGrid, 0.2), .known(.perspective, 20), .known(.moire, 0.3)],
    [.known(.clutter, 0.5), .known(.rotation, 33), .known(.resolution, 3)],
    [.known(.page, 9), .known(.perspective, 35)],
    [.known(.contrast, 60), .known(.motion, 3), .known(.noise, 6)],
    [.known(.inversion, 0), .known(.rotation, 12), .known(.defocus, 1)],
    [.known(.scratches, 0.05), .known(.castShadow, 2), .known(.jpeg, 30)],
    [.known(.tornCorner, 0.1, ["corner": 2]), .known(.perspective, 30), .known(.jpeg, 40)],
    [.known(.finger, 0.05), .known(.perspective, 25), .known(.whiteBalance, 1)],
    [.known(.stain, 0.2), .known(.fold, 25), .known(.defocus, 1)],
    [.known(.sticker, 0.05), .known(.lens, 0.15), .known(.vignetting, 1)],
  ]

  /// Returns all messages at level M, the carriers at every level, and a message of maximum length for every version.
  private static func clean(_ style: Fixture.Style, _ carriers: [FixtureMessage]) -> [FixtureSet.Block] {
    let isBuiltIn = carriers == FixtureMessage.carriers
    var blocks = [FixtureSet.Block(messages: isBuiltIn ? FixtureMessage.builtIn : carriers, style: style)]
    for level in QRSymbol.ErrorCorrectionLevel.allCases where level != .medium {
      blocks.append(
        FixtureSet.Block(messages: carriers, suffix: FixtureMessage.suffix(at: level), level: level, style: style))
    }
    guard isBuiltIn else { return blocks }
    return blocks
      + QRSymbol.Version.all.map { version in
        let text = Array("version \(version) ".utf8)
        let bytes = (0..<version.byteCapacity(at: .medium)).map { text[$0 % text.count] }
        let message = FixtureMessage(name: "version-\(version)", bytes: bytes)
        return FixtureSet.Block(messages: [message], version: version, style: style)
      }
  }
}

extension Damage {
  /// Damage whose strength and options are known to be in range.
  static func known(_ kind: Kind, _ strength: Double, _ options: [String: Double] = [:]) -> Damage {
    do { return try Damage(kind, strength, options: options) } catch { preconditionFailure("\(error)") }
  }
}
