/// The frame of a pattern, a triple or a map: the pixels that its coordinates count.
///
/// Patterns are detected and sampled in the pixels of one pyramid level, and compared in those of the whole picture.
/// The frames are types, so that a value changes its frame only by a conversion that names the level.
protocol PixelFrame {}

/// Pixels of one level of a ``Pyramid``.
enum LevelPixels: PixelFrame {}

/// Pixels of the whole picture, level 0.
enum PicturePixels: PixelFrame {}

extension Pyramid {
  /// Pixels of the picture per pixel of a level.
  static func factor(ofLevel level: Int) -> Double { Double(1 << level) }
}
