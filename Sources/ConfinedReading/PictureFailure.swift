import HostSystem
import ImageCoding

/// Why a picture was not read. What comes from a worker may be the word of a picture that has taken it over.
package enum PictureFailure: Error, Codable, Hashable, Sendable, CustomStringConvertible {
  /// The decoder or the scanner refuses it.
  case refused(reason: String)
  case tooManyPixels(reason: String)
  case outOfMemory
  /// There is no filter of system calls, and it is required.
  case noFilter(reason: String)
  case timedOut(seconds: Double)
  /// The worker was ended by a signal; 0 if it ended without one.
  case crashed(signal: Int)
  case cannotStart(reason: String)

  /// Converts an error of a decoder or of the scanner.
  init(_ error: any Error) {
    self =
      switch error {
      case ImageCodingError.outOfMemory: .outOfMemory
      case ImageCodingError.tooManyPixels: .tooManyPixels(reason: "\(error)")
      default: .refused(reason: "\(error)")
      }
  }

  /// - Parameter seconds: The time limit for the picture.
  init(_ failure: WorkerFailure, seconds: Double) {
    self =
      switch failure {
      case .timedOut: .timedOut(seconds: seconds)
      case .died(let signal): .crashed(signal: Int(signal))
      case .outOfMemory: .outOfMemory
      case .cannotStart(let failure): .cannotStart(reason: "\(failure)")
      }
  }

  package var description: String {
    switch self {
    case .refused(let reason), .tooManyPixels(let reason), .cannotStart(let reason): reason
    case .outOfMemory: "reading it takes more memory than allowed; scan and check take --max-memory"
    case .noFilter(let reason): "not read, because of --require-jail: \(reason)"
    case .timedOut(let seconds): "timed out after \(Self.words(seconds))"
    case .crashed(let signal) where signal == Jail.forbidden:
      "the picture decoder tried something forbidden (signal \(signal))"
    case .crashed(let signal): "the scan crashed" + (signal > 0 ? " with signal \(signal)" : "")
    }
  }

  /// A time limit in words, as in `20 seconds`.
  static func words(_ seconds: Double) -> String {
    "\(Int(exactly: seconds).map(String.init) ?? "\(seconds)") second\(seconds == 1 ? "" : "s")"
  }
}
