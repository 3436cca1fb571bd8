import CJail

/// Limits on the resources of this process, and how a user raises them.
package enum ProcessLimit {
  /// What to do when no more files can be opened.
  package static let files = "raise the limit on open files (ulimit -n)"
  /// What to do when memory runs out. ``CJail`` has a copy for a process that can allocate none.
  package static let memory = "raise the limit on memory (ulimit -v, or the limit of the container)"
  /// What to do when no more processes can be started.
  package static let processes = "raise ulimit -u, or the limit of the container"
  /// What to do when no more threads can be started: each needs address space for its stack, too.
  package static let threads = "raise ulimit -u or ulimit -v, or the limit of the container"
  /// What to do when a file may not grow further.
  static let fileSize = "raise the limit on the size of files (ulimit -f)"

  /// Whether the address space may grow by 64 MiB (`RLIMIT_AS`).
  package static var hasMemory: Bool { oobqr_has_memory() != 0 }
}
