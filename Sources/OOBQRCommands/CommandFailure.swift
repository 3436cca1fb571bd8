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
}
