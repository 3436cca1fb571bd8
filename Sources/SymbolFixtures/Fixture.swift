public import ImageCoding
import Imaging
public import PictureDamage
public import QREncoding
public import QRSymbology
public import SymbolDrawing
import TextFormats

/// A picture with a known answer: a message, the style of its symbol, and damage to the picture.
///
/// ```swift
/// let fixture = Fixture(
///   FixtureMessage(name: "hello", bytes: Array("hello".utf8)), damages: [try Damage(.defocus, 2)], seed: 7)
/// let rendering = try fixture.render()
/// rendering.file               // the bytes of a PNG
/// rendering.scene.picture.gray // the same as pixels
/// fixture.message.bytes        // what a scanner should read
/// ```
public struct Fixture: Hashable, Sendable {
  public let message: FixtureMessage
  public let level: QRSymbol.ErrorCorrectionLevel
  /// The version; `nil` for the smallest that holds the message.
  public let version: QRSymbol.Version?
  public let style: Style
  /// The damages in order of application; `jpeg` only as the last.
  public let damages: [Damage]
  public let seed: UInt64
  /// The number, from 0, of the folder of at most 1,000 pictures that it is in; `nil` for a set of one folder for each
  /// list of damages.
  public let part: Int?

  /// The style of the drawn symbol.
  public struct Style: Hashable, Sendable {
    /// Pixels per module, 1…100.
    public var scale: Int
    public var colors: SymbolColors
    /// The size of the scene, in which the seed chooses a place for the symbol; `nil` for a picture of only the symbol
    /// with its quiet zone.
    public var sceneSize: SceneSize?

    public init(scale: Int = 4, colors: SymbolColors = .blackOnWhite, sceneSize: SceneSize? = nil) {
      precondition(1...100 ~= scale, "pixels per module are in 1…100")
      (self.scale, self.colors, self.sceneSize) = (scale, colors, sceneSize)
    }
  }

  /// Width and height in pixels.
  public struct SceneSize: Hashable, Sendable {
    public var width: Int, height: Int

    public init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

    /// The most pixels in a scene.
    public static let limit = 12_000_000
  }

  /// - Precondition: `jpeg`, which is the encoding of the file, comes last.
  public init(
    _ message: FixtureMessage, level: QRSymbol.ErrorCorrectionLevel = .medium, version: QRSymbol.Version? = nil,
    style: Style = Style(), damages: [Damage] = [], seed: UInt64 = 1, part: Int? = nil
  ) {
    precondition(!damages.dropLast().contains { $0.kind == .jpeg }, "JPEG is the last damage")
    (self.message, self.level, self.version) = (message, level, version)
    (self.style, self.damages, self.seed, self.part) = (style, damages, seed, part)
  }

  /// Derives the seed of a fixture in a set.
  ///
  /// It depends on what a user recognises the picture by, and on nothing else: not on the place in the set, and not on the
  /// style, so that another scale shows the same damage.
  ///
  /// - Parameter set: The seed of the set.
  static func seed(of message: FixtureMessage, _ damages: [Damage], set: UInt64) -> UInt64 {
    let damage = damages.map(\.description).joined(separator: "+")
    let head = "\(set)\n\(damage)\n\(message.seedName)\n"
    return SHA256.digest(of: Array(head.utf8) + message.bytes).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// `png`, or `jpg` after the JPEG damage.
  public var fileExtension: String { damages.last?.kind == .jpeg ? "jpg" : "png" }

  /// The path of the file in a set: the damages, then the message's name, as in `motion-6/app-link.png`, or
  /// `motion-6/012/app-link.png` in a large set.
  public var path: String {
    let part = part.map { "/" + String(repeating: "0", count: max(0, 3 - "\($0)".count)) + "\($0)" } ?? ""
    return "\(Self.folder(damages))\(part)/\(message.name).\(fileExtension)"
  }

  /// The folder for pictures with a list of damages.
  static func folder(_ damages: [Damage]) -> String {
    var folder = damages.map { damage in
      "\(damage)".replacing(":", with: "-").replacing(",", with: "-").replacing("=", with: "-")
    }.joined(separator: "+")
    // File names are limited to 255 bytes; a digest makes truncated ones unique.
    if folder.utf8.count > 100 {
      folder = "\(folder.prefix(80))-\(SHA256.hexDigest(of: Array(folder.utf8)).prefix(12))"
    }
    return folder.isEmpty ? "clean" : folder
  }

  /// Renders the picture.
  ///
  /// The same fixture gives the same pixels on every machine; the same bytes of the file need the same zlib or
  /// libjpeg-turbo.
  ///
  /// - Throws: ``FixtureError``.
  public func render() throws(FixtureError) -> Rendering {
    let symbol = try encoded()
    var random = SplitMix64(seed: seed)
    var scene = try drawing(of: symbol, &random)
    var resolved: [Damage] = []
    for damage in damages {
      do { resolved.append(try damage.apply(to: &scene, seed: random.next())) } catch {
        throw .undamageable(message: message.name, error)
      }
    }
    let file: [UInt8]
    do {
      file = try scene.picture.file(after: damages)
    } catch {
      throw .unwritable(error)
    }
    return Rendering(symbol: symbol, scene: scene, damages: resolved, file: file)
  }

  /// Checks whether the fixture can be rendered, without rendering it.
  ///
  /// - Throws: The same errors as ``render()``, except when memory runs out or a damage makes the picture too large.
  public func validate() throws(FixtureError) {
    let fitting = version ?? QRSymbol.Version.smallest(holding: message.bytes.count, at: level)
    // The encoder's error describes what does not fit.
    guard let fitting, fitting.byteCapacity(at: level) >= message.bytes.count else {
      _ = try encoded()
      return
    }
    try checkScene(symbolSize: fitting.size)
  }

  private func encoded() throws(FixtureError) -> QRSymbol {
    do { return try QREncoder(level: level, version: version, segmentation: .byte).encode(message.bytes) } catch {
      throw .unencodable(message: message.name, error)
    }
  }

  private func checkScene(symbolSize: Int) throws(FixtureError) {
    let side = (symbolSize + 8) * style.scale
    guard side * side <= Picture.pixelLimit else {
      throw .sceneTooLarge(width: side, height: side, limit: Picture.pixelLimit)
    }
    guard let size = style.sceneSize else { return }
    guard size.width >= side, size.height >= side else {
      throw .sceneTooSmall(message: message.name, width: size.width, height: size.height, needed: side)
    }
    guard size.width <= SceneSize.limit / size.height else {
      throw .sceneTooLarge(width: size.width, height: size.height, limit: SceneSize.limit)
    }
  }

  private func drawing(of symbol: QRSymbol, _ random: inout SplitMix64) throws(FixtureError) -> Scene {
    try checkScene(symbolSize: symbol.size)
    let drawn = GrayImage(symbol, scale: style.scale)
    let (dark, light) = (style.colors.dark, style.colors.light)
    let isGray = [dark, light].allSatisfy { $0.red == $0.green && $0.green == $0.blue }
    let pairs = [(dark.red, light.red), (dark.green, light.green), (dark.blue, light.blue)].prefix(isGray ? 1 : 3)
    var picture = Picture(
      width: drawn.width, height: drawn.height,
      planes: pairs.map { pair in drawn.pixels.map { $0 == 0 ? pair.0 : pair.1 } })
    var origin = (x: 0, y: 0)
    if let size = style.sceneSize {
      origin.x = Int(random.uniform(0...Double(size.width - drawn.width + 1)))
      origin.y = Int(random.uniform(0...Double(size.height - drawn.height + 1)))
      // A wall slightly darker than paper.
      let planes = picture.planes.map { plane in
        var wall = [UInt8](repeating: UInt8(Int(plane[0]) * 7 / 8), count: size.width * size.height)
        for y in 0..<drawn.height {
          let row = (origin.y + y) * size.width + origin.x
          wall.replaceSubrange(row..<row + drawn.width, with: plane[y * drawn.width..<(y + 1) * drawn.width])
        }
        return wall
      }
      picture = Picture(width: size.width, height: size.height, planes: planes)
    }
    let (low, high) = (4 * style.scale, (4 + symbol.size) * style.scale)
    let corners = [(low, low), (high, low), (high, high), (low, high)].map {
      ImagePoint(x: Double($0.0 + origin.x), y: Double($0.1 + origin.y))
    }
    return Scene(
      picture,
      symbols: [
        Scene.PlacedSymbol(
          corners: Corners(topLeft: corners[0], topRight: corners[1], bottomRight: corners[2], bottomLeft: corners[3]),
          size: symbol.size)
      ])
  }

  /// A rendered fixture, as pixels and as a file.
  public struct Rendering: Hashable, Sendable {
    public let symbol: QRSymbol
    /// The picture with the positions of its symbols, before any JPEG damage.
    public let scene: Scene
    /// The damages with all options explicit.
    public let damages: [Damage]
    /// A PNG, or a JPEG after the `jpeg` damage.
    public let file: [UInt8]
  }
}

/// The reason why a fixture cannot be rendered.
public enum FixtureError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The message, given by name, does not fit in a symbol of the style.
  case unencodable(message: String, QREncodingError)
  /// The scene is smaller than the symbol with its quiet zone; sides in pixels.
  case sceneTooSmall(message: String, width: Int, height: Int, needed: Int)
  /// The symbol, or the scene, has more than `limit` pixels.
  case sceneTooLarge(width: Int, height: Int, limit: Int)
  /// A damage makes the picture too large.
  case undamageable(message: String, DamageError)
  /// The picture cannot be encoded as a file.
  case unwritable(ImageCodingError)

  public var description: String {
    switch self {
    case .unencodable(let message, let error): "message '\(message)': \(error)"
    case .undamageable(let message, let error): "message '\(message)': \(error)"
    case .sceneTooSmall(let message, let width, let height, let needed):
      "a scene of \(width) × \(height) pixels has no room for the symbol of '\(message)', which needs \(needed) × "
        + "\(needed); use a larger scene or a smaller scale"
    case .sceneTooLarge(let width, let height, let limit):
      "a scene of \(width) × \(height) pixels is above the limit of \(limit) pixels"
    case .unwritable(let error): "\(error)"
    }
  }
}
