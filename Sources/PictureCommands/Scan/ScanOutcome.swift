import CommandSupport
import ConfinedReading
import Imaging
import TextFormats

/// What is printed about a picture, and what is written once it is printed.
struct ScanOutcome: Sendable {
  /// Sentences for standard error, which come before the output.
  var notes: [String] = []
  /// Why the picture was not read, or not to the end.
  var failure: ScanFailure?
  /// Whether the picture has no symbol.
  var isEmpty = false
  var output: [UInt8] = []
  /// Instead of the output, an object for each symbol.
  var objects: [JSONValue] = []
  /// The file of a printer profile.
  var profile: [UInt8]?
  /// Outlines of the symbols, if they are drawn.
  var outlines: [Corners]?

  func print(on console: Console) throws {
    for note in notes { console.say(note) }
    if let failure { console.say(failure.line) }
    let lines = objects.map { $0.line(as: .scan) }.joined()
    if !output.isEmpty || !lines.isEmpty { try console.writeOutput(output + lines.utf8) }
  }
}

/// Why a picture was not read, or not to the end, which does not affect the others.
struct ScanFailure: Error {
  /// The picture that the sentence is about; `nil` if the sentence names it.
  var picture: String?
  var sentence: String
  /// `CommandFailure.refused` where the picture was read, and something else is wrong.
  var exitCode = CommandFailure.noInput

  init(sentence: String, exitCode: Int32 = CommandFailure.noInput) {
    (self.sentence, self.exitCode) = (sentence, exitCode)
  }

  init(picture: String, _ reason: some CustomStringConvertible, exitCode: Int32 = CommandFailure.noInput) {
    (self.picture, sentence, self.exitCode) = (picture, "\(reason)", exitCode)
  }

  var line: String { picture.map { "\($0): \(sentence)" } ?? sentence }
}
