import ArgumentParser
import HostSystem
import ImageCoding
import Imaging
import PictureDamage
import QRScanning
import QRSymbology
import SymbolFixtures

/// `oobqr fixtures damage`: one picture, damaged.
struct FixturesDamageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "damage",
    abstract: "Damage one picture.",
    discussion: """
      Lengths in modules and places on the symbol refer to the first symbol that is found in the picture, or to the \
      whole picture with --module.
      """)

  @Argument(help: "A PNG or JPEG picture.")
  var input: String

  @Argument(help: "The file to write: .png, or .jpg after the jpeg damage.")
  var output: String

  @Option(
    name: [.customLong("kind"), .customLong("damage")],
    help: ArgumentHelp(
      "A damage, or several joined by '+'. See 'oobqr fixtures kinds'.", valueName: "kind:strength"))
  var kind: String

  @Option(
    help: "Chooses noise, textures and what options leave open, 0…18446744073709551615.", transform: SeedOption.seed)
  var seed: UInt64 = 1

  @Option(help: ArgumentHelp("Take the whole picture for the symbol, with modules of this size.", valueName: "pixels"))
  var module: Double?

  func validate() throws {
    let damages = try [Damage](option: kind)
    if input == output, input != "-" {
      throw ValidationError("The damaged picture would replace '\(input)': give another name.")
    }
    if let module, !(0.5...10_000 ~= module) { throw ValidationError("--module \(module) is not in 0.5…10000.") }
    let isJPEG = damages.last?.kind == .jpeg
    let name = FileSystem.fileExtension(of: output)
    if output != "-", isJPEG ? !["jpg", "jpeg"].contains(name) : name != "png" {
      throw ValidationError("The file '\(output)' must end in \(isJPEG ? ".jpg, as jpeg is its last damage" : ".png").")
    }
  }

  func run() throws {
    let damages = try [Damage](option: kind)
    let picture: Picture
    do {
      let image = try ColorImage(imageFile: Console.current.read(input, limit: 1 << 28))
      picture = Picture(withoutNeedlessColor: image)
    } catch let error as ImageCodingError {
      throw CommandFailure("\(input): \(error)")
    }
    var scene = Scene(picture, symbols: [try symbol(in: picture)])
    var random = SplitMix64(seed: seed)
    let resolved = try damages.map { try $0.apply(to: &scene, seed: random.next()) }
    let file =
      if let jpeg = resolved.last, jpeg.kind == .jpeg {
        try scene.picture.jpeg(quality: Int(jpeg.strength.rounded()))
      } else {
        try scene.picture.png()
      }
    try Console.current.write(file, to: output)
    Console.current.say("damaged by " + resolved.map(\.description).joined(separator: "+"))
  }

  /// Where the symbol is that lengths refer to.
  private func symbol(in picture: Picture) throws -> Scene.PlacedSymbol {
    if let module {
      return Self.wholePicture(picture, modules: max(1, Int(Double(min(picture.width, picture.height)) / module)))
    }
    guard let detection = try QRScanner().scan(picture.gray).first else {
      // Some damages ask for no place and no module.
      if try [Damage](option: kind).allSatisfy({ !$0.kind.model.needsSymbol }) {
        return Self.wholePicture(picture, modules: 21)
      }
      throw CommandFailure(
        "\(input): no symbol found, to which lengths and places would refer; give the size of a module with --module")
    }
    if let micro = detection.microVersion { return Scene.PlacedSymbol(corners: detection.corners, size: micro.size) }
    let size = detection.leastVersion.flatMap { QRSymbol.Version($0)?.size } ?? 21
    return Scene.PlacedSymbol(corners: detection.corners, size: size)
  }

  private static func wholePicture(_ picture: Picture, modules: Int) -> Scene.PlacedSymbol {
    let (right, bottom) = (Double(picture.width), Double(picture.height))
    let corners = Corners(
      topLeft: ImagePoint(x: 0, y: 0), topRight: ImagePoint(x: right, y: 0),
      bottomRight: ImagePoint(x: right, y: bottom), bottomLeft: ImagePoint(x: 0, y: bottom))
    return Scene.PlacedSymbol(corners: corners, size: modules)
  }
}
