import Imaging
import SymbolDrawing

extension Logo {
  /// Returns the picture's gray levels at another size.
  func gray(width: Int, height: Int) -> GrayImage { GrayImage(picture).resized(width: width, height: height) }
}
