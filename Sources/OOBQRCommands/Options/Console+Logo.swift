import ImageCoding
import Imaging
import SymbolDrawing

extension Console {
  /// Reads the picture of a logo, at most 64 MiB.
  func logo(_ path: String) throws -> Logo {
    do { return Logo(try ColorImage(imageFile: read(path, limit: 1 << 26))) } catch let error as ImageCodingError {
      throw CommandFailure("\(path): \(error)")
    }
  }
}
