import Glibc
import TextFormats

extension FileSystem {
  /// Opens a file to be read in pieces; standard input, for `-`, is read at once, up to 64 MiB.
  static func stream(_ path: String) throws -> ByteStream {
    if path == "-" { return ByteStream(try Console.current.readInput(1 << 26)) }
    let file = try OpenFile(path)
    return ByteStream { try file.read() }
  }

  private final class OpenFile {
    private let path: String
    private let descriptor: Int32

    init(_ path: String) throws {
      self.path = path
      descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw Failure.cannotRead(path: path, reason: FileSystem.reason()) }
    }

    deinit { close(descriptor) }

    func read() throws -> [UInt8] {
      var bytes = [UInt8](repeating: 0, count: 65536)
      while true {
        let count = unsafe Glibc.read(descriptor, &bytes, bytes.count)
        if count >= 0 { return Array(bytes[..<count]) }
        if errno != EINTR { throw Failure.cannotRead(path: path, reason: FileSystem.reason()) }
      }
    }
  }
}
