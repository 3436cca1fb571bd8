public import PictureDamage
public import QRSymbology

/// The fixtures of a set in the order of its manifest: messages × damages, each made when it is asked for.
///
/// ```swift
/// let set = FixtureSet(of: FixtureMessage.carriers, damages: [try Damage.list(parsing: "noise:20")], seed: 7)
/// set.count    // 8
/// set[0].path  // "noise-20/web-address.png"
/// ```
///
/// A set needs memory for its messages, and none for each fixture.
public struct FixtureSet: RandomAccessCollection, Hashable, Sendable {
  /// The messages that one list of damages is applied to.
  struct Block: Hashable, Sendable {
    var messages: [FixtureMessage]
    /// Added to the messages' names.
    var suffix = ""
    var level: QRSymbol.ErrorCorrectionLevel = .medium
    var version: QRSymbol.Version?
    var style: Fixture.Style
    var damages: [Damage] = []
    /// The seed of all its fixtures; `nil` to derive one for each.
    var seed: UInt64?
    /// The index of its first fixture in the set.
    fileprivate(set) var start = 0
    /// The number of pictures before it in the same folder; `nil` if the folder is not divided.
    fileprivate(set) var place: Int?
  }

  private let blocks: [Block]
  private let seed: UInt64
  /// The places of the fixtures among those of all blocks; `nil` for all.
  private let places: [Int]?
  public let endIndex: Int
  public var startIndex: Int { 0 }

  /// The most pictures of a small set. A larger one has a manifest of JSON lines, and divides its folders.
  public static let smallCount = 5000
  /// The most pictures in a folder of a large set.
  public static let folderCount = 1000

  /// Whether its manifest is a file of JSON lines.
  public var isLarge: Bool { count > Self.smallCount }

  init(_ blocks: [Block], seed: UInt64) {
    var (blocks, start) = (blocks.filter { !$0.messages.isEmpty }, 0)
    for index in blocks.indices {
      blocks[index].start = start
      start += blocks[index].messages.count
    }
    if start > Self.smallCount {
      var counts: [String: Int] = [:]
      for block in blocks { counts[block.folder, default: 0] += block.messages.count }
      let divided = counts.filter { $0.value > Self.folderCount }
      counts = [:]
      for index in blocks.indices where divided[blocks[index].folder] != nil {
        blocks[index].place = counts[blocks[index].folder, default: 0]
        counts[blocks[index].folder, default: 0] += blocks[index].messages.count
      }
    }
    (self.blocks, self.seed, places, endIndex) = (blocks, seed, nil, start)
  }

  private init(_ set: FixtureSet, places: [Int]) {
    (blocks, seed, self.places, endIndex) = (set.blocks, set.seed, places, places.count)
  }

  /// Returns the fixtures that are in any of the selections; all without a selection. They keep their paths and pixels.
  public func selecting(_ selections: [FixtureSelection]) -> FixtureSet {
    if selections.isEmpty { return self }
    var chosen: [Int] = []
    for (index, fixture) in enumerated()
    where selections.contains(where: { $0.contains(message: fixture.message.name, damages: fixture.damages) }) {
      chosen.append(places?[index] ?? index)
    }
    return FixtureSet(self, places: chosen)
  }

  /// Makes a set of messages × lists of damages; an empty list is a clean picture.
  ///
  /// - Parameters:
  ///   - messages: One for each picture of a list of damages.
  ///   - damages: Lists of damages that are applied one after another.
  ///   - level: The error correction level of all symbols.
  ///   - style: How clean symbols are drawn.
  ///   - seed: The seed of the set. Each fixture has its own seed, derived from this one, its message with its name, and
  ///     its damages, so that a part of the set has the same pictures.
  public init(
    of messages: [FixtureMessage], damages: [[Damage]], level: QRSymbol.ErrorCorrectionLevel = .medium,
    style: Fixture.Style = Fixture.Style(), seed: UInt64 = 1
  ) {
    self.init(damages.map { Block(messages: messages, level: level, style: style, damages: $0) }, seed: seed)
  }

  /// Makes a set of fixtures, which keep their seeds.
  public init(_ fixtures: [Fixture]) {
    self.init(
      fixtures.map { fixture in
        Block(
          messages: [fixture.message], level: fixture.level, version: fixture.version, style: fixture.style,
          damages: fixture.damages, seed: fixture.seed)
      }, seed: 0)
  }

  public subscript(position: Int) -> Fixture {
    precondition(0..<endIndex ~= position, "a set of \(endIndex) fixtures has no fixture \(position)")
    let index = places?[position] ?? position
    // The last block that starts at the index or before it.
    var (low, high) = (0, blocks.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if blocks[middle].start <= index { low = middle } else { high = middle }
    }
    let block = blocks[low]
    let message = block.messages[index - block.start].named(adding: block.suffix)
    return Fixture(
      message, level: block.level, version: block.version, style: block.style, damages: block.damages,
      seed: block.seed ?? Fixture.seed(of: message, block.damages, set: seed),
      part: block.place.map { ($0 + index - block.start) / Self.folderCount })
  }
}

extension FixtureSet.Block {
  /// The folder of its pictures; file systems may ignore case.
  fileprivate var folder: String { Fixture.folder(damages).lowercased() }
}
