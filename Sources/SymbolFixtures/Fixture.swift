public import PictureDamage
public import QRSymbology
public import SymbolDrawing

/// A picture with a known answer: a message, the style of its symbol, and damage to the picture.
///
/// ```swift
/// let fixture = Fixture(
///   FixtureMessage(name: "hello", bytes: Array("hello".utf8)), damages: [try Damage(.defocus, 2)], seed: 7)
/// let rendering = try fixture.render()
/// rendering.file               // the bytes of a PNG
/// rendering.scene.picture.gray // the same picture, as pixels
/// rendering.messages           // what a scanner should read: one message
/// ```
///
/// There are also pictures of several symbols, and without one: see ``Content``.
public struct Fixture: Hashable, Sendable {
  public let content: Content
  public let level: QRSymbol.ErrorCorrectionLevel
  /// The version; `nil` for the smallest that holds the message.
  public let version: QRSymbol.Version?
  public let style: Style
  /// The kinds of damage in order of application; `jpeg` only as the last.
  public let damages: [Damage]
  public let seed: UInt64
  /// The number, from 0, of the folder of at most 1,000 pictures that it is in; `nil` for a set of one folder for each
  /// list of damage.
  public let part: Int?
  /// The frame of a hand-held approach; `nil` for a single picture.
  public let frame: Frame?

  /// The style of the drawn symbol.
  public struct Style: Hashable, Sendable {
    /// Pixels per module, 1…100.
    public var scale: Int
    public var colors: SymbolColors
    /// The size of the scene, in which the seed chooses a place for the symbol; `nil` for a picture of only the symbol
    /// with its quiet zone.
    public var sceneSize: SceneSize?
    /// Photographs to put the symbol on; the seed chooses one, which fills the scene. Without a scene size, the size of the
    /// photograph is used.
    public var backgrounds: [Background]

    public init(
      scale: Int = 4, colors: SymbolColors = .blackOnWhite, sceneSize: SceneSize? = nil, backgrounds: [Background] = []
    ) {
      precondition(1...100 ~= scale, "pixels per module are in 1…100")
      (self.scale, self.colors, self.sceneSize, self.backgrounds) = (scale, colors, sceneSize, backgrounds)
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
    style: Style = Style(), damages: [Damage] = [], seed: UInt64 = 1
  ) {
    self.init(.symbol(message), level: level, version: version, style: style, damages: damages, seed: seed)
  }

  /// - Precondition: `jpeg`, which is the encoding of the file, comes last.
  public init(
    _ content: Content, level: QRSymbol.ErrorCorrectionLevel = .medium, version: QRSymbol.Version? = nil,
    style: Style = Style(), damages: [Damage] = [], seed: UInt64 = 1, part: Int? = nil, frame: Frame? = nil
  ) {
    precondition(!damages.dropLast().contains { $0.kind == .jpeg }, "JPEG is the last damage")
    (self.content, self.level, self.version, self.frame) = (content, level, version, frame)
    (self.style, self.damages, self.seed, self.part) = (style, damages, seed, part)
  }
}
