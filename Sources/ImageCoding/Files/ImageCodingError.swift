import TextFormats

/// The reason why bytes cannot be decoded as a picture, or a picture cannot be encoded.
public enum ImageCodingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There are no bytes.
  case empty
  /// The bytes have neither a PNG nor a JPEG signature; `beginning` holds the first few.
  case unknownFormat(beginning: [UInt8])
  /// The bytes are a picture of a format that is not decoded.
  case otherFormat(OtherPictureFormat)
  /// The picture has more than `limit` pixels (width × height); nothing was decoded.
  case tooManyPixels(width: Int, height: Int, limit: Int)
  /// Decoding would take too long for a picture of this size, as only a file made for that does; nothing was
  /// decoded. `work` names what there is too much of, as in `scans`.
  case tooMuchWork(format: ImageFormat, amount: Int, work: String, limit: Int)
  /// The decoder failed: the file is truncated, damaged, or uses an unsupported feature.
  case undecodable(format: ImageFormat, reason: String)
  /// The decoder ran out of memory.
  case outOfMemory(format: ImageFormat)
  /// The encoder failed: memory ran out, or a JPEG has more than 65,500 pixels on a side.
  case unencodable(format: ImageFormat, reason: String)

  public var description: String {
    switch self {
    case .empty:
      "the file is empty"
    case .unknownFormat(let beginning):
      "not a PNG or JPEG picture: it begins with \(Self.quoted(beginning))"
    case .otherFormat(.pdf):
      "this is a PDF document; save its page as a PNG picture"
    case .otherFormat(let format):
      "this is \(format == .avif || format == .svg ? "an" : "a") \(format.rawValue) picture; convert it to PNG or JPEG"
    case .tooManyPixels(let width, let height, let limit):
      "\(width) × \(height) pixels are more than the limit of \(limit)"
    case .tooMuchWork(let format, let amount, let work, let limit):
      "\(amount) \(work) are more than the limit of \(limit); save it again as an ordinary \(format) picture"
    case .undecodable(let format, let reason):
      "cannot decode this \(format) picture: \(reason)"
    case .outOfMemory(let format):
      "there is not enough memory to decode this \(format) picture"
    case .unencodable(let format, let reason):
      "cannot encode a \(format) picture: \(reason)"
    }
  }

  /// The error for a decoder's message. libpng and libjpeg-turbo have several messages for a lack of memory.
  static func undecoded(_ format: ImageFormat, _ reason: String) -> Self {
    let lacksMemory = ["out of memory", "insufficient memory", "memory allocation failure"].contains {
      reason.lowercased().contains($0)
    }
    return lacksMemory ? .outOfMemory(format: format) : .undecodable(format: format, reason: reason)
  }

  /// The refusal of bytes that are neither PNG nor JPEG.
  static func notDecodable(_ file: [UInt8]) -> Self {
    OtherPictureFormat(file: file).map(Self.otherFormat) ?? .unknownFormat(beginning: Array(file.prefix(8)))
  }

  /// Printable ASCII in quotes, anything else in hexadecimal.
  private static func quoted(_ bytes: [UInt8]) -> String {
    if bytes.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != 0x22 }) {
      return "\"" + String(decoding: bytes, as: UTF8.self) + "\""
    }
    return bytes.map { HexadecimalText.of([$0]) }.joined(separator: " ")
  }
}
