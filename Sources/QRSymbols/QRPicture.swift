import ImageCoding
import Imaging
import QREncoding
import QRScanning
import QRSymbology
import SymbolDrawing

/// A picture of a QR symbol: made and read with one import.
///
/// ```swift
/// let png = try QRPicture.make("https://example.com")
/// try QRPicture.read(png)[0].text  // https://example.com
/// ```
/// The libraries of this product have every choice: `QREncoding`, `SymbolDrawing`, `ImageCoding` and `QRScanning`. A file from a
/// stranger is better read in a jail, as `ConfinedReading` does.
public enum QRPicture {
  /// A symbol that was read.
  public struct Symbol: Hashable, Sendable {
    /// The exact bytes that it holds.
    public let message: [UInt8]
    /// The bytes as text, in the encoding that the symbol states, or else UTF-8; `nil` where they are not that.
    public let text: String?
  }

  /// Returns a PNG file with a symbol of level M and a quiet zone of four modules.
  ///
  /// - Parameters:
  ///   - text: The message, at most 2,331 bytes of UTF-8 (ISO/IEC 18004:2015, table 7).
  ///   - scale: Pixels per module, 1…100.
  /// - Throws: ``Failure`` when the text is too long, or the scale is outside its range.
  public static func make(_ text: String, scale: Int = 8) throws(Failure) -> [UInt8] {
    try make(Array(text.utf8), scale: scale)
  }

  /// Returns a PNG file with a symbol of bytes, as of a text.
  public static func make(_ message: [UInt8], scale: Int = 8) throws(Failure) -> [UInt8] {
    guard 1...100 ~= scale else { throw Failure.scale(scale) }
    do {
      return try PNG.encode(BilevelImage(QREncoder(level: .medium).encode(message), scale: scale))
    } catch {
      throw Failure.message(reason: "\(error)")
    }
  }

  /// Reads the symbols in a PNG or JPEG file; none where there is none.
  ///
  /// - Throws: ``Failure`` when the file is not such a picture, or has too many pixels.
  public static func read(_ file: [UInt8]) throws(Failure) -> [Symbol] {
    do {
      return try QRScanner().scan(GrayImage(imageFile: file)).map { Symbol(message: $0.message, text: $0.text) }
    } catch {
      throw Failure.picture(reason: "\(error)")
    }
  }

  /// Why a picture was not made or read.
  public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The scale is not in 1…100.
    case scale(Int)
    /// The message does not fit into a symbol.
    case message(reason: String)
    /// The file is not a PNG or JPEG, is damaged, or has too many pixels.
    case picture(reason: String)

    /// A clause in lower case: the input, and the limit or the remedy.
    public var description: String {
      switch self {
      case .scale(let scale): "the scale \(scale) is not in 1…100"
      case .message(let reason), .picture(let reason): reason
      }
    }
  }
}
