import ArgumentParser
import CommandSupport
import SymbolDrawing

/// The colour of texts on white paper.
struct InkOption: ParsableArguments {
  @Option(
    help: .more("Colour of texts on white paper, with a contrast of at least 4.5:1.", valueName: "#rrggbb"),
    transform: ColorOptions.color)
  var ink: RGBColor?
}
