import HostSystem
import KioskPrinting
import OutOfBand
import SymbolFixtures

/// What ends a command early: a sentence for the user and the exit code.
struct CommandFailure: Error {
  /// Printed to standard error; `nil` when everything has been said already.
  var message: String?
  var exitCode: Int32

  static let refused: Int32 = 1
  static let noSymbol: Int32 = 4
  static let unreadable: Int32 = 5
  static let misuse: Int32 = 64

  init(_ message: String?, exitCode: Int32 = refused) {
    self.message = message
    self.exitCode = exitCode
  }

  /// What a library refused, as what ends the command.
  ///
  /// Every error of a library comes through here on its way to the user; a link or a payload may have been given in the
  /// place of a path, so paths are redacted.
  init(_ error: any Error, exitCode: Int32 = refused) {
    switch error {
    case let failure as CommandFailure: self = failure
    case let failure as FileFailure: self.init(failure.sentence(Self.shown), exitCode: exitCode)
    case PrintError.cannotWrite(let underlying): self.init(underlying.error, exitCode: exitCode)
    case FixtureDirectoryError.file(let failure): self.init(failure, exitCode: exitCode)
    default: self.init("\(error)", exitCode: exitCode)
    }
  }

  /// The sentence about an error, for where it does not end the command.
  static func sentence(_ error: any Error) -> String { CommandFailure(error).message ?? "\(error)" }

  /// A path, unless it looks like a link or a payload that was given in the place of one.
  private static func shown(_ path: String) -> String {
    path.contains("/") && !path.contains("://") ? path : SecretText().redacted(path)
  }
}
