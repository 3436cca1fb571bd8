import SymbolDrawing

extension Console {
  /// Reads the picture of a logo: at most 64 MiB and 25 million pixels, far more than a symbol can show.
  func logo(_ path: String) throws -> Logo {
    let file = try read(path, limit: 1 << 26)
    var jail = PictureJail()
    jail.maxPixels = 25_000_000
    do throws(InputFailure) { return Logo(try jail.image(file)) } catch {
      throw CommandFailure("\(path): \(error.message)")
    }
  }
}
