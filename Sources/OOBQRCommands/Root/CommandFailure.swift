import HostSystem
import KioskPrinting
import OutOfBand
import SymbolBatches
import SymbolFixtures
import SymbolMaking

/// A failure that ends a command: a sentence for the user and the exit code.
struct CommandFailure: Error {
  /// The sentence for standard error; `nil` if everything has been printed already.
  var message: String?
  var exitCode: Int32

  static let refused: Int32 = 1
  static let noSymbol: Int32 = 4
  static let unreadable: Int32 = 5
  static let misuse: Int32 = 64

  /// Makes a failure; the sentence is redacted, because a link or a payload may have been given in place of a path.
  ///
  /// - Parameter existingNames: Names in the sentence that exist but are not files, such as those of print queues; they are shown in full.
  init(_ message: String?, exitCode: Int32 = refused, existingNames: [String] = []) {
    self.message = message.map { Self.shown($0, existingNames: existingNames) }
    self.exitCode = exitCode
  }

  /// Converts an error of a library.
  ///
  /// Every library error is converted here before it is shown to the user, and redacted, because a link or a payload may
  /// have been given in place of a path or a name.
  init(_ error: any Error, exitCode: Int32 = refused) {
    switch error {
    case let failure as CommandFailure: self = failure
    case SymbolMakingError.unreadable, SymbolMakingError.readsOtherwise:
      self.init("\(error)", exitCode: Self.unreadable)
    case let failure as FileFailure: self.init(failure.sentence(Self.shownName), exitCode: exitCode)
    case PrintError.cannotWrite(let underlying): self.init(underlying.error, exitCode: exitCode)
    case PrinterQueueError.cannotRecord(let underlying): self.init(underlying.error, exitCode: exitCode)
    case PrinterQueueError.cannotRead(let failure): self.init(failure, exitCode: exitCode)
    case let error as PrinterQueueError:
      self.init("\(error)\(error.remedy)", exitCode: exitCode, existingNames: error.existingNames)
    case FixtureDirectoryError.file(let failure): self.init(failure, exitCode: exitCode)
    default: self.init(Self.withOptions(error), exitCode: exitCode)
    }
  }

  /// Names a list in an error about it or one of its lines; returns any other error as it is.
  static func naming(_ list: String, in error: any Error) -> any Error {
    switch error {
    case is MessageListError, is MessageList.Unreadable, is PrintListError, is SymbolBatch.OtherList:
      CommandFailure("\(name(ofList: list)), \(withOptions(error))")
    case is SymbolBatch.EmptyList: CommandFailure("\(name(ofInput: list)) holds no messages")
    default: error
    }
  }

  /// Returns how a sentence names an input: a path or a text in quotation marks; `-` is standard input.
  static func name(ofInput argument: String) -> String {
    if argument == "-" { return "standard input" }
    // A payload's own token is also found where no name is before it.
    let isJSON = argument.contains("{") && !FileSystem.exists(argument)
    return "'\(isJSON ? MessageCheck(Array(argument.utf8)).shown(argument, showsTokens: false) : argument)'"
  }

  /// Returns how a sentence names a list: its path; `-` is standard input.
  static func name(ofList path: String) -> String { path == "-" ? "standard input" : path }

  /// Returns the sentence about an error that does not end the command.
  static func sentence(_ error: any Error) -> String { CommandFailure(error).message ?? "\(error)" }

  /// Redacts a sentence, in which a link or a payload may be in place of a path. A file or folder that exists may have a long
  /// name or a UUID for one.
  ///
  /// - Parameter existingNames: Names in the sentence that exist but are not files, such as those of print queues; they are shown in full.
  static func shown(_ text: String, existingNames: [String] = []) -> String {
    let redacted = SecretText().redacted(text)
    if redacted == text { return redacted }
    var shown = ""
    // What precedes the next name that exists. It is redacted as a whole, as a token may be words behind what names it.
    var pending = ""
    func show(_ name: Substring) {
      shown += SecretText().redacted(pending) + name
      pending = ""
    }
    func exists(_ name: Substring) -> Bool { existingNames.contains(String(name)) || FileSystem.exists(String(name)) }
    var rest = text[...]
    while let first = rest.first {
      // A name in quotation marks may have spaces.
      if first == "'", let end = rest.dropFirst().firstIndex(of: "'") {
        let name = rest[rest.index(after: rest.startIndex)..<end]
        if looksSecret(name), exists(name) {
          show(rest[...end])
          rest = rest[rest.index(after: end)...]
          continue
        }
      }
      let word = rest.prefix { !isBetween($0) }
      let name = word.prefix(word.count - word.reversed().prefix { ":;,.)".contains($0) }.count)
      if looksSecret(name) {
        let existing = exists(name) ? name : name.prefix(existingFolder(in: String(name)).count)
        // What follows a folder is redacted without the words before it: it looks secret alone.
        if !existing.isEmpty { show(existing) }
        pending += word[existing.endIndex...]
      } else {
        pending += word
      }
      rest = rest[word.endIndex...]
      pending += rest.prefix(1)
      rest = rest.dropFirst()
    }
    show("")
    return shown
  }

  /// Redacts an argument that was given as the name of a file. A long one with letters, digits and signs that are rare in names may be
  /// a token in a form that is not recognised.
  static func shownName(_ name: String) -> String {
    let shown = shown(name)
    // A URL is redacted by its parts.
    guard shown == name, !name.contains("://"), !FileSystem.exists(name) else { return shown }
    let start = existingFolder(in: name)
    let rest = name.dropFirst(start.count)
    guard SecretText.mayHoldToken(rest), rest.contains(where: { !isOrdinary($0) }) else { return shown }
    return start + rest.prefix(SecretText.mostShown) + "…"
  }

  /// Whether a character is common in the names of files.
  private static func isOrdinary(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || "/._-~@+,:()[]{}*?!#= \u{202F}’×°§–—€".contains(character)
  }

  /// Not other white space, which may divide a token.
  private static func isBetween(_ character: Character) -> Bool { character == "'" || character == " " }

  private static func looksSecret(_ name: Substring) -> Bool {
    !name.isEmpty && SecretText().redacted(String(name)) != name
  }

  /// The longest beginning of a path that is a folder, with its slash; empty if there is none, and for links and payloads.
  private static func existingFolder(in path: String) -> String {
    if path.utf8.count >= FileSystem.longestPath || ["://", "{", "?", "eyJ"].contains(where: { path.contains($0) }) {
      return ""
    }
    var folder = FileSystem.directory(of: path)
    while !folder.isEmpty, !FileSystem.isDirectory(folder) {
      folder = FileSystem.directory(of: String(folder.dropLast()))
    }
    return folder
  }
}

extension PrinterQueueError {
  /// The options that avoid the error, for the end of its sentence; empty if there are none.
  fileprivate var remedy: String {
    switch self {
    case .notInstalled: "; write a file with -o"
    case .paused: ", or use --no-wait to leave the job in the queue"
    case .noPaperSizes:
      "; send the printer's language with --to zpl --raw or --to escpos --raw, or name the paper with --media"
    case .noPaper:
      ": choose a --stock of such a size, add the size to the printer's settings, or name the paper with --media"
    default: ""
    }
  }
}
