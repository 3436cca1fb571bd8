public import PictureDamage
public import QRSymbology

/// The fixtures of a set in the order of its manifest: messages × lists of damage, each made when it is asked for.
///
/// ```swift
/// let set = FixtureSet(of: FixtureMessage.carriers, damages: [try Damage.list(parsing: "noise:20")], seed: 7)
/// set.count    // 8
/// set[0].path  // "noise-20/web-address.png"
/// ```
///
/// A set needs memory for its messages, and none for each fixture.
public struct FixtureSet: RandomAccessCollection, Hashable, Sendable {
  /// The pictures that one list of damage is applied to.
  struct Block: Hashable, Sendable {
    /// The messages of pictures of one symbol; those to choose from, for scenes.
    var messages: [FixtureMessage] = []
    var source = Source.messages
    /// Added to the messages' names.
    var suffix = ""
    var level: QRSymbol.ErrorCorrectionLevel = .medium
    var version: QRSymbol.Version?
    var style: Fixture.Style
    var damages: [Damage] = []
    /// The pictures of each message, when a camera moves closer; 1 for a single picture.
    var frames = 1
    /// The pictures of each message that differ only in what the seed chooses.
    var variants = 1
    /// The suite of a place, after which the folder is named; `nil` for other damage.
    var place: String?
    /// The index of its first fixture in the set.
    fileprivate(set) var start = 0
    /// The number of pictures before it in the same folder; `nil` if the folder is not divided.
    fileprivate(set) var offset: Int?

    enum Source: Hashable, Sendable {
      case messages
      /// Made-up scenes of several symbols.
      case scenes(Int)
      /// Pictures without a symbol.
      case negatives(Int)
    }

    var count: Int {
      switch source {
      case .messages: messages.count * variants * frames
      case .scenes(let count), .negatives(let count): count
      }
    }
  }

  private let blocks: [Block]
  private let seed: UInt64
  /// The places of the fixtures among those of all blocks; `nil` for all.
  private let places: [Int]?
  public let endIndex: Int
  public var startIndex: Int { 0 }

  /// The most pictures of a small set. A larger one divides its folders.
  public static let smallCount = 5000
  /// The most pictures in a folder of a large set.
  public static let folderCount = 1000

  /// Whether its folders are divided.
  public var isLarge: Bool { count > Self.smallCount }

  init(_ blocks: [Block], seed: UInt64) {
    var (blocks, start) = (blocks.filter { $0.count > 0 }, 0)
    for index in blocks.indices {
      blocks[index].start = start
      start += blocks[index].count
    }
    if start > Self.smallCount {
      var counts: [String: Int] = [:]
      for block in blocks { counts[block.folder, default: 0] += block.count }
      let divided = counts.filter { $0.value > Self.folderCount }
      counts = [:]
      for index in blocks.indices where divided[blocks[index].folder] != nil {
        blocks[index].offset = counts[blocks[index].folder, default: 0]
        counts[blocks[index].folder, default: 0] += blocks[index].count
      }
    }
    (self.blocks, self.seed, places, endIndex) = (blocks, seed, nil, start)
  }

  /// Returns the set with several pictures in place of each damaged picture of a message, and of each in a scene, which differ
  /// in all that the seed chooses. The first of them is the picture of this set. Made-up scenes and negatives stay single.
  ///
  /// - Parameter variants: 1 or more.
  /// - Precondition: Nothing was selected.
  public func repeated(variants: Int) -> FixtureSet {
    precondition(variants >= 1 && places == nil, "a whole set is repeated")
    var blocks = blocks
    for index in blocks.indices where blocks[index].isRandom { blocks[index].variants = variants }
    return FixtureSet(blocks, seed: seed)
  }

  private init(_ set: FixtureSet, places: [Int]) {
    (blocks, seed, self.places, endIndex) = (set.blocks, set.seed, places, places.count)
  }

  /// Returns the fixtures that are in any of the selections; all without a selection. They keep their paths and pixels.
  public func selecting(_ selections: [FixtureSelection]) -> FixtureSet {
    if selections.isEmpty { return self }
    let chosen = indices.filter { index in selections.contains { $0.contains(self[index]) } }
    return FixtureSet(self, places: chosen.map { places?[$0] ?? $0 })
  }

  /// Makes a set of messages × lists of damage; an empty list is a clean picture.
  ///
  /// - Parameters:
  ///   - messages: One for each picture of a list of damage.
  ///   - damages: Lists of damage, each in the order of application.
  ///   - level: The error correction level of all symbols.
  ///   - style: How clean symbols are drawn.
  ///   - frames: The pictures of each message and list of damage, 1 or more: several are the frames of a hand-held
  ///     approach.
  ///   - negatives: The number of pictures without a symbol, which come last.
  ///   - seed: The seed of the set. Each fixture has its own seed, derived from this one, its message with its name, and
  ///     its damage, so that a part of the set has the same pictures.
  public init(
    of messages: [FixtureMessage], damages: [[Damage]], level: QRSymbol.ErrorCorrectionLevel = .medium,
    style: Fixture.Style = Fixture.Style(), frames: Int = 1, negatives: Int = 0, seed: UInt64 = 1
  ) {
    precondition(frames >= 1 && negatives >= 0, "a message has a frame or more")
    self.init(
      damages.map { Block(messages: messages, level: level, style: style, damages: $0, frames: frames) }
        + [Block(source: .negatives(negatives), style: style)], seed: seed)
  }

  public subscript(position: Int) -> Fixture { fixture(at: position, isSeeded: true) }

  /// The fixtures without their seeds, which take the most time: for paths, and for what does not depend on a seed.
  var unseeded: some Sequence<Fixture> { indices.lazy.map { fixture(at: $0, isSeeded: false) } }

  private func fixture(at position: Int, isSeeded: Bool) -> Fixture {
    precondition(0..<endIndex ~= position, "a set of \(endIndex) fixtures has no fixture \(position)")
    let index = places?[position] ?? position
    // The last block that starts at the index or before it.
    var (low, high) = (0, blocks.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if blocks[middle].start <= index { low = middle } else { high = middle }
    }
    let block = blocks[low]
    let (content, seed, frame, variant) = block.item(index - block.start, set: isSeeded ? seed : nil)
    let damages = isSeeded ? block.damages.enumerated().map { $1.drawn(seed: seed, place: $0) } : block.damages
    return Fixture(
      content, level: block.level, version: block.version, style: block.style, damages: damages, seed: seed,
      part: block.offset.map { ($0 + index - block.start) / Self.folderCount }, frame: frame,
      variant: variant, place: block.place)
  }
}

extension FixtureSet.Block {
  /// Whether the seed chooses anything in pictures of messages.
  fileprivate var isRandom: Bool {
    source == .messages && (!damages.isEmpty || frames > 1 || style.sceneSize != nil || !style.backgrounds.isEmpty)
  }

  /// Returns what a picture of the block shows, and its seed.
  ///
  /// - Parameter set: The seed of the set; `nil` to leave seeds out.
  fileprivate func item(
    _ index: Int, set: UInt64?
  ) -> (content: Fixture.Content, seed: UInt64, frame: Approach?, variant: Int?) {
    func derived(_ name: String, _ damages: [Damage], bytes: [UInt8] = []) -> UInt64 {
      set.map { Fixture.seed(name: name, bytes: bytes, damages, set: $0) } ?? 0
    }
    switch source {
    case .messages:
      let message = messages[index / (frames * variants)].named(adding: suffix)
      let frame = frames > 1 ? Approach(frame: index % frames + 1, of: frames) : nil
      let variant = index / frames % variants + 1
      let seed = derived(message.seedName + Fixture.suffix(variant: variant), damages, bytes: message.bytes)
      return (.symbol(message), seed, frame, variants > 1 ? variant : nil)
    case .scenes:
      let name = "scene-\(index + 1)"
      // The scene does not depend on its damage.
      let scene = Fixture.MadeUpScene(name: name, seed: derived(name, []), messages: messages)
      return (.scene(scene), derived(name, damages), nil, nil)
    case .negatives:
      let kinds = style.backgrounds.isEmpty ? NegativePicture.Kind.drawn : NegativePicture.Kind.allCases
      let picture = NegativePicture(kinds[index % kinds.count], number: index / kinds.count + 1)
      return (.negative(picture), derived(picture.name, damages), nil, nil)
    }
  }

  /// The folder of its pictures; file systems may ignore case.
  fileprivate var folder: String {
    let content: String? =
      switch source {
      case .messages: nil
      case .scenes: "scene"
      case .negatives: "negative"
      }
    return Fixture.folder(damages, of: content, place: place).lowercased()
  }
}
