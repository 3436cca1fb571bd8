import CJail
import Glibc

#if DEBUG
  import Synchronization
#endif

/// The system calls by which files are read and written and processes started.
///
/// All calls of HostSystem's files and workers that can fail go through these. In debug builds a test can make one fail with
/// ``SystemFault``; in release builds they are the system's own.
enum SystemCall {
  static func open(_ path: String, _ flags: Int32, _ mode: mode_t = 0) -> Int32 {
    fails(flags) ? -1 : unsafe Glibc.open(path, flags, mode)
  }

  /// Even on failure, the descriptor is closed.
  static func close(_ descriptor: Int32) -> Int32 {
    let status = Glibc.close(descriptor)
    return fails() ? -1 : status
  }

  static func read(_ descriptor: Int32, _ start: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    fails() ? -1 : unsafe Glibc.read(descriptor, start, most(count))
  }

  static func pread(_ descriptor: Int32, _ start: UnsafeMutableRawPointer?, _ count: Int, _ offset: Int) -> Int {
    fails() ? -1 : unsafe Glibc.pread(descriptor, start, most(count), offset)
  }

  static func write(_ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
    fails() ? -1 : unsafe Glibc.write(descriptor, start, most(count))
  }

  static func send(_ socket: Int32, _ start: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int {
    fails() ? -1 : unsafe Glibc.send(socket, start, most(count), flags)
  }

  static func fsync(_ descriptor: Int32) -> Int32 { fails() ? -1 : Glibc.fsync(descriptor) }

  static func fdatasync(_ descriptor: Int32) -> Int32 { fails() ? -1 : Glibc.fdatasync(descriptor) }

  static func syncfs(_ descriptor: Int32) -> Int32 { fails() ? -1 : oobqr_syncfs(descriptor) }

  static func fchmod(_ descriptor: Int32, _ mode: mode_t) -> Int32 { fails() ? -1 : Glibc.fchmod(descriptor, mode) }

  static func fchown(_ descriptor: Int32, _ owner: uid_t, _ group: gid_t) -> Int32 {
    fails() ? -1 : Glibc.fchown(descriptor, owner, group)
  }

  static func ftruncate(_ descriptor: Int32, _ length: Int) -> Int32 {
    fails() ? -1 : Glibc.ftruncate(descriptor, length)
  }

  static func lock(_ descriptor: Int32, _ operation: Int32) -> Int32 {
    fails() ? -1 : flock(descriptor, operation)
  }

  static func rename(_ old: String, _ new: String) -> Int32 { fails() ? -1 : unsafe Glibc.rename(old, new) }

  /// Gives an open file a name.
  static func link(_ old: String, _ new: String) -> Int32 {
    fails() ? -1 : unsafe linkat(AT_FDCWD, old, AT_FDCWD, new, AT_SYMLINK_FOLLOW)
  }

  static func symlink(_ target: String, _ path: String) -> Int32 { fails() ? -1 : unsafe Glibc.symlink(target, path) }

  static func mkdir(_ path: String, _ mode: mode_t) -> Int32 { fails() ? -1 : unsafe Glibc.mkdir(path, mode) }

  static func pipe(_ ends: inout [Int32]) -> Int32 { fails() ? -1 : unsafe Glibc.pipe(&ends) }

  static func socketpair(_ ends: inout [Int32]) -> Int32 {
    fails() ? -1 : unsafe Glibc.socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
  }

  static func fork() -> pid_t { fails() ? -1 : oobqr_fork() }

  /// Starts a program.
  ///
  /// - Returns: 0, or the reason for which it did not start.
  static func spawn(_ start: () -> Int32) -> Int32 { fails() ? errno : start() }

  #if DEBUG
    typealias Fault = SystemFault?

    /// The fault of this task, for a thread that works for it.
    static var fault: Fault { SystemFault.current }

    static func with<Value>(_ fault: Fault, _ body: () -> Value) -> Value {
      SystemFault.$current.withValue(fault, operation: body)
    }
  #else
    typealias Fault = Void

    static var fault: Fault { () }

    static func with<Value>(_ fault: Fault, _ body: () -> Value) -> Value { body() }
  #endif

  @inline(__always)
  private static func fails(_ flags: Int32 = 0) -> Bool {
    #if DEBUG
      SystemFault.current?.strikes(flags) ?? false
    #else
      false
    #endif
  }

  @inline(__always)
  private static func most(_ count: Int) -> Int {
    #if DEBUG
      SystemFault.current?.most(count) ?? count
    #else
      count
    #endif
  }
}

#if DEBUG
  /// A system call that fails, for tests.
  ///
  /// ```swift
  /// let fault = SystemFault(call: 3, .error(ENOSPC))
  /// SystemFault.$current.withValue(fault) { … }  // the third call finds the disk full
  /// fault.hasStruck
  /// ```
  package final class SystemFault: Sendable {
    @TaskLocal package static var current: SystemFault?

    package enum Kind: Hashable, Sendable {
      /// The call does nothing, and this is in `errno`.
      case error(Int32)
      /// A read or a write does only one byte of what it should.
      case short
    }

    private let kind: Kind
    private let call: Int
    private let refusesUnnamed: Bool
    private let calls = Atomic(0)

    /// - Parameters:
    ///   - call: The number of the call that fails, of those of this task; the first is 1.
    ///   - refusesUnnamed: Whether files without a name are refused as well, as by many file systems.
    package init(call: Int, _ kind: Kind, refusesUnnamed: Bool = false) {
      (self.call, self.kind, self.refusesUnnamed) = (call, kind, refusesUnnamed)
    }

    /// Whether the call was reached.
    package var hasStruck: Bool { calls.load(ordering: .relaxed) >= call }

    fileprivate func strikes(_ flags: Int32) -> Bool {
      if refusesUnnamed, flags & PendingFile.unnamed == PendingFile.unnamed {
        errno = EOPNOTSUPP
        return true
      }
      let count = calls.wrappingAdd(1, ordering: .relaxed).newValue
      guard count == call, case .error(let code) = kind else { return false }
      errno = code
      return true
    }

    fileprivate func most(_ count: Int) -> Int {
      calls.load(ordering: .relaxed) == call && kind == .short ? min(count, 1) : count
    }
  }
#endif
