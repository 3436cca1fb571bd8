import ArgumentParser
import CommandSupport
import ConfinedReading
import HostSystem
import ImageCoding
import Imaging
import PictureDamage
import QRSymbology
import SymbolFixtures
import TextFormats

/// `oobqr fixtures damage`: damage to one picture.
struct FixturesDamageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "damage",
    abstract: "Damage one picture.",
    usage: "",
    discussion: """
        oobqr fixtures damage symbol.png worn.png --kind scratches:0.01+defocus:1
        oobqr fixtures damage symbol.png blocky.jpg --kind noise:20+jpeg:30

      Lengths in modules and positions on the symbol refer to the first symbol found in the picture or, with \
      --module, to the whole picture.

      Exit codes: 0 written; 1 the picture cannot be damaged, or holds no symbol; 66 it cannot be read.
      More: docs/testing.md.
      """)

  @Argument(help: "A PNG or JPEG picture.")
  var input: String

  @Argument(help: "The file to write: .png, or .jpg if the last kind of damage is jpeg.")
  var output: String

  @Option(
    name: [.customLong("kind"), .customLong("damage")],
    help: ArgumentHelp(
      "A kind of damage, or several joined by '+'. See 'oobqr fixtures kinds'.", valueName: "kind:strength"),
    completion: .list(Damage.Kind.allCases.map(\.rawValue)),
    transform: { try OptionValue($0, of: "--kind", Damage.list(parsing:)) })
  var kind: OptionValue<[Damage]>

  @Option(
    help: "Seed for noise, textures and options that are left out, 0…18446744073709551615.", transform: SeedOption.seed)
  var seed: UInt64 = 1

  @Option(
    help: ArgumentHelp(
      "Treat the whole picture as the symbol, with modules of this size, 0.5…10000.", valueName: "pixels"),
    transform: Bounded("--module", 0.5...10_000).parse)
  var module: Double?

  func validate() throws {
    try Console.refuse(output, replacing: [input])
    let isJPEG = kind.value.last?.kind == .jpeg
    let name = FileSystem.fileExtension(of: output)
    if output != "-", isJPEG ? !["jpg", "jpeg"].contains(name) : name != "png" {
      throw ValidationError(
        "The file '\(output)' must end in "
          + (isJPEG
            ? ".jpg, because jpeg is the last damage."
            : ".png; for a JPEG, make jpeg the last damage: --kind '\(kind)+jpeg:60'."))
    }
  }

  func run() throws {
    let file = try Console.current.read(input, limit: .picture)
    let reader = Console.current.pictureReader()
    let picture = try CommandFailure.about(input, exitCode: CommandFailure.noInput) {
      Picture(withoutNeedlessColor: try reader.color(file))
    }
    var scene = Scene(picture, symbols: [try symbol(in: picture, file, reader)])
    var random = SplitMix64(seed: seed)
    let resolved = try kind.value.map { try $0.apply(to: &scene, seed: random.next()) }
    try Console.current.write(try scene.picture.file(after: resolved), to: output, mode: .owner)
    Console.current.say("applied " + resolved.map(\.description).joined(separator: "+"))
  }

  /// Finds the symbol to which lengths refer.
  private func symbol(in picture: Picture, _ file: [UInt8], _ reader: PictureReader) throws -> Scene.PlacedSymbol {
    if let module {
      return Self.wholePicture(picture, module)
    }
    guard let detection = try reader.reading(of: file, named: input).symbols.first else {
      // Some kinds of damage need no position and no module size.
      if kind.value.allSatisfy({ !$0.kind.needsSymbol }) {
        return Scene.PlacedSymbol(filling: picture, modules: 21)
      }
      throw CommandFailure(
        "\(input): no symbol found for lengths and positions to refer to; give the module size with --module")
    }
    if case .rectangular(let version) = detection.version {
      // Positions refer to squares: on an rMQR symbol to the picture, as with --module.
      let mean = (version.columns + version.rows) / 2
      return Self.wholePicture(picture, max(0.1, Scene.PlacedSymbol(corners: detection.corners, size: mean).scale))
    }
    let size = detection.version?.columns ?? detection.leastVersion.flatMap { QRSymbol.Version($0)?.size } ?? 21
    return Scene.PlacedSymbol(corners: detection.corners, size: size)
  }

  /// - Parameter module: The size of a module in pixels.
  private static func wholePicture(_ picture: Picture, _ module: Double) -> Scene.PlacedSymbol {
    let modules = max(1, Int(Double(min(picture.width, picture.height)) / module))
    return Scene.PlacedSymbol(filling: picture, modules: modules)
  }
}
