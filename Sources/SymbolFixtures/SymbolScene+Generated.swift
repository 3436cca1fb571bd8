import Imaging
import PictureDamage
import QRSymbology
import SymbolDrawing

/// Scenes by chance.
extension SymbolScene {
  /// The size of a scene for which none is given.
  public static let usualSize = Fixture.SceneSize(width: 1280, height: 960)

  /// Makes up a scene of two to six different symbols of 2…20 pixels per module: one in the shadow, one light on dark if there
  /// are three or more, each with an angle and blur of its own; beside them a lamp or a window.
  ///
  /// - Parameters:
  ///   - seed: The same seed gives the same scene.
  ///   - size: The size of the picture. Symbols that do not fit are made smaller, and left out at last.
  ///   - messages: Those to choose from, two or more.
  /// - Throws: ``FixtureError`` if the symbol of a message cannot be drawn.
  public static func generated(
    seed: UInt64, size: Fixture.SceneSize = usualSize, messages: [FixtureMessage] = FixtureMessage.carriers
  ) throws(FixtureError) -> SymbolScene {
    var generator = Generator(seed: seed, size: size)
    return try generator.scene(of: messages)
  }

  /// Makes up a scene and draws it.
  static func drawn(
    _ plan: Fixture.MadeUpScene
  ) throws(FixtureError) -> (scene: Scene, symbols: [QRSymbol], messages: [[UInt8]]) {
    var generator = Generator(seed: plan.seed, size: plan.size)
    let made = try generator.scene(of: plan.messages)
    let drawn = try made.put(generator.drawings, seed: plan.seed)
    return (drawn.scene, drawn.symbols, made.parts.map(\.message.bytes))
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

    mutating func scene(of messages: [FixtureMessage]) throws(FixtureError) -> SymbolScene {
      let tint = random.next() & 1 == 0 ? 0 : 25.0
      let ground = color(random.uniform(70...190), tint)
      let count = min(messages.count, 2 + Int(random.next() % 5))
      var left = messages
      var parts: [Part] = []
      for index in 0..<count {
        let message = left.remove(at: Int(random.next() % UInt64(left.count)))
        if let part = try placed(message, colors: colors(index, tint), index: parts.count) { parts.append(part) }
      }
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

    /// The first is clear, the second in the shadow, the third light on dark.
    private mutating func colors(_ index: Int, _ tint: Double) -> SymbolColors {
      switch index {
      case 1:
        SymbolColors(dark: color(random.uniform(8...20), tint / 5), light: color(random.uniform(55...90), tint / 3))
      case 2: SymbolColors(dark: color(random.uniform(190...250), tint), light: color(random.uniform(10...60), tint))
      default: SymbolColors(dark: color(random.uniform(0...60), tint), light: color(random.uniform(170...250), tint))
      }
    }

    /// Chooses a size, damages and a place for a symbol; `nil` if there is no room.
    private mutating func placed(
      _ message: FixtureMessage, colors: SymbolColors, index: Int
    ) throws(FixtureError) -> Part? {
      // As many small symbols as large ones.
      let wanted = 2 * ExactMath.powerOfTwo(random.uniform(0...ExactMath.logarithm2(10)))
      let smallest = QRSymbol.Version.smallest(holding: message.bytes.count, at: .medium)
      let version = smallest.flatMap { QRSymbol.Version($0.number + whole(0...4)) } ?? smallest
      let (turn, tilt, blur) = (random.uniform(-45...45), random.uniform(-35...35), random.uniform(0...0.3))
      var scale = Int(wanted.rounded())
      while scale >= 2 {
        var damages: [Damage] = []
        do {
          damages.append(try Damage(.perspective, tilt.rounded()))
          damages.append(try Damage(.rotation, turn.rounded()))
          let radius = (blur * Double(scale) * 10).rounded() / 10
          if radius >= 0.3 { damages.append(try Damage(.defocus, radius)) }
        } catch { throw .undamageable(message: message.name, error) }
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
        if !taken.contains(where: { $0.overlaps(area, gap: 6) }) { return area }
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
