import ArgumentParser
import HostSystem
import Synchronization
import TextFormats

/// Files on the command line, where `-` is standard input or output.
extension Console {
  /// Reads a file or standard input.
  ///
  /// - Parameter limit: Bytes; longer input is refused.
  func read(_ path: String, limit: Int) throws -> [UInt8] {
    if path == "-" { return try readInput(limit) }
    inputs.add(path)
    return try FileSystem.read(path, limit: limit)
  }

  /// Writes a file atomically, or writes to standard output.
  ///
  /// - Parameter mode: Of a new file.
  /// - Throws: `CommandFailure` if the file is one that was read.
  func write(_ bytes: [UInt8], to path: String, mode: FileMode = .anyone) throws {
    if path == "-" { return try writeOutput(bytes) }
    if inputs.contains(path) {
      throw CommandFailure(Self.replaces(path), exitCode: CommandFailure.misuse)
    }
    try FileSystem.write(bytes, to: path, mode: mode.bits)
  }

  private static func replaces(_ path: String) -> String {
    "The output would replace the input '\(path)': give another name."
  }

  /// Refuses an output that is one of the inputs, also under another name, before there is any work.
  ///
  /// - Parameter inputs: Paths, or `-` for standard input.
  static func refuse(_ output: String?, replacing inputs: [String?]) throws(ValidationError) {
    guard let output, output != "-" else { return }
    for input in inputs where input == output || input.map({ FileSystem.isSameFile($0, output) }) == true {
      throw ValidationError(replaces(output))
    }
  }

  /// Opens a file or standard input for reading in chunks.
  func stream(_ path: String) throws -> ByteStream {
    if path == "-" { return ByteStream(nextInput) }
    inputs.add(path)
    let file = try FileReader(path)
    return ByteStream { try file.next() }
  }
}

/// The files that a command has read, which none of its outputs may replace.
final class InputFiles: Sendable {
  private let files = Mutex<Set<FileSystem.Identity>>([])

  func add(_ path: String) {
    guard let file = FileSystem.Identity(path) else { return }
    files.withLock { _ = $0.insert(file) }
  }

  func contains(_ path: String) -> Bool {
    guard let file = FileSystem.Identity(path) else { return false }
    return files.withLock { $0.contains(file) }
  }
}
