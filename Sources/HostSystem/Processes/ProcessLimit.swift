import Glibc

/// Limits that the caller of the process has set.
package enum ProcessLimit {
  /// The remedy where files cannot be opened.
  package static let files = "raise the limit on open files (ulimit -n)"
  /// The remedy where memory cannot be allocated.
  package static let memory = "raise the limit on memory (ulimit -v)"

  /// Whether the address space may grow by this many bytes (`RLIMIT_AS`).
  package static func hasMemory(bytes: Int) -> Bool {
    guard
      let start = unsafe mmap(nil, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0),
      unsafe start != MAP_FAILED
    else { return false }
    unsafe munmap(start, bytes)
    return true
  }
}
