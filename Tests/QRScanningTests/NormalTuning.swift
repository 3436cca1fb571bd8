import Imaging
import PictureDamage
import QRSymbology
import SymbolFixtures

@testable import QRScanning

/// The stages with the tuning of `normal` effort.
extension Tuning {
  static let normal = Tuning(.normal)
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
    FinderSearch(Bitmap(image, threshold), isTolerant: false, .normal).patterns.map {
      $0.measured(in: image, Tuning(.normal).search)
    }
  }
}

extension FinderTriple {
  static func all(of patterns: [FinderPattern<Frame>]) -> [FinderTriple] {
    all(of: patterns, neighbours: Tuning.normal.budget.neighbours, Tuning.normal.search)
  }

  static func completed(from patterns: [FinderPattern<Frame>]) -> [FinderTriple] {
    completed(from: patterns, Tuning.normal.search)
  }
}

extension GridFit {
  init(_ image: GrayImage, version: QRSymbol.Version) { self.init(image, version: version, .normal) }
}

extension ModuleGrays {
  init(_ image: GrayImage, _ map: GridMap<LevelPixels>) { self.init(image, map, .normal) }
}

extension GridMap<LevelPixels> {
  static func fitted(size: Int, _ pairs: [(module: Vector, place: Vector, weight: Double)]) -> Self? {
    fitted(size: size, pairs, Tuning.normal.fit)
  }

  var isPlausible: Bool { isPlausible(Tuning.normal.fit) }

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
