public import PictureDamage
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
  public let frame: Approach?
  /// The number, from 1, among pictures that differ only in what the seed chooses; `nil` if it is the only one.
  public let variant: Int?
  /// The suite whose place the damage belongs to; `nil` for other damage.
  public let place: String?

  /// What a fixture shows.
  public enum Content: Hashable, Sendable {
    /// One symbol with a message, in the fixture's style.
    case symbol(FixtureMessage)
    /// Several different symbols, which have their own sizes and light, made up when the picture is rendered.
    case scene(MadeUpScene)
    /// No symbol: nothing may be read from it.
    case negative(NegativePicture)
  }

  /// A scene that a seed makes up; see ``SymbolScene/generated(seed:size:messages:)``.
  public struct MadeUpScene: Hashable, Sendable {
    public let name: String
    public let seed: UInt64
    /// The messages to choose from, two or more.
    public let messages: [FixtureMessage]

    public init(name: String, seed: UInt64, messages: [FixtureMessage] = FixtureMessage.carriers) {
      (self.name, self.seed, self.messages) = (name, seed, messages)
    }
  }

  /// The style of the picture.
  public struct Style: Hashable, Sendable {
    /// Pixels per module, 1…100; a made-up scene has its own.
    public var scale: Int
    public var colors: SymbolColors
    /// The size of the scene, in which the seed chooses a place for the symbol. `nil` for a picture of only the symbol with its
    /// quiet zone, and for the usual size of scenes and negative pictures.
    public var sceneSize: SceneSize?
    /// The size to which pictures are cut or padded after all damage; `nil` for ``sceneSize``, if there is one.
    public var pictureSize: SceneSize?
    /// Photographs for the ground, of which the seed chooses one; it fills the scene. Without a scene size, the size of the
    /// photograph is used.
    public var backgrounds: [Background]

    public init(
      scale: Int = 4, colors: SymbolColors = .blackOnWhite, sceneSize: SceneSize? = nil,
      pictureSize: SceneSize? = nil, backgrounds: [Background] = []
    ) {
      precondition(1...100 ~= scale, "pixels per module are in 1…100")
      (self.scale, self.colors, self.backgrounds) = (scale, colors, backgrounds)
      (self.sceneSize, self.pictureSize) = (sceneSize, pictureSize)
    }
  }

  /// Width and height in pixels.
  public struct SceneSize: Hashable, Sendable {
    public var width: Int, height: Int

    public init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

    /// The most pixels in a scene.
    public static let limit = 12_000_000

    var isAboveLimit: Bool { width > Self.limit / height }
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
    style: Style = Style(), damages: [Damage] = [], seed: UInt64 = 1, part: Int? = nil, frame: Approach? = nil,
    variant: Int? = nil, place: String? = nil
  ) {
    precondition(!damages.dropLast().contains { $0.kind == .jpeg }, "JPEG is the last damage")
    (self.content, self.level, self.version, self.frame, self.variant) = (content, level, version, frame, variant)
    (self.style, self.damages, self.seed, self.part, self.place) = (style, damages, seed, part, place)
  }

  /// The name of a picture, and of all frames of an approach.
  var baseName: String { content.name + (variant.map(Self.suffix(variant:)) ?? "") }

  /// What is added to the name of a message; the first variant is the picture of a set without variants.
  static func suffix(variant: Int) -> String { variant == 1 ? "" : "-variant-\(variant)" }

  /// The name of the picture, after which its file is named; a frame is called `app-link-frame-07`.
  public var name: String {
    guard let frame else { return baseName }
    return baseName + "-frame-" + DecimalText.padded(frame.number, to: max(2, "\(frame.count)".utf8.count))
  }
}

extension Fixture.Content {
  var name: String {
    switch self {
    case .symbol(let message): message.name
    case .scene(let scene): scene.name
    case .negative(let picture): picture.name
    }
  }

  /// The folder of undamaged pictures, and the prefix of the folders of damaged ones.
  var folder: String? {
    switch self {
    case .symbol: nil
    case .scene: "scene"
    case .negative: "negative"
    }
  }
}
