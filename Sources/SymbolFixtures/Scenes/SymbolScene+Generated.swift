import Imaging
import PictureDamage
import QRSymbology
import SymbolDrawing

/// Random scenes.
extension SymbolScene {
  /// The size of a scene for which none is given.
  public static let usualSize = Fixture.SceneSize(width: 1280, height: 960)

  /// Makes up a scene of two to six different symbols of 2…20 pixels per module: one in shadow, one light on dark if there
  /// are three or more, each with an angle and blur of its own; beside them a lamp or a window.
  ///
  /// - Parameters:
  ///   - seed: The same seed gives the same scene.
  ///   - size: The size of the picture. Symbols that do not fit are made smaller, and left out at last; where fewer than two
  ///     are left, there are those of the two shortest messages, upright and with modules of 2 pixels.
  ///   - messages: Those to choose from, two or more.
  /// - Throws: ``FixtureFault`` if the symbol of a message cannot be drawn, or the picture has no room for two.
  public static func generated(
    seed: UInt64, size: Fixture.SceneSize = usualSize, messages: [FixtureMessage] = FixtureMessage.carriers
  ) throws(FixtureFault) -> SymbolScene {
    var generator = Generator(seed: seed, size: size)
    return try generator.scene(of: messages)
  }

  /// Makes up a scene and draws it.
  static func drawn(
    _ plan: Fixture.MadeUpScene, _ style: Fixture.Style
  ) throws(FixtureFault) -> (scene: Scene, symbols: [QRSymbol], messages: [[UInt8]]) {
    let photograph = try Background.chosen(from: style.backgrounds, size: style.sceneSize, seed: plan.seed)
    let size = photograph.map { Fixture.SceneSize(width: $0.width, height: $0.height) } ?? style.sceneSize ?? usualSize
    var generator = Generator(seed: plan.seed, size: size)
    let made = try generator.scene(of: plan.messages)
    let drawn = try made.put(generator.drawings, on: photograph, seed: plan.seed)
    return (drawn.scene, drawn.symbols, made.parts.map(\.message.bytes))
  }

  /// The least pixels per module of the symbols.
  private static let leastScale = 2
  /// The least distance between symbols, in pixels.
  private static let gap = 6

  /// Checks whether a scene can be drawn, without drawing it.
  ///
  /// - Throws: ``FixtureFault`` if a message to choose from does not fit in any symbol, or two symbols not in the picture.
  static func validate(_ plan: Fixture.MadeUpScene, _ style: Fixture.Style) throws(FixtureFault) {
    let longest = plan.messages.max { $0.bytes.count < $1.bytes.count }
    if let longest, QRSymbol.Version.smallest(holding: longest.bytes.count, at: .medium) == nil {
      // The encoder's error describes what does not fit.
      _ = try longest.encoded(level: .medium, version: nil)
    }
    let sides = shortest(plan.messages).map(leastSide)
    for size in try sizes(of: plan, style) {
      let turned = Fixture.SceneSize(width: size.height, height: size.width)
      guard areBeside(sides, in: size) || areBeside(sides, in: turned) else { throw withoutTwo(sides, in: size) }
    }
  }

  /// The sizes that a scene may have: without one of its own, those of its photographs.
  private static func sizes(
    of plan: Fixture.MadeUpScene, _ style: Fixture.Style
  ) throws(FixtureFault) -> [Fixture.SceneSize] {
    if let size = style.sceneSize { return [size] }
    for photograph in style.backgrounds { try photograph.checkScene(of: plan.name, needing: 1) }
    return style.backgrounds.isEmpty ? [usualSize] : style.backgrounds.map(\.size)
  }

  /// Returns the two shortest messages, in their order.
  private static func shortest(_ messages: [FixtureMessage]) -> [FixtureMessage] {
    precondition(messages.count >= 2, "a scene chooses among two messages or more")
    let first = messages.indices.min { messages[$0].bytes.count < messages[$1].bytes.count } ?? 0
    let second =
      messages.indices.filter { $0 != first }.min { messages[$0].bytes.count < messages[$1].bytes.count } ?? 1
    return [first, second].sorted().map { messages[$0] }
  }

  /// The side of a message's smallest symbol with its quiet zone, in pixels.
  private static func leastSide(_ message: FixtureMessage) -> Int {
    ((QRSymbol.Version.smallest(holding: message.bytes.count, at: .medium)?.size ?? 177) + 8) * leastScale
  }

  /// Whether a picture has room for two symbols beside each other.
  private static func areBeside(_ sides: [Int], in size: Fixture.SceneSize) -> Bool {
    size.width >= sides[0] + gap + sides[1] && size.height >= max(sides[0], sides[1])
  }

  private static func withoutTwo(_ sides: [Int], in size: Fixture.SceneSize) -> FixtureFault {
    FixtureFault(
      "a scene of \(size.width) × \(size.height) pixels has no room for two symbols of these messages; use at least "
        + "\(sides[0] + gap + sides[1]) × \(max(sides[0], sides[1]))")
  }

  /// A rectangle of pixels.
  private struct Area {
    var x: Int, y: Int, width: Int, height: Int

    func overlaps(_ other: Area, gap: Int) -> Bool {
      x < other.x + other.width + gap && other.x < x + width + gap && y < other.y + other.height + gap
        && other.y < y + height + gap
    }
  }

  private struct Generator {
    var random: SplitMix64
    let seed: UInt64
    let size: Fixture.SceneSize
    var taken: [Area] = []
    /// Those of the parts.
    var drawings: [Drawing] = []

    init(seed: UInt64, size: Fixture.SceneSize) {
      (random, self.seed, self.size) = (SplitMix64(seed: seed), seed, size)
    }

    mutating func scene(of messages: [FixtureMessage]) throws(FixtureFault) -> SymbolScene {
      let tint = random.next() & 1 == 0 ? 0 : 25.0
      let ground = color(random.uniform(70...190), tint)
      let count = min(messages.count, 2 + Int(random.next() % 5))
      // In ascending order.
      var chosen: [Int] = []
      var parts: [Part] = []
      for _ in 0..<count {
        var next = Int(random.next() % UInt64(messages.count - chosen.count))
        for earlier in chosen where earlier <= next { next += 1 }
        chosen.insert(next, at: chosen.firstIndex { $0 > next } ?? chosen.count)
        if let part = try placed(messages[next], colors: colors(parts.count, tint), index: parts.count) {
          parts.append(part)
        }
      }
      if parts.count < 2 { parts = try two(of: messages, tint) }
      let light = light()
      return SymbolScene(
        size: size, ground: ground, parts: parts, lights: light.map { [$0] } ?? [],
        noise: random.uniform(0...4).rounded())
    }

    private mutating func whole(_ range: ClosedRange<Int>) -> Int {
      range.lowerBound + Int(random.next() % UInt64(range.count))
    }

    private mutating func color(_ level: Double, _ tint: Double) -> RGBColor {
      func shown(_ value: Double) -> UInt8 { UInt8(min(max(value.rounded(), 0), 255)) }
      let (red, blue) = (random.uniform(-tint...tint), random.uniform(-tint...tint))
      return RGBColor(red: shown(level + red), green: shown(level), blue: shown(level + blue))
    }

    /// Puts upright symbols of the two shortest messages beside each other, or one above the other.
    private mutating func two(of messages: [FixtureMessage], _ tint: Double) throws(FixtureFault) -> [Part] {
      let shortest = SymbolScene.shortest(messages)
      let sides = shortest.map(SymbolScene.leastSide)
      let isWide = SymbolScene.areBeside(sides, in: size)
      guard isWide || SymbolScene.areBeside(sides, in: .init(width: size.height, height: size.width)) else {
        throw SymbolScene.withoutTwo(sides, in: size)
      }
      (taken, drawings) = ([], [])
      var parts: [Part] = []
      // Room that is left over along the row, and across it.
      var start = 0
      var room = (isWide ? size.width : size.height) - sides[0] - sides[1] - SymbolScene.gap
      for (message, side) in zip(shortest, sides) {
        let before = whole(0...room)
        let across = whole(0...(isWide ? size.height : size.width) - side)
        (start, room) = (start + before, room - before)
        var part = Part(message, scale: SymbolScene.leastScale, colors: colors(parts.count, tint), x: start, y: across)
        if !isWide { (part.x, part.y) = (across, start) }
        taken.append(Area(x: part.x, y: part.y, width: side, height: side))
        drawings.append(try part.drawing(seed: SymbolScene.seed(of: parts.count, in: seed)))
        parts.append(part)
        start += side + SymbolScene.gap
      }
      return parts
    }

    /// The first is clear, the second in shadow, the third light on dark.
    private mutating func colors(_ index: Int, _ tint: Double) -> SymbolColors {
      switch index {
      case 1:
        SymbolColors(dark: color(random.uniform(8...20), tint / 5), light: color(random.uniform(55...90), tint / 3))
      case 2: SymbolColors(dark: color(random.uniform(190...250), tint), light: color(random.uniform(10...60), tint))
      default: SymbolColors(dark: color(random.uniform(0...60), tint), light: color(random.uniform(170...250), tint))
      }
    }

    /// Chooses a size, damage and a place for a symbol; `nil` if there is no room.
    private mutating func placed(
      _ message: FixtureMessage, colors: SymbolColors, index: Int
    ) throws(FixtureFault) -> Part? {
      // As many small symbols as large ones.
      let wanted = 2 * ExactMath.powerOfTwo(random.uniform(0...ExactMath.logarithm2(10)))
      let smallest = QRSymbol.Version.smallest(holding: message.bytes.count, at: .medium)
      let version = smallest.flatMap { QRSymbol.Version($0.number + whole(0...4)) } ?? smallest
      let (turn, tilt, blur) = (random.uniform(-45...45), random.uniform(-35...35), random.uniform(0...0.3))
      var scale = Int(wanted.rounded())
      // What is too large by far is not drawn; tilt makes it smaller by less than this.
      let side = Double((version?.size ?? 177) + 8) * 0.7
      while scale > 2, side * Double(scale) > 0.75 * Double(min(size.width, size.height)) {
        scale = min(scale - 1, scale * 2 / 3)
      }
      while scale >= 2 {
        var damages = [Damage.known(.perspective, tilt.rounded()), .known(.rotation, turn.rounded())]
        let radius = (blur * Double(scale) * 10).rounded() / 10
        if radius >= 0.3 { damages.append(.known(.defocus, radius)) }
        var part = Part(message, version: version, scale: scale, colors: colors, damages: damages, x: 0, y: 0)
        let drawing = try part.drawing(seed: SymbolScene.seed(of: index, in: seed))
        let picture = drawing.scene.picture
        if picture.width <= size.width * 3 / 4, picture.height <= size.height * 3 / 4,
          let place = place(width: picture.width, height: picture.height)
        {
          (part.x, part.y) = (place.x, place.y)
          taken.append(place)
          drawings.append(drawing)
          return part
        }
        scale = min(scale - 1, scale * 2 / 3)
      }
      return nil
    }

    private mutating func place(width: Int, height: Int) -> Area? {
      guard width <= size.width, height <= size.height else { return nil }
      for _ in 0..<60 {
        let area = Area(
          x: whole(0...size.width - width), y: whole(0...size.height - height), width: width, height: height)
        if !taken.contains(where: { $0.overlaps(area, gap: SymbolScene.gap) }) { return area }
      }
      return nil
    }

    private mutating func light() -> Light? {
      let isLamp = random.next() & 1 == 0
      let (width, height) = (whole(40...160), whole(40...200))
      guard let area = place(width: width, height: isLamp ? width : height) else { return nil }
      return isLamp
        ? .lamp(x: area.x + width / 2, y: area.y + width / 2, radius: width / 2)
        : .window(x: area.x, y: area.y, width: width, height: height)
    }
  }
}
