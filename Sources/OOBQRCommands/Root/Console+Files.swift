import ArgumentParser
import HostSystem
import OutOfBand
import SymbolFixtures
import Synchronization
import TextFormats

/// Files on the command line, where `-` is standard input or output.
extension Console {
  /// Reads a file or standard input.
  ///
  /// - Parameter limit: Bytes; longer input is refused.
  func read(_ path: String, limit: Int) throws -> [UInt8] { try read(path, limit: ReadLimit(limit)) }

  func read(_ path: String, limit: ReadLimit) throws -> [UInt8] {
    try addInput(path)
    if path == "-" { return try readInput(limit) }
    return try FileSystem.read(path, limit: limit)
  }

  /// Writes a file atomically, or writes to standard output.
  ///
  /// - Parameter mode: Of a new file.
  /// - Throws: `CommandFailure` if the file is one that was read.
  func write(_ bytes: [UInt8], to path: String, mode: FileMode = .anyone) throws {
    if path == "-" { return try writeOutput(bytes) }
    try refuseReplacing(path)
    try FileSystem.write(bytes, to: path, mode: mode.bits)
  }

  /// A file to write.
  struct OutputFile {
    var path: String
    var bytes: [UInt8]
    var mode: FileMode
  }

  /// Writes files that belong together: they get their names when all are complete, and no signal comes between.
  ///
  /// - Throws: `CommandFailure` if one of them is a file that was read; nothing is written then.
  func write(_ files: [OutputFile]) throws {
    var seen: [FileSystem.Identity: String] = [:]
    for file in files {
      try refuseReplacing(file.path)
      guard let identity = FileSystem.Identity(file.path), !FileSystem.isStream(file.path) else { continue }
      if let other = seen.updateValue(file.path, forKey: identity) {
        throw CommandFailure("'\(other)' and '\(file.path)' are one file: give another name.")
      }
    }
    // A device or a pipe needs no temporary file then.
    if files.count == 1 { return try write(files[0].bytes, to: files[0].path, mode: files[0].mode) }
    let pending = try files.map { file in
      let pending = try PendingFile(file.path, mode: file.mode.bits)
      try pending.append(file.bytes)
      return pending
    }
    try PendingFile.commit(pending)
  }

  /// Refuses an output that is a file that was read, or the one to which standard output was redirected.
  func refuseReplacing(_ path: String) throws(CommandFailure) {
    if inputs.contains(path) { throw CommandFailure(Self.replaces(path), exitCode: CommandFailure.misuse) }
    if Self.isStandardOutput(path) {
      throw CommandFailure(Self.replacesStandardOutput(path), exitCode: CommandFailure.misuse)
    }
  }

  /// Whether a path is that of the file to which standard output was redirected, and not the stream itself.
  private static func isStandardOutput(_ path: String) -> Bool {
    guard let file = FileSystem.Identity(path), file == .standardOutput else { return false }
    return FileSystem.openStream(path) == nil
  }

  private static func replacesStandardOutput(_ path: String) -> String {
    "The output would replace '\(path)', to which standard output goes: give another name."
  }

  private static func replaces(_ path: String) -> String {
    "The output would replace the input '\(path)': give another name."
  }

  /// Refuses an output that is one of the inputs, also under another name, before there is any work.
  ///
  /// - Parameter inputs: Paths, or `-` for standard input.
  static func refuse(_ output: String?, replacing inputs: [String?]) throws(ValidationError) {
    guard let output, output != "-" else { return }
    let file = FileSystem.Identity(output)
    for case let input? in inputs where input == output || file != nil && InputFiles.identity(of: input) == file {
      throw ValidationError(replaces(output))
    }
    if isStandardOutput(output) { throw ValidationError(replacesStandardOutput(output)) }
  }

  /// Refuses two outputs that are one file, whether it exists or not.
  static func refuse(_ output: String?, andAlso other: String?) throws(ValidationError) {
    guard let output, let other, other != "-" else { return }
    if output == "-", FileSystem.openStream(other) == FileSystem.openStream("/dev/stdout") {
      throw ValidationError("'\(other)' is standard output, which has another use: give another name.")
    }
    if output == "-" { return }
    func place(_ path: String) -> (folder: FileSystem.Identity?, name: String) {
      let folder = FileSystem.directory(of: path)
      return (FileSystem.Identity(folder.isEmpty ? "." : folder), FileSystem.name(of: path))
    }
    let (here, there) = (place(output), place(other))
    let isOneName = here.folder != nil && here == there || output == other
    if isOneName || FileSystem.isSameFile(output, other) {
      throw ValidationError("'\(output)' and '\(other)' are one file: give another name.")
    }
  }

  /// Notes an input, so that no output replaces it.
  private func addInput(_ path: String) throws(CommandFailure) {
    inputs.add(path)
    try Self.refuseStandardOutput(path)
  }

  /// Refuses outputs that are files of a set of fixtures: its manifest, or one of its pictures.
  ///
  /// - Parameter outputs: `-` for standard output.
  static func refuse(_ outputs: [String], within set: String) throws {
    let outputs = Set(outputs.compactMap { $0 == "-" ? .standardOutput : FileSystem.Identity($0) })
    if outputs.isEmpty { return }
    func check(_ path: String) throws(CommandFailure) {
      guard let file = FileSystem.Identity(path), outputs.contains(file) else { return }
      throw CommandFailure(
        "The output would be written into '\(path)', which belongs to the set: give another name.",
        exitCode: CommandFailure.misuse)
    }
    for name in [Manifest.fileName, Manifest.linesFileName] { try check("\(set)/\(name)") }
    let manifest = try ManifestReader(ofDirectory: set)
    while let next = try manifest.next() { try check("\(set)/\(next.entry.path)") }
  }

  /// Refuses an input that is the file to which standard output was redirected: what is printed would be written into it.
  static func refuseStandardOutput(_ path: String) throws(CommandFailure) {
    guard let file = InputFiles.identity(of: path), file == .standardOutput else { return }
    throw CommandFailure(
      "\(CommandFailure.name(ofInput: path)) is also the file to which standard output goes: give one of them another name",
      exitCode: CommandFailure.misuse)
  }

  /// Opens a file or standard input for reading in chunks.
  func stream(_ path: String) throws -> ByteStream {
    try addInput(path)
    if path == "-" { return ByteStream(nextInput) }
    let file = try FileReader(path)
    return ByteStream { try file.next() }
  }

  /// Opens a list: a file or standard input.
  ///
  /// - Parameter allowed: What the caller recognises itself.
  /// - Throws: `CommandFailure` for a file that is not a list, such as a spreadsheet, with the remedy.
  func list(_ path: String, allowing allowed: Set<MessageList.Fault> = []) throws -> ByteStream {
    var stream = try stream(path)
    let fileExtension = path == "-" ? "" : FileSystem.fileExtension(of: path)
    if let fault = try MessageList.Fault(&stream, fileExtension: fileExtension), !allowed.contains(fault) {
      throw CommandFailure("\(CommandFailure.name(ofInput: path)) \(fault)")
    }
    return stream
  }

  /// Opens a list whose extension determines its format.
  ///
  /// - Parameter standardInput: The format of standard input.
  /// - Throws: `CommandFailure` for another extension, too.
  func list(
    _ path: String, orStandardInput standardInput: MessageList.Format
  ) throws -> (stream: ByteStream, format: MessageList.Format) {
    let stream = try list(path)
    guard let format = path == "-" ? standardInput : MessageList.Format(ofList: path) else {
      let endings = MessageList.Format.named.flatMap(\.endings)
      throw CommandFailure(
        "the name of the list '\(path)' must end in \(endings.dropLast().joined(separator: ", ")) or "
          + "\(endings.last ?? ""); '-' is \(standardInput.name)")
    }
    return (stream, format)
  }
}

extension MessageList.Format {
  /// Chooses by the extension of a list's path; `nil` for others, and for standard input.
  init?(ofList path: String) {
    guard path != "-" else { return nil }
    self.init(fileExtension: FileSystem.fileExtension(of: path))
  }
}

/// The files that a command has read, which none of its outputs may replace.
final class InputFiles: Sendable {
  private let files = Mutex<Set<FileSystem.Identity>>([])
  private let noted = Mutex<Set<String>>([])

  /// Whether a file is named for the first time.
  func isFirstUse(of path: String) -> Bool { noted.withLock { $0.insert(path).inserted } }

  /// The file that a path names; for `-`, the one that is standard input.
  static func identity(of path: String) -> FileSystem.Identity? {
    path == "-" ? .standardInput : FileSystem.Identity(path)
  }

  /// - Parameter path: `-` for standard input.
  func add(_ path: String) {
    guard let file = Self.identity(of: path) else { return }
    files.withLock { _ = $0.insert(file) }
  }

  func contains(_ path: String) -> Bool {
    guard let file = FileSystem.Identity(path) else { return false }
    return files.withLock { $0.contains(file) }
  }
}
