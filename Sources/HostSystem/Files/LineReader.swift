import Glibc

/// The lines of a file, in order or by their places.
package final class LineReader {
  private let path: String
  private let descriptor: FileDescriptor
  /// A part of the file, and where it begins.
  private var window: (start: Int, bytes: [UInt8]) = (0, [])
  /// The place of the next line, in bytes from the start of the file.
  package var offset = 0
  /// The most bytes in a line; a longer one is refused.
  private static let limit = 1 << 24

  package init(_ path: String) throws(FileFailure) {
    descriptor = try FileDescriptor(reading: path)
    self.path = path
  }

  /// Returns the line at ``offset`` without its end, and moves behind it; `nil` at the end of the file.
  ///
  /// The last line need not end in a line feed.
  package func next() throws(FileFailure) -> ArraySlice<UInt8>? {
    if !(0...window.bytes.count ~= offset - window.start) { window = (offset, []) }
    var searched = offset - window.start
    while true {
      let first = offset - window.start
      let end = window.bytes[searched...].firstIndex(of: UInt8(ascii: "\n"))
      if (end ?? window.bytes.count) - first > Self.limit { throw .tooLong(path: path, limit: Self.limit) }
      if let end {
        offset = window.start + end + 1
        return window.bytes[first..<end]
      }
      let more = try descriptor.read(65536, at: window.start + window.bytes.count, name: path)
      if first > 0 { window = (offset, Array(window.bytes[first...])) }
      searched = window.bytes.count
      window.bytes += more
      if more.isEmpty {
        offset += searched
        return searched == 0 ? nil : window.bytes[...]
      }
    }
  }
}
