import HostSystem
import TextFormats

/// Files on the command line, where `-` is standard input or output.
extension Console {
  /// Reads a file or standard input.
  ///
  /// - Parameter limit: Bytes; longer input is refused.
  func read(_ path: String, limit: Int) throws -> [UInt8] {
    path == "-" ? try readInput(limit) : try FileSystem.read(path, limit: limit)
  }

  /// Writes a file atomically, or writes to standard output.
  ///
  /// - Parameter mode: Of a new file.
  func write(_ bytes: [UInt8], to path: String, mode: FileMode = .anyone) throws {
    path == "-" ? try writeOutput(bytes) : try FileSystem.write(bytes, to: path, mode: mode.bits)
  }

  /// Opens a file or standard input for reading in chunks.
  func stream(_ path: String) throws -> ByteStream {
    if path == "-" { return ByteStream(nextInput) }
    let file = try FileReader(path)
    return ByteStream { try file.next() }
  }
}
