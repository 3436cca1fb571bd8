/// Why bytes are not a picture, or a picture cannot be bytes.
public enum ImageCodingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There are no bytes.
  case empty
  /// The bytes begin like neither a PNG nor a JPEG; `beginning` holds the first few.
  case unknownFormat(beginning: [UInt8])
  /// The picture has more pixels than allowed; nothing was decoded.
  case tooManyPixels(width: Int, height: Int, limit: Int)
  /// The decoder gave up: the file is cut short, damaged, or uses a feature the decoder lacks.
  case undecodable(format: ImageFormat, reason: String)
  /// The encoder gave up, for want of memory.
  case unencodable(format: ImageFormat, reason: String)

  public var description: String {
    switch self {
    case .empty:
      "the file is empty"
    case .unknownFormat(let beginning):
      "not a PNG or JPEG picture: it begins with \(Self.quoted(beginning))"
    case .tooManyPixels(let width, let height, let limit):
      "\(width) × \(height) pixels are more than the limit of \(limit)"
    case .undecodable(let format, let reason):
      "cannot decode this \(format) picture: \(reason)"
    case .unencodable(let format, let reason):
      "cannot encode a \(format) picture: \(reason)"
    }
  }

  /// Printable ASCII in quotes, anything else in hexadecimal.
  private static func quoted(_ bytes: [UInt8]) -> String {
    if bytes.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != 0x22 }) {
      return "\"" + String(decoding: bytes, as: UTF8.self) + "\""
    }
    let digits = Array("0123456789abcdef")
    return bytes.map { "\(digits[Int($0 >> 4)])\(digits[Int($0 & 15)])" }.joined(separator: " ")
  }
}
