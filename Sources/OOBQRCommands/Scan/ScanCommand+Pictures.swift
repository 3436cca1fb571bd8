import HostSystem
import ImageCoding
import Imaging
import QRScanning

/// From the paths of a command line to pictures and their symbols.
extension ScanCommand {
  /// The limit of a file in bytes, enforced while reading, so that endless input is refused.
  private static let fileLimit = 1 << 29

  /// Returns a directory's pictures, or the path itself.
  func expand(_ path: String) -> [Result<String, InputFailure>] {
    guard path != "-", FileSystem.isDirectory(path) else { return [.success(path)] }
    guard recursive else {
      return [.failure(InputFailure(message: "\(path): is a directory; use -r to scan the pictures below it"))]
    }
    let files = FileSystem.files(below: path, extensions: ["png", "jpg", "jpeg"])
    if files.isEmpty {
      return [.failure(InputFailure(message: "\(path): no .png, .jpg or .jpeg file below this directory"))]
    }
    return files.map { $0.mapError { InputFailure(message: CommandFailure.sentence($0)) } }
  }

  func scan(_ path: String) throws(InputFailure) -> (image: GrayImage, detections: [Detection]) {
    let bytes: [UInt8]
    do { bytes = try Console.current.read(path, limit: Self.fileLimit) } catch {
      throw InputFailure(message: CommandFailure.sentence(error))
    }
    do {
      let image = try GrayImage(imageFile: bytes, maxPixels: maxPixels)
      noteMisnaming(path, bytes)
      let (detections, attempts) = try QRScanner(engine: engine, effort: effort).explain(image)
      if explain { say(attempts, on: path) }
      return (image, detections)
    } catch ImageCodingError.tooManyPixels(let width, let height, let limit) {
      let error = ImageCodingError.tooManyPixels(width: width, height: height, limit: limit)
      throw InputFailure(message: "\(path): \(error); use --max-pixels to raise it")
    } catch {
      throw InputFailure(message: "\(path): \(error)")
    }
  }

  private func say(_ attempts: [ScanAttempt], on path: String) {
    for attempt in attempts {
      let (seconds, attoseconds) = attempt.duration.components
      let tenths = Int(seconds) * 10_000 + Int(attoseconds / 100_000_000_000_000)
      let found = attempt.symbols == 0 ? "" : ": \(attempt.symbols) symbol\(attempt.symbols == 1 ? "" : "s")"
      Console.current.say("\(path): \(tenths / 10).\(tenths % 10) ms, \(attempt.pass)\(found)")
    }
  }

  private func noteMisnaming(_ path: String, _ bytes: [UInt8]) {
    let named: ImageFormat? =
      switch FileSystem.fileExtension(of: path) {
      case "png": .png
      case "jpg", "jpeg": .jpeg
      default: nil
      }
    if let named, let format = ImageFormat(signature: bytes), named != format {
      Console.current.say("note: \(path): has a \(named) extension but is a \(format) picture, and is read as such")
    }
  }
}

/// An input that could not be read, which does not affect the others.
struct InputFailure: Error {
  var message: String
}
