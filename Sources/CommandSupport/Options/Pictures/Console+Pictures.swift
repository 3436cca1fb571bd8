package import ConfinedReading
package import SymbolDrawing

extension Console {
  /// A reader of pictures; in a program other than `oobqr`, one that reads in that process.
  ///
  /// - Parameter usesThreads: Whether several threads read.
  package func pictureReader(
    _ options: PictureReader.Options = .init(), usesThreads: Bool = false,
    onShortfall: (@Sendable (String) -> Void)? = nil
  ) -> PictureReader {
    let place = executable.map { usesThreads ? PictureReader.Place.program($0) : .copy } ?? .here
    return PictureReader(options, in: place, onShortfall: onShortfall)
  }

  /// Reads the picture of a logo: at most 64 MiB and 25 million pixels, far more than a symbol can show.
  package func logo(_ path: String) throws -> Logo {
    let file = try read(path, limit: 1 << 26)
    var options = PictureReader.Options()
    options.maxPixels = 25_000_000
    return Logo(
      try CommandFailure.about(path, exitCode: CommandFailure.noInput) { try pictureReader(options).color(file) })
  }
}

extension PictureReader {
  /// Finds the symbols of a picture; says if there may be more.
  ///
  /// - Parameter name: The picture's name in sentences.
  package func reading(of file: [UInt8], named name: String) throws(CommandFailure) -> PictureReading {
    let reading = try CommandFailure.about(name, exitCode: CommandFailure.noInput) { try read(file) }
    if reading.isCutFile { Console.current.say("note: \(name): \(PictureReading.cutFile)") }
    guard let cut = reading.cut(by: options.seconds) else { return reading }
    if reading.symbols.isEmpty { throw CommandFailure("\(name): \(cut)", exitCode: CommandFailure.noInput) }
    Console.current.say("note: \(cut)")
    return reading
  }
}
