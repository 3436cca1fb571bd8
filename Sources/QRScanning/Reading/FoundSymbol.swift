import Imaging
import QRSymbology

/// A symbol that was read, with its place.
struct FoundSymbol<Frame: PixelFrame> {
  var reading: SymbolReading
  var version: QRSymbol.Version
  var map: GridMap<Frame>
  var isMirrored: Bool
  var attempt: Detection.Attempt
  /// The modules that were decoded, upright and not mirrored; `nil` for symbols of Model 1.
  var decision: ModuleGrays.Decision?
}

/// A Micro QR or rMQR symbol that was read, with its place.
struct FoundSmallSymbol<Version, Frame: PixelFrame> {
  var reading: SymbolReading
  var version: Version
  /// Rows and columns of an rMQR symbol are exchanged where it is mirrored.
  var map: GridMap<Frame>
  var isMirrored = false
  /// The modules that were decoded, upright and not mirrored.
  var decision: ModuleGrays.Decision
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
      version: found.version, structuredAppend: found.reading.structuredAppend, attempt: found.attempt,
      grid: found.decision.map { SymbolGrid(found.map, isMirrored: found.isMirrored, $0) })
  }

  init(_ found: FoundSmallSymbol<MicroQRSymbol.Version, PicturePixels>) {
    self.init(
      message: found.reading.message, corners: Corners(found.map, isMirrored: found.isMirrored), engine: .modules,
      microVersion: found.version, attempt: .micro, grid: SymbolGrid(found))
  }

  init(_ found: FoundSmallSymbol<RectangularMicroQRSymbol.Version, PicturePixels>) {
    self.init(
      message: found.reading.message, corners: Corners(found.map, isMirrored: found.isMirrored), engine: .modules,
      rectangularVersion: found.version, attempt: .rectangular, grid: SymbolGrid(found))
  }
}

extension SymbolGrid {
  fileprivate init(_ found: FoundSmallSymbol<some Any, PicturePixels>) {
    self.init(found.map, isMirrored: found.isMirrored, found.decision)
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

/// The result for one finder pattern.
enum SmallSymbolOutcome {
  case read(Detection, map: GridMap<PicturePixels>)
  /// What is beside it looks like timing patterns and format information.
  case unreadable
  case implausible

  /// The result of another reader if this one has not read a symbol; unreadable if either finds it so.
  func or(_ other: @autoclosure () -> SmallSymbolOutcome) -> SmallSymbolOutcome {
    if case .read = self { return self }
    let other = other()
    if case .implausible = other { return self }
    return other
  }
}
