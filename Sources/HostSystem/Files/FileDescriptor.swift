import Glibc

/// An open file, socket or pipe, closed at the end of this value's lifetime.
package struct FileDescriptor: ~Copyable, Sendable {
  /// The descriptor for system calls; valid during the lifetime of this value.
  package let raw: Int32

  /// - Parameter raw: An open descriptor that nothing else closes.
  package init(owning raw: Int32) { self.raw = raw }

  /// Opens a file. Child processes do not inherit it.
  ///
  /// - Parameters:
  ///   - flags: As for `open(2)`.
  ///   - mode: Permissions of a file that is created.
  /// - Returns: `nil` if the system refuses; the reason is in `errno`.
  package init?(opening path: String, _ flags: Int32, mode: UInt32 = 0) {
    let raw = SystemCall.open(path, flags | O_CLOEXEC, mode)
    guard raw >= 0 else { return nil }
    self.raw = raw
  }

  deinit { _ = Glibc.close(raw) }

  /// Closes it now, which reports whether all writes succeeded.
  ///
  /// - Returns: Whether the system reports success; otherwise the reason is in `errno`.
  package consuming func close() -> Bool {
    let raw = raw
    discard self
    return SystemCall.close(raw) == 0
  }

  /// Reads what is available, and waits if there is nothing.
  ///
  /// - Parameter buffer: One byte or more; filled from its start.
  /// - Returns: Bytes read, 0 at the end, or a negative number with the reason in `errno`.
  package borrowing func read(into buffer: inout [UInt8]) -> Int { Self.read(raw, into: &buffer) }

  /// The same for a descriptor that something else closes, such as standard input.
  static func read(_ raw: Int32, into buffer: inout [UInt8]) -> Int {
    while true {
      let count = unsafe SystemCall.read(raw, &buffer, buffer.count)
      if count >= 0 || errno != EINTR { return count }
    }
  }
}
