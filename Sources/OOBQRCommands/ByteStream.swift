import Glibc

/// Bytes that are read in pieces, with a look ahead.
struct ByteStream {
  private var piece: ArraySlice<UInt8> = []
  private let next: () throws -> [UInt8]

  /// - Parameter next: Gives the next bytes, and none at the end.
  init(_ next: @escaping () throws -> [UInt8]) { self.next = next }

  init(_ bytes: [UInt8]) {
    self.init { [] }
    piece = bytes[...]
  }

  /// The next byte, which stays; `nil` at the end.
  mutating func peek() throws -> UInt8? {
    if piece.isEmpty { piece = try next()[...] }
    return piece.first
  }

  mutating func pop() throws -> UInt8? {
    if let byte = piece.popFirst() { return byte }
    piece = try next()[...]
    return piece.popFirst()
  }

  /// Takes a byte order mark away.
  mutating func skipByteOrderMark() throws {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    while piece.count < 3 {
      let more = try next()
      if more.isEmpty { break }
      piece += more
    }
    if piece.starts(with: mark) { piece = piece.dropFirst(3) }
  }

  /// The next line without its end, LF or CRLF; `nil` at the end.
  ///
  /// - Parameter limit: Of a longer line only so many bytes and one more come back.
  mutating func line(limit: Int) throws -> [UInt8]? {
    guard try peek() != nil else { return nil }
    var line: [UInt8] = []
    while let byte = try pop(), byte != UInt8(ascii: "\n") {
      if line.count <= limit { line.append(byte) }
    }
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    return line
  }
}

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
