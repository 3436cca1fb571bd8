import ArgumentParser
import SymbolFixtures

/// The size of pictures, as it is typed.
struct PictureSize {
  let value: Fixture.SceneSize

  /// - Parameters:
  ///   - text: `640x480`.
  ///   - option: Its name, for refusals.
  init(_ text: String, of option: String) throws(ValidationError) {
    let sides = text.split(whereSeparator: { "x×X".contains($0) }).map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1], width > 0, height > 0 else {
      throw ValidationError("\(option) '\(text)' is not WIDTHxHEIGHT in pixels, such as 640x480.")
    }
    guard width <= 100_000, height <= 100_000, width * height <= Fixture.SceneSize.limit else {
      throw ValidationError("\(option) '\(text)' is above the limit of \(Fixture.SceneSize.limit) pixels.")
    }
    value = Fixture.SceneSize(width: width, height: height)
  }

  /// However it was typed.
  var text: String { "\(value.width)x\(value.height)" }
}
