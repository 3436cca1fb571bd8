import CJail
import Glibc

/// The filter of system calls, a program of the kernel's classic BPF machine (Documentation/userspace-api/seccomp_filter.rst).
extension Jail {
  /// The calls that are allowed, the frequent ones first.
  static let allowedCalls: [Int32] = {
    var calls: [Int32] = [
      // Open descriptors.
      __NR_read, __NR_write, __NR_close, __NR_fstat, __NR_lseek,
      // Memory; see also ``unexecutableCalls``.
      __NR_brk, __NR_munmap, __NR_mremap, __NR_madvise,
      // Locks, and what the C library asks about threads.
      __NR_futex, __NR_sched_yield, __NR_gettid, __NR_getpid, __NR_sched_getaffinity, __NR_exit,
      __NR_set_robust_list, Self.restartableSequences,
      // Clocks.
      __NR_clock_gettime, __NR_gettimeofday,
      // Waiting for the other end of a pipe.
      __NR_ppoll, __NR_restart_syscall,
      // Seeds of hash tables, and the size of the memory, by which qsort(3) chooses how to sort.
      __NR_getrandom, __NR_sysinfo,
      // Signals to itself; see also ``filter(process:)``.
      __NR_rt_sigaction, __NR_rt_sigprocmask, __NR_rt_sigreturn,
      // The end.
      __NR_exit_group,
    ]
    #if arch(x86_64)
    // Replaced by ppoll on younger architectures.
    calls.append(__NR_poll)
    #endif
    return calls
  }()

  /// `rseq`, which older headers lack.
  #if arch(x86_64)
  private static let restartableSequences: Int32 = 334
  #else
  private static let restartableSequences: Int32 = 293
  #endif

  /// Calls that are allowed for memory that is not to be executed.
  private static let unexecutableCalls: [Int32] = [__NR_mmap, __NR_mprotect]

  /// The program; `nil` on an architecture that it is not written for.
  ///
  /// - Parameter process: This process, the only one that it may send signals to.
  static func filter(process: Int32) -> [sock_filter]? {
    #if arch(x86_64) || arch(arm64)
    return program(process)
    #else
    return nil
    #endif
  }

  private static func program(_ process: Int32) -> [sock_filter] {
    // Places in `struct seccomp_data`: the number, the architecture, the instruction's address, six arguments of 64 bits.
    let (number, architecture, arguments) = (UInt32(0), UInt32(4), UInt32(16))
    func load(_ place: UInt32) -> sock_filter { instruction(BPF_LD | BPF_W | BPF_ABS, place) }
    func result(_ value: UInt32) -> sock_filter { instruction(BPF_RET | BPF_K, value) }
    /// Skips the next `count` instructions if the loaded value is not this one.
    func skip(_ count: Int, unless value: UInt32) -> sock_filter {
      instruction(BPF_JMP | BPF_JEQ | BPF_K, value, otherwise: count)
    }
    let (allow, kill) = (result(OOBQR_SECCOMP_ALLOW), result(OOBQR_SECCOMP_KILL))
    // Another architecture has other numbers.
    var program = [load(architecture), instruction(BPF_JMP | BPF_JEQ | BPF_K, OOBQR_AUDIT_ARCH, then: 1), kill]
    program.append(load(number))
    for call in allowedCalls { program += [skip(1, unless: UInt32(call)), allow] }
    // The third argument is the protection, of which the lower half counts: these are little-endian machines.
    for call in unexecutableCalls {
      program += [
        skip(4, unless: UInt32(call)), load(arguments + 2 * 8),
        instruction(BPF_JMP | BPF_JSET | BPF_K, UInt32(PROT_EXEC), then: 1), allow, kill,
      ]
    }
    // abort(3) and raise(3) send signals to this process.
    program += [
      skip(3, unless: UInt32(__NR_tgkill)), load(arguments), skip(1, unless: UInt32(bitPattern: process)), allow, kill,
    ]
    return program
  }

  /// - Parameters:
  ///   - then: The instructions to skip if a comparison holds.
  ///   - otherwise: Those to skip if it does not.
  private static func instruction(_ code: Int32, _ value: UInt32, then: Int = 0, otherwise: Int = 0) -> sock_filter {
    sock_filter(code: UInt16(code), jt: UInt8(then), jf: UInt8(otherwise), k: value)
  }
}
