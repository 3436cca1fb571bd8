import Imaging

/// A picture at full size, half, a quarter, …: each pixel of a level is the mean of four of the level below.
///
/// Small levels are searched first. They take little time, and averaging removes noise and the gaps between screen
/// pixels.
struct Pyramid {
  /// From level 0, the picture itself.
  fileprivate(set) var levels: Levels
  fileprivate var soft = SoftLevels()

  /// - Parameter smallest: Least pixels of the longer side of a level above 0.
  init(_ image: GrayImage, smallest: Int) {
    var images = [image]
    while let last = images.last, max(last.width, last.height) >= 2 * smallest, min(last.width, last.height) >= 2 {
      images.append(last.halved())
    }
    levels = Levels(images)
  }

  /// The highest level at which modules of so many pixels are still large enough to be sampled.
  func level(ofModules pixels: Double) -> Int { level(where: pixels, isAtLeast: 2.6) }

  /// The highest level at which a length of level 0 has at least a number of pixels; 0 where none has.
  func level(where length: Double, isAtLeast pixels: Double) -> Int {
    var level = 0
    var length = length / 2
    while level + 1 < levels.count, length >= pixels {
      level += 1
      length /= 2
    }
    return level
  }
}

extension Pyramid {
  /// A level with each pixel replaced by the mean of 3 × 3; computed on first use.
  func softened(_ level: Int) -> GrayImage {
    if let image = soft.images[level] { return image }
    let image = levels[level].softened()
    soft.images[level] = image
    return image
  }

  /// The pictures of a pyramid. Those of an inverted one are made on first use: few are needed.
  final class Levels: RandomAccessCollection {
    private var images: [Int: GrayImage] = [:]
    private let source: Levels?
    let startIndex = 0
    let endIndex: Int

    init(_ images: [GrayImage]) {
      (source, endIndex) = (nil, images.count)
      self.images = Dictionary(uniqueKeysWithValues: images.enumerated().map { ($0.offset, $0.element) })
    }

    init(invertedFrom source: Levels) { (self.source, endIndex) = (source, source.endIndex) }

    subscript(level: Int) -> GrayImage {
      if let image = images[level] { return image }
      guard let image = source?[level].inverted() else { preconditionFailure("there is no level \(level)") }
      images[level] = image
      return image
    }
  }

  fileprivate final class SoftLevels {
    var images: [Int: GrayImage] = [:]
  }

  /// The pyramid with light and dark exchanged.
  func inverted() -> Pyramid {
    var result = self
    (result.soft, result.levels) = (SoftLevels(), Levels(invertedFrom: levels))
    return result
  }
}
