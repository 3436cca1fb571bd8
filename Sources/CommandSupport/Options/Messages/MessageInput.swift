package import ConfinedReading
import Diagnosis
import HostSystem
import ImageCoding
package import OutOfBand
import SymbolGrading
import TextFormats
import WebPages

/// An input that holds messages: a picture, a file, or the text itself.
package struct MessageInput {
  package var argument: String
  private let reader: PictureReader

  /// - Parameter reader: Of pictures; `nil` for one without options.
  package init(_ argument: String, reader: PictureReader? = nil) {
    self.argument = argument
    self.reader = reader ?? Console.current.pictureReader()
  }

  package struct Message {
    /// The bytes, with what they are.
    package var recognized: RecognizedMessage
    /// Which symbol of a picture, from 0; `nil` for texts.
    package var index: Int?
    /// The symbol's version, when its reader reports it.
    package var symbolVersion: Int?
    /// What is wrong with the symbol of a picture.
    package var symbolFlaws: [MessageCheck.SymbolFlaw] = []
    /// Whether its picture is a file beside the page that shows it.
    package var isBesidePage = false
    /// Whether the argument is the name of a file.
    package var isFile: Bool

    package var bytes: [UInt8] { recognized.bytes }

    /// Whether it is a message for phones from a symbol.
    package var isScanned: Bool { index != nil && recognized.content.isOutOfBand }
  }

  /// The most bytes of a file that is not a picture. No message is this long, but `check` reports the length of one that is
  /// too long.
  package static let textLimit = 16 * MessageCheck.sizeLimit
  private static let limit = ReadLimit.picture(otherwise: textLimit, whenLonger: .refuse)

  /// The messages, in reading order.
  ///
  /// - Throws: `FileFailure` when the input cannot be read; `CommandFailure` with exit code 4 when a picture has no symbol.
  package func messages() throws -> [Message] {
    if let picture = DataURI.picture(in: Array(argument.utf8)) {
      return try symbols(in: picture)
    }
    guard argument == "-" || FileSystem.exists(argument) else { return [try text()] }
    let bytes = try Console.current.read(argument, limit: Self.limit)
    if let picture = ImageFormat(signature: bytes) == nil ? DataURI.picture(in: bytes) : bytes {
      return try symbols(in: picture)
    }
    if let error = ImageCodingError(ofOtherFormat: bytes) {
      throw OtherPicture(sentence: "\(CommandFailure.name(ofInput: argument)): \(error)")
    }
    let recognized = RecognizedMessage(bytes.droppingNewline())
    let message = Message(recognized: recognized, isFile: argument != "-")
    guard case .page(let page) = recognized.content else { return [message] }
    return [message] + symbols(of: page)
  }

  /// The messages in the pictures of a page: those that it holds as data URIs, and files beside it.
  private func symbols(of page: HTMLPage) -> [Message] {
    var found: [Message] = []
    for load in page.loads.prefix(64) where load.element == "img" {
      let path = FileSystem.directory(of: argument) + load.text
      let isBeside = argument != "-" && !load.text.contains("/") && FileSystem.isRegularFile(path)
      let picture =
        isBeside ? try? Console.current.read(path, limit: .picture) : DataURI.picture(in: Array(load.text.utf8))
      guard let picture, var symbols = try? symbols(in: picture) else { continue }
      for index in symbols.indices { symbols[index].isBesidePage = isBeside }
      found += symbols
    }
    // Numbered through the page.
    for index in found.indices { found[index].index = index }
    return found
  }

  /// The only message.
  ///
  /// - Throws: The same, and exit code 1 when a picture has several symbols.
  package func single() throws -> Message {
    let messages = try messages()
    guard messages.count == 1 else {
      throw CommandFailure("\(CommandFailure.name(ofInput: argument)) holds \(messages.count) symbols; one is expected")
    }
    return messages[0]
  }

  /// The messages in a picture's bytes.
  package func symbols(in file: [UInt8]) throws -> [Message] {
    let reading = try reader.reading(of: file, named: argument)
    if reading.symbols.isEmpty {
      throw CommandFailure(
        "\(argument): \(reading.emptiness); \(Self.advice(reading))",
        exitCode: CommandFailure.noSymbol)
    }
    return reading.symbols.enumerated().map {
      Message(
        recognized: RecognizedMessage($0.element.message), index: $0.offset, symbolVersion: $0.element.leastVersion,
        symbolFlaws: $0.element.grade?.value?.flaws ?? [],
        isFile: argument != "-" && !DataURI.isPicture(argument.utf8))
    }
  }

  /// What to do about a picture in which no symbol was read.
  private static func advice(_ reading: PictureReading) -> String {
    switch reading.cornersSeen {
    case 3: "take a sharper picture; if a logo covers the symbol, make the logo smaller, or the symbol with --level H"
    case 1, 2: "take the whole symbol, uncovered, with a margin around it"
    // A login has version 10 or more: 57 modules, and a quiet zone of four on each side; three pixels of each are read well.
    default:
      1..<195 ~= reading.shortSide
        ? "its shorter side has only \(reading.shortSide) pixels, and a login's symbol needs about 195: take a larger picture"
        : "take the whole symbol, sharp, uncovered, and with light around it"
    }
  }

  /// The argument itself; a word that is neither a file nor a message is most likely a misspelled file name.
  private func text() throws -> Message {
    let recognized = RecognizedMessage(Array(argument.utf8))
    // One in which a link is meant is a finding.
    if case .text = recognized.content, !argument.contains(DispatchLink.payloadParameter),
      MessageCheck(recognized).carried == nil, LinkHolder(recognized) == nil
    {
      throw CommandFailure(
        "'\(CommandFailure.shown(argument))' is not a file, a payload or a link", exitCode: CommandFailure.noInput)
    }
    return Message(recognized: recognized, isFile: false)
  }
}

/// A picture in a format that is not read.
package struct OtherPicture: Error {
  let sentence: String
}

extension [UInt8] {
  /// Without one line end at the end.
  package func droppingNewline() -> [UInt8] {
    guard last == UInt8(ascii: "\n") else { return self }
    let rest = dropLast()
    return Array(rest.last == UInt8(ascii: "\r") ? rest.dropLast() : rest)
  }
}
