import ArgumentParser
package import HostSystem
package import OutOfBand
package import TextFormats

/// Files on the command line, where `-` is standard input or output.
extension Console {
  /// Reads a file or standard input.
  ///
  /// - Parameter limit: Bytes; longer input is refused.
  package func read(_ path: String, limit: Int) throws -> [UInt8] { try read(path, limit: ReadLimit(limit)) }

  package func read(_ path: String, limit: ReadLimit) throws -> [UInt8] {
    try addInput(path)
    return path == "-" ? try readInput(limit) : try FileSystem.read(path, limit: limit)
  }

  /// Writes a file atomically, or writes to standard output.
  ///
  /// - Parameter mode: Of a new file.
  /// - Throws: `CommandFailure` if the file is one that was read.
  package func write(_ bytes: [UInt8], to path: String, mode: FileMode = .anyone) throws {
    if path == "-" { return try writeOutput(bytes) }
    try refuseReplacing(path)
    try FileSystem.write(bytes, to: path, mode: mode.bits)
  }

  /// A file to write.
  package struct OutputFile {
    package var path: String
    package var bytes: [UInt8]
    package var mode: FileMode

    package init(path: String, bytes: [UInt8], mode: FileMode) {
      (self.path, self.bytes, self.mode) = (path, bytes, mode)
    }
  }

  /// Writes files that belong together: they get their names when all are complete, and no signal comes between.
  ///
  /// - Throws: `CommandFailure` if one of them is a file that was read; nothing is written then.
  package func write(_ files: [OutputFile]) throws {
    // A device or a pipe needs no temporary file then.
    if files.count == 1 { return try write(files[0].bytes, to: files[0].path, mode: files[0].mode) }
    for file in files { try refuseReplacing(file.path) }
    let pending = try files.map { file in
      let pending = try PendingFile(file.path, mode: file.mode.bits)
      try pending.append(file.bytes)
      return pending
    }
    try PendingFile.commit(pending)
  }

  /// Notes an input, so that no output replaces it.
  private func addInput(_ path: String) throws(CommandFailure) {
    inputs.add(path)
    try Self.refuseStandardOutput(path)
  }

  /// Opens a file or standard input for reading in chunks.
  package func stream(_ path: String) throws -> ByteStream {
    try addInput(path)
    return ByteStream(path == "-" ? nextInput : try FileSystem.pieces(of: path))
  }

  /// Opens a list: a file or standard input.
  ///
  /// - Parameter allowed: What the caller recognises itself.
  /// - Throws: `CommandFailure` for a file that is not a list, such as a spreadsheet, with the remedy.
  package func list(_ path: String, allowing allowed: Set<MessageList.Fault> = []) throws -> ByteStream {
    var stream = try stream(path)
    let fileExtension = path == "-" ? "" : FileSystem.fileExtension(of: path)
    if let fault = try MessageList.Fault(&stream, fileExtension: fileExtension), !allowed.contains(fault) {
      throw CommandFailure("\(CommandFailure.name(ofInput: path)) \(fault)")
    }
    return stream
  }

  /// Opens a list of a format; that of CSV is in UTF-8 then, with a note about another encoding.
  package func list(_ path: String, as format: MessageList.Format) throws -> ByteStream {
    let stream = try list(path, allowing: format == .csv ? [.utf16] : [])
    return format == .csv ? inUTF8(stream, of: path) : stream
  }

  /// Opens a list whose extension determines its format.
  ///
  /// - Parameters:
  ///   - standardInput: The format of standard input.
  ///   - isUTF8: Whether CSV is in UTF-8; otherwise its encoding is recognised.
  /// - Throws: `CommandFailure` for another extension, too.
  package func list(
    _ path: String, orStandardInput standardInput: MessageList.Format, isUTF8: Bool = false
  ) throws -> (stream: ByteStream, format: MessageList.Format) {
    // A text file of a spreadsheet has tabs.
    let isText = FileSystem.fileExtension(of: path) == "txt"
    let named = path == "-" ? standardInput : isText ? .csv : MessageList.Format(ofList: path)
    let stream = try list(path, allowing: named == .csv ? [.utf16] : [])
    guard let format = named else {
      let endings = MessageList.Format.named.flatMap(\.endings)
      throw CommandFailure(
        "the name of the list '\(path)' must end in \(endings.dropLast().joined(separator: ", ")) or "
          + "\(endings.last ?? ""); '-' is \(standardInput.name)")
    }
    return (format == .csv && !isUTF8 ? inUTF8(stream, of: path) : stream, format)
  }

  private func inUTF8(_ stream: ByteStream, of list: String) -> ByteStream {
    stream.inUTF8 { say("note: \(CommandFailure.name(ofList: list)): it is read as \($0)") }
  }
}

extension MessageList.Format {
  /// Chooses by the extension of a list's path; `nil` for others, and for standard input.
  package init?(ofList path: String) {
    guard path != "-" else { return nil }
    self.init(fileExtension: FileSystem.fileExtension(of: path))
  }
}
