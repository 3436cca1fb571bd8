package import Glibc

/// An open file, socket or pipe, closed when this value's life ends.
package struct FileDescriptor: ~Copyable, Sendable {
  /// What the system's calls take; valid for the life of this value.
  package let raw: Int32

  /// - Parameter raw: Open, and closed by nobody else.
  package init(owning raw: Int32) { self.raw = raw }

  /// Opens a file. Child processes do not inherit it.
  ///
  /// - Parameters:
  ///   - flags: As for `open(2)`.
  ///   - mode: Permissions of a file that is created.
  /// - Returns: `nil` when the system refuses; the reason is in `errno`.
  package init?(opening path: String, _ flags: Int32, mode: mode_t = 0) {
    let raw = unsafe open(path, flags | O_CLOEXEC, mode)
    guard raw >= 0 else { return nil }
    self.raw = raw
  }

  deinit { _ = Glibc.close(raw) }

  /// Closes it now, which tells whether everything that was written has been taken.
  ///
  /// - Returns: Whether the system reports success; the reason is in `errno` otherwise.
  package consuming func close() -> Bool {
    let raw = raw
    discard self
    return Glibc.close(raw) == 0
  }

  /// Reads what is there, and waits when there is nothing.
  ///
  /// - Parameter buffer: One byte or more; filled from its start.
  /// - Returns: Bytes read, 0 at the end, or a negative number with the reason in `errno`.
  package borrowing func read(into buffer: inout [UInt8]) -> Int {
    while true {
      let count = unsafe Glibc.read(raw, &buffer, buffer.count)
      if count >= 0 || errno != EINTR { return count }
    }
  }
}
