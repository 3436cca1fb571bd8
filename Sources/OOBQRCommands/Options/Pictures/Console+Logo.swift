import SymbolDrawing

extension Console {
  /// Reads the picture of a logo, at most 64 MiB.
  func logo(_ path: String) throws -> Logo {
    let file = try read(path, limit: 1 << 26)
    do throws(InputFailure) { return Logo(try PictureJail().image(file)) } catch {
      throw CommandFailure("\(path): \(error.message)")
    }
  }
}
