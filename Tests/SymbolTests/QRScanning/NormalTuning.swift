import Imaging
import PictureDamage
import QRSymbology
import SymbolFixtures

@_spi(Tuning) @testable import QRScanning

/// The stages with the tuning of `normal` effort.
extension Tuning {
  static let normal = Tuning(.normal)
}

extension QRScanner {
  /// The scanner with a change of its tuning at every effort.
  func tuned(_ change: (inout Tuning) -> Void) -> QRScanner {
    var result = self
    for effort in Effort.allCases {
      var tuning = Tuning(effort)
      change(&tuning)
      result.tunings[effort] = tuning
    }
    return result
  }
}

extension Bitmap {
  init(_ image: GrayImage, _ threshold: Threshold = .local) { self.init(image, threshold, Tuning.normal.search) }
}

extension Pyramid {
  init(_ image: GrayImage) { self.init(image, smallest: Tuning.normal.search.smallestLevel) }
}

extension FinderSearch {
  /// The patterns of a thresholded picture, measured in it.
  static func measured(_ image: GrayImage, _ threshold: Bitmap.Threshold = .local) -> [FinderPattern<LevelPixels>] {
    FinderSearch(Bitmap(image, threshold), isTolerant: false, .normal).patterns.map { $0.measured(in: image) }
  }
}

extension GridFit {
  init(_ image: GrayImage, version: QRSymbol.Version) { self.init(image, version: version, .normal) }
}

extension ModuleGrays {
  init(_ image: GrayImage, _ map: GridMap<LevelPixels>) { self.init(image, map, .normal) }
}

extension GridMap<LevelPixels> {
  /// The place of a symbol in a scene.
  init(_ symbol: Scene.PlacedSymbol) {
    let corners = symbol.corners
    self.init(
      size: symbol.size,
      corners: (
        Vector(corners.topLeft), Vector(corners.topRight), Vector(corners.bottomRight), Vector(corners.bottomLeft)
      ))
  }
}

extension Vector {
  init(_ point: ImagePoint) { self.init(point.x, point.y) }
}
