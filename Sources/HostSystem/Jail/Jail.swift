import CJail
import Glibc

/// Permanently drops every privilege that decoding a picture does not need.
///
/// Decoders read bytes that a stranger chose. An attacker who takes one over gets a process that can only compute and answer
/// its parent, and nothing else: no file, terminal, network, program, other process or kernel interface. Each wall
/// works without the others, as far as the kernel has them:
///
/// * a filter of system calls, `seccomp(2)`, which kills the process at any call that is not in ``Jail/allowedCalls``;
/// * Landlock, which denies files and connections, `landlock(7)`;
/// * limits of memory, descriptors and processes, `setrlimit(2)`;
/// * no open descriptors but the standard streams, whatever the parent had open;
/// * no core dump and no debugger, `PR_SET_DUMPABLE`;
/// * no capabilities, not even those of root, `capabilities(7)`, and none by other programs, `PR_SET_NO_NEW_PRIVS`.
///
/// ```swift
/// let shortfall = Jail(memory: 1 << 30).enter()  // nil, or why there is no filter
/// ```
///
/// The filter is written by hand: libseccomp would be one more library to open and to install. `make bench` prints the cost of
/// entering the jail.
package struct Jail: Hashable, Sendable {
  /// The most address space, in bytes, with what the program takes itself.
  package var memory: Int

  package init(memory: Int) { self.memory = memory }

  /// Why this process has no filter of system calls.
  package struct Shortfall: Error, Hashable, Sendable, CustomStringConvertible {
    package var description: String
  }

  /// The exit code of a process in the jail whose memory did not suffice.
  package static let outOfMemory: Int32 = 101

  /// The signal by which the filter ends a process: SIGSYS.
  package static let forbidden = SIGSYS

  /// Whether this program was built with the address sanitiser, which reserves terabytes, and starts a process to report.
  package static var isSanitised: Bool { oobqr_is_sanitised() != 0 }

  /// Enters the jail. What needs a file, such as opening a library, comes before.
  ///
  /// - Returns: `nil` if the filter is in place; otherwise only the other walls are.
  package func enter() -> Shortfall? {
    if Self.isSanitised {
      return Shortfall(description: "the program was built with the address sanitiser")
    }
    // The runtime's own handler would start a debugger, for which the filter would kill the process.
    ProcessIntegrity.endOnCrash()
    // A terminal obeys what is written to it. The runtime's words on a crash are lost, too.
    if let nowhere = FileDescriptor(opening: "/dev/null", O_WRONLY) {
      dup2(nowhere.raw, STDERR_FILENO)
    } else {
      close(STDERR_FILENO)
    }
    _ = oobqr_not_dumpable()
    let keepsPrivileges = oobqr_no_new_privileges() != 0 ? FileFailure.systemReason() : nil
    _ = oobqr_landlock_everything()
    oobqr_drop_capabilities()
    oobqr_close_others()
    _ = oobqr_limit(OOBQR_RLIMIT_AS, UInt64(memory))
    _ = oobqr_limit(OOBQR_RLIMIT_CORE, 0)
    // With less, poll(2) refuses even a descriptor that is open.
    _ = oobqr_limit(OOBQR_RLIMIT_NOFILE, 1)
    _ = oobqr_limit(OOBQR_RLIMIT_NPROC, 0)
    if let keepsPrivileges {
      return Shortfall(description: "the kernel does not let the process give up privileges: \(keepsPrivileges)")
    }
    guard var program = Self.filter(process: getpid()) else {
      return Shortfall(description: "there is no filter of system calls for this architecture")
    }
    if unsafe oobqr_filter_calls(&program, UInt16(program.count)) == 0 { return nil }
    return Shortfall(description: "the kernel refuses a filter of system calls: \(FileFailure.systemReason())")
  }
}
