package import Imaging
import SymbolDrawing
package import SymbolMaking
import Typesetting

extension SymbolPicture {
  /// Draws the words of a frame, in the light colour on the dark one.
  ///
  /// - Parameter modules: Modules on a side of the symbol with its quiet zone.
  /// - Throws: `CommandFailure` for words that do not fit, or whose letters no font has; `PrintError`.
  package func words(_ frame: String, modules: Int) throws -> ColorImage {
    // Drawings that can be enlarged have letters of many pixels.
    let pixelsPerModule = format.isRaster ? scale : max(scale, 16)
    let size = SymbolArtwork.wordsSize(side: modules)
    let (width, height) = (size.width * pixelsPerModule, size.height * pixelsPerModule)
    let words: FrameWords
    do { words = try FrameWords(frame, width: width, height: height) } catch {
      guard case .wordsDoNotFit(let reason) = error else { throw error }
      // Letters of a vector drawing have their size at any scale, and there may be too many for any.
      let largestScale = min(1000, Self.largestSide / SymbolArtwork.framedSize(side: modules).height)
      let helps = format.isRaster && frame.count <= FrameWords.mostCharacters && scale < largestScale
      throw CommandFailure("--frame: \(reason); use fewer words" + (helps ? ", or a --scale above \(scale)" : ""))
    }
    if words.unknownCharacters > 0 {
      throw CommandFailure(
        "--frame: no installed font has \(words.unknownCharacters) of its characters; install a font for them")
    }
    let pairs = [
      (colors.dark.red, colors.light.red), (colors.dark.green, colors.light.green),
      (colors.dark.blue, colors.light.blue),
    ]
    let planes = pairs.map { pair -> [UInt8] in
      let (dark, light) = (Int(pair.0), Int(pair.1))
      return words.coverage.map { UInt8((light * Int($0) + dark * (255 - Int($0)) + 127) / 255) }
    }
    return ColorImage(width: width, height: height, planes: planes)
  }
}
