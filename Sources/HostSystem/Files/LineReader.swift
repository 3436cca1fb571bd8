import Glibc

/// The lines of a file, in order or by their places.
package final class LineReader {
  private let path: String
  private let descriptor: FileDescriptor
  /// A part of the file, and where it begins.
  private var window: (start: Int, bytes: [UInt8]) = (0, [])
  /// The place of the next line, in bytes from the start of the file.
  package var offset = 0
  private let limit: Int

  /// - Parameter limit: The most bytes in a line; a longer one is refused.
  package init(_ path: String, limit: Int = 1 << 24) throws(FileFailure) {
    guard let descriptor = FileDescriptor(opening: path, O_RDONLY) else {
      throw .cannotRead(path: path, reason: FileFailure.systemReason())
    }
    (self.path, self.limit) = (path, limit)
    self.descriptor = descriptor
  }

  /// Returns the line at ``offset`` without its end, and moves behind it; `nil` at the end of the file.
  ///
  /// The last line need not end in a line feed.
  package func next() throws(FileFailure) -> ArraySlice<UInt8>? {
    var first = offset - window.start
    if !(0...window.bytes.count ~= first) { (window, first) = ((offset, []), 0) }
    var searched = first
    while true {
      if let end = window.bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        if end - first > limit { throw .tooLong(path: path, limit: limit) }
        offset = window.start + end + 1
        return window.bytes[first..<end]
      }
      if window.bytes.count - first > limit { throw .tooLong(path: path, limit: limit) }
      let more = try part(at: window.start + window.bytes.count)
      if first > 0 {
        window = (window.start + first, Array(window.bytes[first...]))
        first = 0
      }
      searched = window.bytes.count
      window.bytes += more
      if more.isEmpty {
        offset = window.start + window.bytes.count
        return window.bytes.isEmpty ? nil : window.bytes[...]
      }
    }
  }

  private func part(at offset: Int) throws(FileFailure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = unsafe SystemCall.pread(descriptor.raw, &bytes, bytes.count, offset)
      if count >= 0 { return Array(bytes[..<count]) }
      if errno != EINTR { throw .cannotRead(path: path, reason: FileFailure.systemReason()) }
    }
  }
}
