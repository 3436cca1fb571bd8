import CommandSupport
import ConfinedReading
import HostSystem
import ImageCoding

/// A picture of a command line or a list.
struct ScanPicture: Sendable {
  /// The path, or `-` for a picture without one.
  var name: String
  /// The bytes of the file.
  var file: [UInt8]

  init(name: String, file: [UInt8]) { (self.name, self.file) = (name, file) }

  /// Reads a picture.
  ///
  /// - Parameters:
  ///   - path: `-` for standard input.
  ///   - seconds: The time limit for a pipe; standard input has none.
  init(path: String, on console: Console, seconds: Double) throws(ScanFailure) {
    if let picture = DataURI.picture(in: Array(path.utf8)) {
      self.init(name: "data URI", file: picture)
      return
    }
    let bytes: [UInt8]?
    do {
      try Console.refuseStandardOutput(path)
      bytes =
        if path == "-" { try console.read(path, limit: .picture) } else {
          try FileSystem.read(path, limit: .picture, until: .now + .seconds(seconds))
        }
    } catch { throw ScanFailure(sentence: CommandFailure.sentence(error)) }
    guard let bytes else { throw ScanFailure(picture: path, PictureFailure.timedOut(seconds: seconds)) }
    self.init(name: path, file: DataURI.picture(in: bytes) ?? bytes)
  }

  /// Says that the name indicates another format than the picture has, if it does.
  var misnaming: String? {
    let named: ImageFormat? =
      switch FileSystem.fileExtension(of: name) {
      case "png": .png
      case "jpg", "jpeg": .jpeg
      default: nil
      }
    guard let named, let actual = ImageFormat(signature: file), named != actual else { return nil }
    return "note: \(name) has a \(named) extension but is a \(actual) picture; it is read as \(actual)"
  }
}
