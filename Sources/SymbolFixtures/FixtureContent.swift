import TextFormats

extension Fixture {
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
    /// `nil` for the size of the photograph, or ``SymbolScene/usualSize`` without one.
    public let size: SceneSize?
    /// The messages to choose from, two or more.
    public let messages: FixtureMessages
    /// Photographs for the ground, of which the seed chooses one; without any the ground is plain.
    public let backgrounds: [Background]

    public init(
      name: String, seed: UInt64, size: SceneSize? = nil,
      messages: some Collection<FixtureMessage> = FixtureMessage.carriers, backgrounds: [Background] = []
    ) {
      (self.name, self.seed, self.size, self.messages) = (name, seed, size, FixtureMessages(messages))
      self.backgrounds = backgrounds
    }
  }

  /// A picture of a hand-held approach.
  public struct Frame: Hashable, Sendable {
    /// From 1.
    public let number: Int
    /// The frames of the approach, 2 or more.
    public let count: Int

    public init(number: Int, of count: Int) { (self.number, self.count) = (number, count) }

    /// The frame as it is called in file names: `-frame-07`.
    var suffix: String {
      "-frame-" + DecimalText.padded(number, to: max(2, "\(count)".utf8.count))
    }
  }

  /// The name of the picture, after which its file is named.
  public var name: String { content.name + (frame?.suffix ?? "") }

  /// The names by which it is selected: its own, and that of its message.
  var selectedNames: [String] {
    guard case .symbol(let message) = content else { return [name] }
    return [name, message.name, message.ownName]
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
