public import HostSystem
public import ImageCoding
public import PictureDamage
public import QREncoding

/// The reason why a fixture cannot be rendered.
public enum FixtureError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The message, given by name, does not fit in a symbol of the style.
  case unencodable(message: String, QREncodingError)
  /// The scene is smaller than the symbol with its quiet zone; sides in pixels.
  case sceneTooSmall(message: String, width: Int, height: Int, needed: Int)
  /// The scene has no room for two symbols of its messages, the least of which need `leastWidth` × `leastHeight` pixels.
  case sceneWithoutTwo(width: Int, height: Int, leastWidth: Int, leastHeight: Int)
  /// The symbol, or the scene, has more than `limit` pixels.
  case sceneTooLarge(width: Int, height: Int, limit: Int)
  /// Damage makes the picture too large.
  case undamageable(message: String, DamageError)
  /// A photograph for backgrounds, or their directory, cannot be used.
  case background(String, reason: String)
  /// A photograph for backgrounds cannot be read.
  case backgroundUnreadable(String, FileFailure)
  /// A photograph is itself too large for a scene; the limit is in pixels, width × height.
  case backgroundTooLarge(String, width: Int, height: Int, limit: Int)
  /// A photograph is too small for the symbol: ``sceneTooSmall(message:width:height:needed:)``.
  indirect case backgroundTooSmall(String, FixtureError)
  /// The picture cannot be encoded as a file.
  case unwritable(ImageCodingError)

  public var description: String { sentence(sceneSize: "a scene of its own") }

  /// - Parameter sceneSize: What the caller calls the parameter.
  package func sentence(sceneSize: String) -> String {
    switch self {
    case .unencodable(let message, let error): "message '\(message)': \(error)"
    case .undamageable(let message, let error): "message '\(message)': \(error)"
    case .sceneTooSmall(let message, let width, let height, let needed):
      "a scene of \(width) × \(height) pixels has no room for the symbol of '\(message)', which needs \(needed) × "
        + "\(needed); use a larger scene or a smaller scale"
    case .sceneWithoutTwo(let width, let height, let leastWidth, let leastHeight):
      "a scene of \(width) × \(height) pixels has no room for two symbols of these messages; use at least \(leastWidth) × "
        + "\(leastHeight)"
    case .sceneTooLarge(let width, let height, let limit):
      "a scene of \(width) × \(height) pixels is above the limit of \(limit) pixels"
    case .background(let path, let reason): "background '\(path)': \(reason)"
    case .backgroundUnreadable(let path, let failure): "background '\(path)': \(failure)"
    case .backgroundTooLarge(let path, let width, let height, let limit):
      "background '\(path)': a scene of its \(width) × \(height) pixels is above the limit of \(limit) pixels; "
        + "give a smaller size with \(sceneSize), or a smaller photograph"
    case .backgroundTooSmall(let path, let error): "background '\(path)': \(error)"
    case .unwritable(let error): "\(error)"
    }
  }
}
