import ConfinedReading
import HostSystem
import OutOfBand
import SymbolBatches
import SymbolFixtures
import SymbolMaking

/// A failure that ends a command: a sentence for the user and the exit code.
package struct CommandFailure: Error {
  /// The sentence for standard error; `nil` if everything has been printed already.
  package var message: String?
  package var exitCode: Int32

  package static let refused: Int32 = 1
  package static let noSymbol: Int32 = 4
  package static let unreadable: Int32 = 5
  package static let misuse: Int32 = 64
  /// An input could not be read: `EX_NOINPUT` of sysexits(3).
  package static let noInput: Int32 = 66
  /// An output could not be written: `EX_IOERR`.
  package static let outputError: Int32 = 74

  /// The exit code of a run with two failures: 66 and 74 come before 1, and 1 before 4.
  package static func worse(_ a: Int32, _ b: Int32) -> Int32 {
    let order = [0, noSymbol, refused]
    return (order.firstIndex(of: a) ?? order.count) >= (order.firstIndex(of: b) ?? order.count) ? a : b
  }

  package init(_ message: String?, exitCode: Int32 = refused) { (self.message, self.exitCode) = (message, exitCode) }

  /// Converts an error of a library: every one is converted here before it is shown to the user.
  package init(_ error: any Error, exitCode: Int32 = refused) {
    switch error {
    case let failure as CommandFailure: self = failure
    case SymbolMakingError.unreadable, SymbolMakingError.readsOtherwise:
      self.init("\(error)", exitCode: Self.unreadable)
    case let error as SymbolMakingError:
      self.init(error.sentence(kanji: "--mode kanji", scale: "--scale"), exitCode: exitCode)
    case let failure as FileFailure:
      self.init(failure.sentence(Self.shown), exitCode: failure.isAboutInput ? Self.noInput : Self.outputError)
    case let picture as OtherPicture: self.init(picture.sentence, exitCode: Self.noInput)
    case is PictureFailure: self.init("\(error)", exitCode: Self.noInput)
    default: self.init("\(error)", exitCode: exitCode)
    }
  }

  /// Does what may fail, and says what an error is about: `'policy.json': not JSON`.
  package static func about<Value>(
    _ subject: String, exitCode: Int32 = refused, _ work: () throws -> Value
  ) throws(CommandFailure) -> Value {
    do { return try work() } catch { throw CommandFailure("\(subject): \(error)", exitCode: exitCode) }
  }

  /// Names a list in an error about it or one of its lines; returns any other error as it is.
  package static func naming(_ list: String, in error: any Error) -> any Error {
    switch error {
    case let error as MessageListError where error.lacksMessageColumn:
      CommandFailure("\(name(ofList: list)), \(error); name the column with --column text=COLUMN")
    case is MessageListError, is SymbolBatch.OtherList:
      CommandFailure("\(name(ofList: list)), \(error)")
    case is SymbolBatch.EmptyList: CommandFailure("\(name(ofInput: list)) holds no messages")
    default: error
    }
  }

  /// Returns how a sentence names an input: a path or a text in quotation marks; `-` is standard input.
  package static func name(ofInput argument: String) -> String {
    argument == "-" ? "standard input" : "'\(shown(argument))'"
  }

  /// Returns how a sentence names a list: its path; `-` is standard input.
  package static func name(ofList path: String) -> String { path == "-" ? "standard input" : path }

  /// Returns the sentence about an error that does not end the command.
  package static func sentence(_ error: any Error) -> String { CommandFailure(error).message ?? "\(error)" }

  /// Returns an argument as it was typed, unless it is a message, which may have been given in place of a name: its secrets are
  /// shortened.
  package static func shown(_ argument: String) -> String {
    MessageCheck(Array(argument.utf8)).secrets.redacted(argument)
  }
}
