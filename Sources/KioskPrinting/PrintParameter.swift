/// A parameter of a print that a sentence names: in words, unless the caller has names of its own, such as those of options.
package enum PrintParameter: String, Sendable {
  case resolution, distance, level
  case languages
  case page
  case caption = "the caption"
  case captionLines = "caption lines"
  case fontSize = "font size"
  case font = "the font"
  /// The size that is asked for, as a side or in dots.
  case side = "the size"
  case moduleDots = "dots per module"
  case native = "the printer's own symbols"
  case brand = "brand colour"
  case textOnBrand = "the colour of text on it"
  case ink
  case dark = "dark colour"
  case light = "light colour"
  case texts = "texts of your own"

  package typealias Names = @Sendable (PrintParameter) -> String

  package static let inWords: Names = { $0.rawValue }
}

/// An error whose sentence names parameters.
package protocol ParameterNaming: Error {
  func sentence(_ name: PrintParameter.Names) -> String
}
