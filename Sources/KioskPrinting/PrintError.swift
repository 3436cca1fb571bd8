public import HostSystem
import TextFormats

/// The reason why something cannot be printed.
public enum PrintError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Pango and cairo cannot be opened.
  case typesettingUnavailable(reason: String)
  /// cairo, Pango or zlib failed.
  case typesettingFailed(reason: String)
  /// The words of a frame do not fit.
  case wordsDoNotFit(reason: String)
  /// No installed font family has this name.
  case unknownFont(String, installed: [String])
  /// Nothing of a caption but its ellipsis fits at `size` points; `largest` points do, if any.
  case captionDoesNotFit(size: Double, largest: Int?)
  /// The caller's `write` closure threw this error.
  case cannotWrite(UnderlyingError)
  /// The temporary file that holds a sheet cannot be written or read back.
  case noTemporaryFile(FileFailure)

  public var description: String { sentence(PrintParameter.inWords) }
}

extension PrintError: ParameterNaming {
  package func sentence(_ name: PrintParameter.Names) -> String {
    switch self {
    case .typesettingUnavailable(let reason) where reason.contains("Too many open files"):
      "cannot typeset: \(reason); \(ProcessLimit.files)"
    case .typesettingUnavailable(let reason)
    where reason.contains("Cannot allocate memory") || reason.hasSuffix("failed to map segment from shared object"):
      "cannot typeset: \(reason); \(ProcessLimit.memory)"
    case .typesettingUnavailable(let reason):
      "cannot typeset: \(reason); install Pango 1.44 or later with cairo 1.16 or later (Debian: libpangocairo-1.0-0)"
    case .typesettingFailed(let reason): "cannot typeset: \(reason)"
    case .wordsDoNotFit(let reason): reason
    case .unknownFont(let font, let installed):
      "no installed font is called '\(font)'; "
        + (installed.isEmpty
          ? "install one (Debian: fonts-dejavu-core)"
          : "the installed ones are " + installed.prefix(12).joined(separator: ", ")
            + (installed.count > 12 ? " and \(installed.count - 12) more ('fc-list : family' lists all)" : ""))
    case .captionDoesNotFit(let size, let largest):
      "no part of the caption fits at \(DecimalText.short(size, decimals: 1)) points; "
        + (largest.map { "give \(name(.fontSize)) \($0), or use a larger label" }
          ?? "use a larger label or a shorter caption")
    case .cannotWrite(let error): "\(error)"
    case .noTemporaryFile(let failure): "\(failure)"
    }
  }
}

/// An error from the caller's code, compared by its description.
public struct UnderlyingError: Error, Hashable, Sendable, CustomStringConvertible {
  public let error: any Error

  public init(_ error: any Error) { self.error = error }

  public var description: String { "\(error)" }

  public static func == (a: Self, b: Self) -> Bool { a.description == b.description }

  public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}
