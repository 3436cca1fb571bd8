import Glibc
import Synchronization

/// The system calls by which files are written and read.
enum SystemCall {
  /// Makes a call that returns a negative number if it fails, with the reason in `errno`. A test can let it fail with ``SystemFault``.
  static func run<Status: SignedInteger>(_ call: () -> Status) -> Status {
    SystemFault.current?.strikes() ?? false ? -1 : call()
  }
}

/// A system call that fails, for tests.
///
/// ```swift
/// let fault = SystemFault(call: 3, error: ENOSPC)
/// SystemFault.$current.withValue(fault) { … }  // the third call finds the disk full
/// fault.hasStruck
/// ```
package final class SystemFault: Sendable {
  @TaskLocal package static var current: SystemFault?

  private let call: Int
  private let code: Int32
  private let calls = Atomic(0)

  /// - Parameters:
  ///   - call: The number of the call that fails, of those of this task; the first is 1.
  ///   - code: What is in `errno` then.
  package init(call: Int, error code: Int32) { (self.call, self.code) = (call, code) }

  /// Whether the call was reached.
  package var hasStruck: Bool { calls.load(ordering: .relaxed) >= call }

  fileprivate func strikes() -> Bool {
    guard calls.wrappingAdd(1, ordering: .relaxed).newValue == call else { return false }
    errno = code
    return true
  }
}
