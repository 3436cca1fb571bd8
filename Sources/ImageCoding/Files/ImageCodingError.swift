import TextFormats

/// The reason why bytes cannot be decoded as a picture, or a picture cannot be encoded.
public enum ImageCodingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The bytes have no signature of a PNG, JPEG or Netpbm file; `beginning` is empty, or holds the first kilobyte.
  case unknownFormat(beginning: [UInt8])
  /// The picture has more than `limit` pixels (width × height); nothing was decoded.
  case tooManyPixels(width: Int, height: Int, limit: Int)
  /// The decoder failed: the file is truncated, damaged, uses an unsupported feature, or was made to take long.
  case undecodable(format: ImageFormat, reason: String)
  /// A decoder or encoder ran out of memory.
  case outOfMemory
  /// The encoder failed: a JPEG has more than 65,500 pixels on a side.
  case unencodable(format: ImageFormat, reason: String)

  public var description: String {
    switch self {
    case .unknownFormat(let beginning) where beginning.isEmpty:
      "the file is empty"
    case .unknownFormat(let beginning):
      switch OtherPictureFormat(file: beginning) {
      case nil where Self.convertedSignatures.contains { beginning.starts(with: $0) }:
        "line endings in this PNG file were converted, by git or by a transfer in text mode; put '*.png binary' in .gitattributes, and "
          + "copy the original file again"
      case nil: "not a PNG or JPEG picture: it begins with \(Self.quoted(beginning.prefix(8)))"
      case .pdf: "this is a PDF document; save its page as a PNG picture"
      case .svg:
        "this is an SVG picture; convert it to PNG, for example with 'rsvg-convert FILE -o FILE.png' (librsvg2-bin)"
      case let format?:
        "this is \(format.withArticle) picture; convert it to PNG, for example with ImageMagick: 'convert FILE FILE.png'"
      }
    case .tooManyPixels(let width, let height, let limit):
      "\(width) × \(height) pixels are more than the limit of \(limit)"
    case .undecodable(let format, let reason):
      "cannot decode this \(format) picture: \(reason)"
    case .outOfMemory:
      "there is not enough memory for this picture"
    case .unencodable(let format, let reason):
      "cannot encode a \(format) picture: \(reason)"
    }
  }

  /// The signature of PNG with CR LF as LF, and with LF as CR LF.
  private static let convertedSignatures: [[UInt8]] = [
    [0x89, 0x50, 0x4E, 0x47, 0x0A, 0x1A, 0x0A], [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0D, 0x0A, 0x1A, 0x0D, 0x0A],
  ]

  /// The error for a picture in a format that is recognised and not decoded, such as HEIC or SVG; `nil` for anything else.
  public init?(ofOtherFormat file: [UInt8]) {
    if OtherPictureFormat(file: file) == nil { return nil }
    self = .unknownFormat(beginning: Array(file.prefix(1024)))
  }

  /// The error for a decoder's message. libpng and libjpeg-turbo have several messages for a lack of memory.
  static func undecoded(_ format: ImageFormat, _ reason: String) -> Self {
    let lacksMemory = ["out of memory", "insufficient memory", "memory allocation failure"].contains {
      reason.lowercased().contains($0)
    }
    if lacksMemory { return .outOfMemory }
    let isOfXcode = reason.hasPrefix("CgBI")
    return .undecodable(
      format: format,
      reason: isOfXcode
        ? "Xcode changed it for an iOS app (CgBI); take the original from the project, or convert it back with "
          + "'xcrun pngcrush -revert-iphone-optimizations IN OUT'" : reason)
  }

  /// Printable ASCII in quotes, anything else in hexadecimal.
  private static func quoted(_ bytes: ArraySlice<UInt8>) -> String {
    if bytes.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != 0x22 }) {
      return "\"" + String(decoding: bytes, as: UTF8.self) + "\""
    }
    return bytes.map { HexadecimalText.of([$0]) }.joined(separator: " ")
  }
}
