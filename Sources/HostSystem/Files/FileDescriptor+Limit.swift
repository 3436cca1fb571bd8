import CJail
import Glibc

extension FileDescriptor {
  /// Whether this many more files can be opened; the limit is raised for them as far as it may be (`RLIMIT_NOFILE`).
  package static func canOpen(_ count: Int) -> Bool {
    hasRoom(for: count) || oobqr_raise_limit(OOBQR_RLIMIT_NOFILE) == 0 && hasRoom(for: count)
  }

  private static func hasRoom(for count: Int) -> Bool {
    var opened: [Int32] = []
    defer { for raw in opened { _ = Glibc.close(raw) } }
    for _ in 0..<count {
      let raw = SystemCall.open("/", O_RDONLY | O_CLOEXEC, 0)
      if raw < 0 { return false }
      opened.append(raw)
    }
    return true
  }
}
