public import ArgumentParser
import HostSystem
import PictureDamage
import QRSymbology
public import SymbolFixtures
import TextFormats

/// `oobqr fixtures make`: messages × damages → pictures with a manifest.
struct FixturesMakeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "make",
    abstract: "Make pictures with known answers and their manifest.",
    discussion: """
      A suite has its own messages and damages: --payloads replaces its messages, and --damage adds to its damages. \
      Without --suite, every message gets each --damage, and is drawn clean if there is none.

      The pixels of a picture depend on its message with its name, on its damage, the drawing options and the seed, and \
      not on its place in a list: part of a list makes the same pictures. A message without a name is called by its \
      line; only its file's name depends on that.

      A directory that already holds the same set is not changed, and an interrupted run is resumed. A set of more than \
      5000 pictures is listed in \(Manifest.linesFileName), a line for each picture, instead of \
      \(Manifest.fileName); its damages have folders of 1000 pictures.

      Exit codes: 0 made, or already there; 1 a picture cannot be made or written, or the directory holds another set.
      """)

  @Option(name: .shortAndLong, help: "The directory: new, empty, or with the same set, complete or unfinished.")
  var output: String

  @Option(help: "smoke, standard or harsh; the default without --payloads and --damage is smoke.")
  var suite: FixtureSuite?

  @Option(
    help: ArgumentHelp(
      "Your messages: .jsonl, .csv with a 'message' column, or plain lines; '-' is plain lines from standard input.",
      valueName: "file"))
  var payloads: String?

  @Option(
    help: ArgumentHelp(
      """
      A damage, or several joined by '+', for every message; may be repeated. A strength may be a range with a step, \
      rotation:0..90/15, or a list, noise:5/10/20. See 'oobqr fixtures kinds'.
      """,
      valueName: "kind:strength"))
  var damage: [String] = []

  @OptionGroup var selectOptions: SelectOptions

  @Option(help: "Seed for noise, textures and positions, 0…18446744073709551615.", transform: SeedOption.seed)
  var seed: UInt64 = 1

  @Option(name: .shortAndLong, help: "Pixels per module before the damage, 1…100.")
  var scale = 4

  @Option(name: .shortAndLong, help: "Error correction level without a suite, which has its own: L, M, Q or H.")
  var level: QRSymbol.ErrorCorrectionLevel = .medium

  @Option(help: ArgumentHelp("Put each symbol somewhere in a scene of this size.", valueName: "width×height"))
  var scene: String?

  @OptionGroup var colorOptions: ColorOptions

  @OptionGroup var jobsOptions: JobsOptions

  func validate() throws {
    if chosenSuite != nil && level != .medium {
      throw ValidationError(
        "A suite has its own levels: leave out --level \(level.letter), or give --payloads or --damage without --suite."
      )
    }
    if !(1...100 ~= scale) { throw ValidationError("--scale \(scale) is not in 1…100.") }
    for text in damage { _ = try [[Damage]](option: text) }
    _ = try selectOptions.selections()
    _ = try sceneSize()
  }

  /// The suite to make; `nil` for messages × damages.
  private var chosenSuite: FixtureSuite? { suite ?? (payloads == nil && damage.isEmpty ? .smoke : nil) }

  func run() throws {
    let list = try payloads.map(Self.messages)
    let style = Fixture.Style(scale: scale, colors: try colorOptions.colors(), sceneSize: try sceneSize())
    let damages = try damage.flatMap { try [[Damage]](option: $0) }
    let all =
      chosenSuite?.fixtures(
        seed: seed, style: style, carriers: list ?? FixtureMessage.carriers, adding: damages)
      ?? FixtureSet(
        of: list ?? FixtureMessage.builtIn, damages: damages.isEmpty ? [[]] : damages, level: level, style: style,
        seed: seed)
    let fixtures = all.selecting(try selectOptions.selections())
    if fixtures.isEmpty { throw selectOptions.failure(among: all.count) }
    let directory = FixtureDirectory(path: output, plan: plan(list), fixtures: fixtures)
    let (console, total) = (Console.current, fixtures.count)
    let outcome = try directory.fill(jobs: jobsOptions.number) { console.progress("\($0) of \(total) pictures") }
    console.endProgress()
    let pictures = "\(total) fixture\(total == 1 ? "" : "s")"
    switch outcome {
    case .made: console.say("\(output): \(pictures), listed in \(directory.manifestName)")
    case .complete: console.say("\(output): \(pictures) already complete")
    }
  }

  /// The most bytes in a list.
  private static let listLimit = 256 << 20

  private static func messages(_ path: String) throws -> [FixtureMessage] {
    let bytes = try Console.current.read(path, limit: listLimit)
    do {
      return try FixtureMessageList.messages(bytes, .init(fileExtension: FileSystem.fileExtension(of: path)))
    } catch {
      throw CommandFailure("'\(path)': \(error)")
    }
  }

  /// Returns all inputs that the pictures depend on.
  private func plan(_ list: [FixtureMessage]?) -> JSONValue {
    let messages = list.map { list in
      var digest = SHA256.Stream()
      for message in list {
        digest.append("\(message.name)\n\(message.bytes.count)\n".utf8)
        digest.append(message.bytes)
      }
      return JSONValue.string(digest.hexDigest)
    }
    var members: JSONValue = [
      // The generation of rendering; raised when the pictures of a plan change.
      "generation": .number(2),
      "suite": chosenSuite.map { .string($0.rawValue) } ?? .null,
      "messages_sha256": messages ?? .null, "damages": .array(damage.map { .string($0) }),
      "seed": .string(String(seed)), "scale": .number(scale), "level": .string(level.letter),
      "scene": scene.map { .string($0) } ?? .null, "dark": .string("\(colorOptions.dark)"),
      "light": .string("\(colorOptions.light)"),
    ]
    if !selectOptions.select.isEmpty, case .object(let all) = members {
      members = .object(all + [.init("select", .array(selectOptions.select.map { .string($0) }))])
    }
    return members
  }

  private func sceneSize() throws -> Fixture.SceneSize? {
    guard let scene else { return nil }
    let sides = scene.split(whereSeparator: { "x×X".contains($0) }).map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1], width > 0, height > 0 else {
      throw ValidationError("--scene '\(scene)' is not WIDTHxHEIGHT in pixels, such as 4000x3000.")
    }
    guard width <= 100_000, height <= 100_000, width * height <= Fixture.SceneSize.limit else {
      throw ValidationError("--scene '\(scene)' is above the limit of \(Fixture.SceneSize.limit) pixels.")
    }
    return Fixture.SceneSize(width: width, height: height)
  }
}

extension FixtureSuite: ExpressibleByArgument {}
