import Imaging
import QRSymbology

/// A symbol that was read, with its place.
struct FoundSymbol<Frame: PixelFrame> {
  var reading: SymbolReading
  var version: SymbolVersion
  /// Rows and columns of an rMQR symbol are exchanged where it is mirrored.
  var map: GridMap<Frame>
  var isMirrored = false
  /// `nil` for clean drawings.
  var attempt: Detection.Attempt?
  /// The modules that were decoded, upright and not mirrored; `nil` for symbols of Model 1.
  var decision: ModuleGrays.Decision?
}

extension FoundSymbol<LevelPixels> {
  func inPicture(fromLevel level: Int) -> FoundSymbol<PicturePixels> {
    FoundSymbol<PicturePixels>(
      reading: reading, version: version, map: map.inPicture(fromLevel: level), isMirrored: isMirrored,
      attempt: attempt, decision: decision)
  }
}

extension Detection {
  init(_ found: FoundSymbol<PicturePixels>) {
    self.init(
      message: found.reading.message, corners: Corners(found.map, isMirrored: found.isMirrored), engine: .modules,
      version: found.version, reading: found.reading, attempt: found.attempt,
      grid: found.decision.map { SymbolGrid(found.map, isMirrored: found.isMirrored, $0) })
  }
}

extension Corners {
  /// In a mirrored symbol the upper right corner is where the map's lower left one is.
  init(_ map: GridMap<PicturePixels>, isMirrored: Bool) {
    let corners = map.outline.map { ImagePoint(x: $0.x, y: $0.y) }
    self.init(
      topLeft: corners[0], topRight: corners[isMirrored ? 3 : 1], bottomRight: corners[2],
      bottomLeft: corners[isMirrored ? 1 : 3])
  }
}
