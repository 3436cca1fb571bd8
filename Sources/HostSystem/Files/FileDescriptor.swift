import CJail
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
    let raw = SystemCall.run { unsafe open(path, flags | O_CLOEXEC, mode) }
    guard raw >= 0 else { return nil }
    self.raw = raw
  }

  /// Opens a file for reading.
  ///
  /// - Parameter flags: Further flags of `open(2)`.
  init(reading path: String, _ flags: Int32 = 0) throws(FileFailure) {
    guard let file = FileDescriptor(opening: path, O_RDONLY | flags) else { throw .reading(path) }
    self = file
  }

  deinit { _ = close(raw) }

  /// Reads what is available, and waits if there is nothing.
  ///
  /// - Parameters:
  ///   - raw: A descriptor.
  ///   - buffer: One byte or more; filled from its start.
  /// - Returns: Bytes read, 0 at the end, or a negative number with the reason in `errno`.
  static func read(_ raw: Int32, into buffer: inout [UInt8]) -> Int {
    while true {
      let count = SystemCall.run { unsafe Glibc.read(raw, &buffer, buffer.count) }
      if count >= 0 || errno != EINTR { return count }
    }
  }

  /// Reads from a place in a file.
  ///
  /// - Parameters:
  ///   - count: The most bytes; there are fewer at the end.
  ///   - offset: In bytes from the start of the file.
  ///   - name: Its path, for errors.
  borrowing func read(_ count: Int, at offset: Int, name: String) throws(FileFailure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let raw = raw
    while true {
      let count = SystemCall.run { unsafe pread(raw, &bytes, count, offset) }
      if count >= 0 { return Array(bytes[..<count]) }
      if errno != EINTR { throw .reading(name) }
    }
  }

  /// Waits until a descriptor can be read or written, or its other end is gone.
  ///
  /// - Parameters:
  ///   - raw: A descriptor.
  ///   - events: As for `poll(2)`.
  /// - Returns: `false` at the deadline.
  static func wait(for raw: Int32, _ events: Int32, until deadline: ContinuousClock.Instant) -> Bool {
    var event = pollfd(fd: raw, events: Int16(events), revents: 0)
    while true {
      let left = ContinuousClock.now.duration(to: deadline)
      guard left > .zero else { return false }
      let ready = unsafe poll(&event, 1, Int32(min(left / .milliseconds(1) + 1, 60_000)))
      if ready > 0 || ready < 0 && errno != EINTR { return true }
    }
  }
  /// Whether this many more files can be opened; the limit is raised for them as far as it may be (`RLIMIT_NOFILE`).
  package static func canOpen(_ count: Int) -> Bool {
    hasRoom(for: count) || oobqr_raise_limit(OOBQR_RLIMIT_NOFILE) == 0 && hasRoom(for: count)
  }

  private static func hasRoom(for count: Int) -> Bool {
    let opened = (0..<count).map { _ in unsafe open("/", O_RDONLY | O_CLOEXEC) }
    for raw in opened { _ = close(raw) }
    return opened.allSatisfy { $0 >= 0 }
  }
}
