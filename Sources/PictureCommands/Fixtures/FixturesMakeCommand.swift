public import ArgumentParser
import CommandSupport
import ConfinedReading
import HostSystem
import OutOfBand
import PictureDamage
import QRScanning
import QRSymbology
public import SymbolFixtures
import TextFormats

/// `oobqr fixtures make`: messages × lists of damage → pictures with a manifest.
struct FixturesMakeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "make",
    abstract: "Make pictures with known answers and their manifest.",
    usage: "",
    discussion: """
        oobqr fixtures make -o fixtures --suite smoke
        oobqr fixtures make -o tilted --payloads links.txt --damage perspective:60
        oobqr fixtures make -o near --payloads links.txt --sequence 6 --scene 480x360

      A suite has its own messages and damage: --payloads replaces its messages, and --damage adds to its damage. \
      Without --suite, each --damage is applied to every message, at level M.

      Exit codes: 0 made, or already there; 1 a picture cannot be made; 74 it cannot be written.
      All options: oobqr fixtures make --help-hidden, and docs/testing.md.
      """)

  @Option(name: .shortAndLong, help: ArgumentHelp("The directory: new, empty, or with the same set.", valueName: "dir"))
  var output: String

  @Option(help: "A built-in set of messages and damage; default: smoke")
  var suite: FixtureSuite?

  @Option(help: ArgumentHelp("Your messages: \(ListHelp.anyFormat).", valueName: "file"))
  var payloads: String?

  @Option(
    help: .more(
      """
      Mode of new files, such as 644; by default, only you can read pictures of --payloads, as these may contain one-time \
      tokens.
      """, valueName: "octal"), transform: FileMode.init(option:))
  var fileMode: FileMode?

  @Option(
    help: ArgumentHelp(
      """
      Damage, as noise:5/10/20, rotation:0..90/15 or a random perspective:~0..50; several are joined by '+'; may be \
      repeated. See 'oobqr fixtures kinds'.
      """,
      valueName: "kind:strength"), completion: .list(Damage.Kind.allCases.map(\.rawValue)),
    transform: { try OptionValue($0, of: "--damage", Damage.lists(parsing:)) })
  var damage: [OptionValue<[[Damage]]>] = []

  @OptionGroup var selectOptions: SelectOptions

  @Option(
    help: ArgumentHelp("Seed for noise, textures and positions; default 1.", valueName: "n"),
    transform: SeedOption.seed)
  var seed: UInt64 = 1

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Pixels per module before the damage; default \(usualScale).", valueName: "n"),
    transform: Bounded("--scale", 1...100).parse)
  var scale = usualScale

  static let usualScale = 4

  @Option(name: .shortAndLong, help: .more("Error correction, without --suite"))
  var level: QRSymbol.ErrorCorrectionLevel = .medium

  @Option(
    help: ArgumentHelp("Crop or pad each picture to this size.", valueName: "width×height"),
    transform: { try PictureSize($0, of: "--size") })
  var size: PictureSize?

  @Option(
    help: ArgumentHelp("Put each symbol somewhere in a scene of this size.", valueName: "width×height"),
    transform: { try PictureSize($0, of: "--scene") })
  var scene: PictureSize?

  @Option(
    help: ArgumentHelp("Put symbols on the photographs below this folder.", valueName: "dir"))
  var background: String?

  @Option(
    help: ArgumentHelp("Make this many of each damaged picture.", valueName: "n"),
    transform: Bounded("--variants", 1...100_000).parse)
  var variants = 1

  @Option(
    help: ArgumentHelp("Make this many frames of a camera moving closer.", valueName: "n"),
    transform: Bounded("--sequence", 2...1000).parse)
  var sequence: Int?

  @Option(
    help: ArgumentHelp("Add this many pictures without a symbol.", valueName: "n"),
    transform: Bounded("--negatives", 0...1_000_000).parse)
  var negatives = 0

  @Flag(help: "Expect none to be read; fail if a reader of ours reads one.")
  var unreadable = false

  @Flag(help: "Add what is missing to a smaller set.")
  var extend = false

  @OptionGroup(visibility: .more) var colorOptions: ColorOptions

  @OptionGroup var jobsOptions: JobsOptions

  func validate() throws {
    try refuse([
      "A suite has its own levels: leave out --level \(level.letter), or give --payloads or --damage without --suite.":
        chosenSuite != nil && level != .medium,
      "--sequence is for messages: leave out --suite, or give --payloads or --damage.": chosenSuite != nil
        && sequence != nil,
      "The suite '\(suite?.rawValue ?? "")' has its own sizes of modules: leave out --scale.":
        (suite == .scenes || suite?.place != nil)
        && scale != Self.usualScale,
      "--scene is the size of the pictures: leave out --size.": scene != nil && size != nil,
      "Negative pictures have no message to be unreadable: make them without --unreadable.": unreadable
        && negatives > 0,
      "Scenes have their own colours: leave out --dark and --light.": suite == .scenes && colorOptions.isGiven,
    ])
  }

  /// The suite to make; `nil` for messages × lists of damage.
  private var chosenSuite: FixtureSuite? { suite ?? (hasMessages || negatives > 0 ? nil : .smoke) }

  /// Whether there are pictures of messages without a suite.
  private var hasMessages: Bool { payloads != nil || !damage.isEmpty || sequence != nil }

  func run() throws {
    let list = try payloads.map(Self.messages)
    let backgrounds = try background.map(Self.backgrounds) ?? []
    let style = Fixture.Style(
      scale: scale, colors: try colorOptions.colors(), sceneSize: scene?.value, pictureSize: size?.value,
      backgrounds: backgrounds)
    let damages = damage.flatMap(\.value)
    let whole =
      chosenSuite?.fixtures(
        seed: seed, style: style, carriers: list ?? FixtureMessage.carriers, adding: damages, negatives: negatives)
      ?? FixtureSet(
        of: list ?? (hasMessages ? FixtureMessage.builtIn : []), damages: damages.isEmpty ? [[]] : damages,
        level: level, style: style, frames: sequence ?? 1, negatives: negatives, seed: seed)
    let all = whole.repeated(variants: variants)
    if variants > 1, all.count == whole.count {
      throw CommandFailure(
        "--variants needs pictures of messages that the seed changes: add damage such as noise:20 or perspective:~0..50, or --scene"
      )
    }
    let fixtures = all.selecting(selectOptions.selections)
    // A scene chooses among several messages.
    if suite == .scenes, let list, list.count < 2 { throw CommandFailure("scenes need two messages or more") }
    if fixtures.isEmpty { throw selectOptions.failure(among: all.count) }
    var directory = FixtureDirectory(
      path: output, plan: plan(list, backgrounds), fixtures: fixtures,
      fileMode: (fileMode ?? (payloads == nil ? .anyone : .owner)).bits)
    directory.extends = extend
    if unreadable { directory.unreadableCheck = Self.unreadableCheck() }
    let (console, total) = (Console.current, fixtures.count)
    let isNew = try directory.fill(jobs: jobsOptions.number) { console.progress("\($0) of \(total) pictures") }
    console.endProgress()
    let state = isNew ? ", listed in \(Manifest.fileName)" : " already complete"
    console.say("\(output): \(total.counting("fixture"))\(state)")
  }

  /// Every reader of ours, at the highest effort.
  private static func unreadableCheck() -> @Sendable ([UInt8], [[UInt8]]) throws -> String? {
    let readers = Detection.Engine.allCases.map { engine in
      var options = PictureReader.Options()
      (options.engine, options.effort) = (engine, .hard)
      return (engine, Console.current.pictureReader(options, usesThreads: true))
    }
    return { file, messages in
      try readers.first { _, reader in try reader.read(file).symbols.contains { messages.contains($0.message) } }
        .map { engine, _ in engine == .modules ? "our own reader" : engine.rawValue }
    }
  }

  /// Photographs, which are decoded in the jail.
  private static func backgrounds(_ directory: String) throws -> [Background] {
    var options = PictureReader.Options()
    options.maxPixels = Picture.pixelLimit
    let reader = Console.current.pictureReader(options, usesThreads: true)
    return try Background.all(inDirectory: directory) { file in try reader.color(file) }
  }

  private static func messages(_ path: String) throws -> [FixtureMessage] {
    let isJSON = path != "-" && FileSystem.fileExtension(of: path) == "json"
    let format = isJSON ? .jsonLines : MessageList.Format(ofList: path) ?? .plain
    let stream = try Console.current.list(path, as: format)
    do { return try FixtureMessageList.messages(stream, format) } catch let error as FixtureFault {
      throw CommandFailure("\(CommandFailure.name(ofList: path)): \(error)")
    } catch let error as MessageListError {
      throw CommandFailure("\(CommandFailure.name(ofList: path)), \(error)")
    }
  }

  /// Returns all inputs that the pictures depend on.
  private func plan(_ list: [FixtureMessage]?, _ backgrounds: [Background]) -> JSONValue {
    let messages = list.map { list in
      var digest = SHA256()
      for message in list {
        digest.append("\(message.name)\n\(message.bytes.count)\n".utf8)
        digest.append(message.bytes)
      }
      return digest.hexDigest
    }
    let inputs: JSONValue = [
      // The generation of rendering; raised when the pictures of a plan change.
      "generation": .number(4), "suite": .optional(chosenSuite?.rawValue), "messages_sha256": .optional(messages),
      "damages": .strings(damage.map(\.text)), "seed": .string(String(seed)), "scale": .number(scale),
      "level": .string(level.letter), "scene": .optional(scene?.text), "dark": .string("\(colorOptions.dark)"),
      "light": .string("\(colorOptions.light)"),
    ]
    let rarely: JSONValue = [
      "select": selectOptions.texts.isEmpty ? .null : .strings(selectOptions.texts),
      "backgrounds_sha256": backgrounds.isEmpty ? .null : .strings(backgrounds.map(\.digest)),
      "sequence": .optional(sequence), "negatives": .optional(negatives > 0 ? negatives : nil),
      "size": .optional(size?.text), "variants": .optional(variants > 1 ? variants : nil),
      "unreadable": .optional(unreadable ? true : nil),
    ]
    return .joining(inputs, rarely.withoutNulls)
  }
}

extension FixtureSuite: ExpressibleByArgument {}
