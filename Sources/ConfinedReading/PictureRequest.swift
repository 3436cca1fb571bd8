import HostSystem
import ImageCoding
import Imaging
import QRScanning
import SymbolGrading
import TextFormats

/// What a worker does with a picture. It does not need to know its name.
struct PictureRequest: Codable, Sendable {
  enum Work: String, Codable {
    /// Its symbols are read.
    case symbols
    /// The picture is only decoded.
    case gray, color
  }

  var work: Work
  var options: PictureReader.Options
}

/// The answer of a worker. Bytes that follow it are the pixels of a picture.
package struct PictureReply: Codable, Sendable {
  /// Why there is no filter of system calls.
  var shortfall: String?
  var failure: PictureFailure?
  package var reading: PictureReading?
  var width = 0
  var height = 0
}

extension PictureRequest {
  /// Does the work in this process, unless it needs a filter that is not there.
  func answer(_ file: [UInt8], _ shortfall: Jail.Shortfall?) -> (reply: PictureReply, bytes: [UInt8]) {
    var reply = PictureReply(shortfall: shortfall.map { "\($0)" })
    if let shortfall = reply.shortfall, options.requiresFilter {
      reply.failure = .noFilter(reason: shortfall)
      return (reply, [])
    }
    do {
      switch work {
      case .symbols: reply.reading = try reading(of: file)
      case .gray:
        let image = try GrayImage(imageFile: file, maxPixels: options.maxPixels)
        return (PictureReply(shortfall: reply.shortfall, width: image.width, height: image.height), image.pixels)
      case .color:
        let image = try ColorImage(imageFile: file, maxPixels: options.maxPixels)
        return (PictureReply(shortfall: reply.shortfall, width: image.width, height: image.height), image.pixels)
      }
    } catch { reply.failure = PictureFailure(error) }
    return (reply, [])
  }

  private func reading(of file: [UInt8]) throws -> PictureReading {
    let limit = options.limit
    let (image, damage) = try Self.image(file, maxPixels: options.maxPixels)
    let found = try options.scanner.explain(image, until: limit)
    var reading = PictureReading()
    reading.shortSide = min(image.width, image.height)
    (reading.isComplete, reading.cornersSeen) = (found.isComplete, found.cornersSeen)
    if options.explains { reading.attempts = found.attempts.map(Self.sentence) }
    if let damage {
      if found.detections.isEmpty { throw damage }
      reading.isCutFile = true
    }
    reading.orientation = PictureOrientation(ofFile: file)
    // Not until the worker is killed, so that there is time for the answer.
    let end = limit + .seconds(options.grace / 2)
    reading.symbols = found.detections.map { detection in
      ReadSymbol(
        detection, grade: options.grades ? ReadSymbol.Grade(detection, in: image, until: end) : nil, in: image)
    }
    return reading
  }

  /// A picture, or what is left of one that was cut off, with what is wrong with that.
  private static func image(
    _ file: [UInt8], maxPixels: Int
  ) throws(ImageCodingError) -> (GrayImage, damage: ImageCodingError?) {
    do { return (try GrayImage(imageFile: file, maxPixels: maxPixels), nil) } catch {
      guard case .undecodable = error, let image = GrayImage(cutImageFile: file, maxPixels: maxPixels) else {
        throw error
      }
      return (image, error)
    }
  }

  private static func sentence(_ attempt: ScanAttempt) -> String {
    let (seconds, attoseconds) = attempt.duration.components
    let tenths = Int(seconds) * 10_000 + Int(attoseconds / 100_000_000_000_000)
    let found = attempt.symbols == 0 ? "" : ": \(attempt.symbols.counting("symbol"))"
    return "\(tenths / 10).\(tenths % 10) ms, \(attempt.pass)\(found)"
  }
}

extension ReadSymbol.Grade {
  /// - Parameter end: When symbols are no longer graded.
  init(_ detection: Detection, in image: GrayImage, until end: TimeLimit) {
    if end.left <= .zero {
      self = .outOfTime
      return
    }
    do throws(SymbolGradingError) { self = .graded(try SymbolGrade(of: detection, in: image)) } catch {
      self = .ungradable(error)
    }
  }
}
