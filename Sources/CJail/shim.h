// System calls of Linux for which the importer has no function: those without one in glibc, those with variable arguments,
// and fork, which Swift hides. The headers are those of the kernel (linux-libc-dev, which every C library depends on).
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

// The address sanitiser defines it; weak, so that it is null elsewhere.
extern void __asan_init(void) __attribute__((weak));
static inline int oobqr_is_sanitised(void) { return __asan_init != 0; }

// Two processes in one program: fork(2). Only the calling thread exists in the child.
static inline pid_t oobqr_fork(void) { return fork(); }

// Declared by glibc only for GNU's own programs.
static inline int oobqr_syncfs(int descriptor) { return (int)syscall(SYS_syncfs, descriptor); }

// Lets the handlers of this thread's crashes run although its stack cannot grow.
static inline void oobqr_use_other_stack(void) {
  static char memory[64 << 10];
  stack_t stack = {.ss_sp = memory, .ss_flags = 0, .ss_size = sizeof memory};
  sigaltstack(&stack, 0);
}

// Whether there is room in the address space for a font or a thread: a library may crash long after the call that got no memory.
static inline int oobqr_has_memory(void) {
  size_t size = 64 << 20;
  void *memory = mmap(0, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory != MAP_FAILED && munmap(memory, size) == 0;
}

static inline int oobqr_no_new_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }
static inline int oobqr_not_dumpable(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

// Gives up all capabilities, those of root, too. glibc has no function for capset(2).
static inline void oobqr_drop_capabilities(void) {
  struct {
    unsigned version;
    int process;
  } header = {0x20080522, 0};
  struct {
    unsigned effective, permitted, inheritable;
  } none[2] = {{0, 0, 0}, {0, 0, 0}};
  prctl(47 /* PR_CAP_AMBIENT */, 4 /* clear all */, 0, 0, 0);
  syscall(SYS_capset, &header, none);
}

static inline int oobqr_end_with_parent(void) { return prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0); }

// The type of the resource differs between C and C++, so glibc's function is imported with an unusable one.
static inline int oobqr_limit(int resource, unsigned long long value) {
  struct rlimit limit;
  if (getrlimit(resource, &limit) != 0) return -1;
  // A limit that is lower already stays, because raising it is forbidden.
  if (limit.rlim_max < value) value = limit.rlim_max;
  limit.rlim_cur = limit.rlim_max = value;
  return setrlimit(resource, &limit);
}

static inline int oobqr_raise_limit(int resource) {
  struct rlimit limit;
  if (getrlimit(resource, &limit) != 0) return -1;
  limit.rlim_cur = limit.rlim_max;
  return setrlimit(resource, &limit);
}

// Buffers are reused for the next picture: the kernel clears pages that were given back before it hands them out
// again, which takes time. 32 MiB is the largest threshold that glibc accepts.
static inline void oobqr_keep_freed_memory(void) {
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 128 << 20);
}

static const int OOBQR_RLIMIT_AS = RLIMIT_AS;
static const int OOBQR_RLIMIT_CORE = RLIMIT_CORE;
static const int OOBQR_RLIMIT_NOFILE = RLIMIT_NOFILE;
static const int OOBQR_RLIMIT_NPROC = RLIMIT_NPROC;

// Macros that are not plain numbers.
static const unsigned OOBQR_SECCOMP_KILL = SECCOMP_RET_KILL_PROCESS;
static const unsigned OOBQR_SECCOMP_ALLOW = SECCOMP_RET_ALLOW;
#if defined(__x86_64__)
static const unsigned OOBQR_AUDIT_ARCH = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
static const unsigned OOBQR_AUDIT_ARCH = AUDIT_ARCH_AARCH64;
#else
static const unsigned OOBQR_AUDIT_ARCH = 0;
#endif

// For all threads at once, and without the slowdown that kernels before 5.16 add against speculative reads: the jail
// holds nothing that its inmate may not read. Linux 4.17 (2018) or later.
static inline long oobqr_filter_calls(struct sock_filter *program, unsigned short count) {
  struct sock_fprog filter = {count, program};
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC | SECCOMP_FILTER_FLAG_SPEC_ALLOW,
                 &filter);
}

// Closes all descriptors but the standard streams, which an earlier program may have left open. Linux 5.9; one by one before.
static inline void oobqr_close_others(void) {
  if (syscall(436, 3, ~0U, 0) == 0) return;
  long most = sysconf(_SC_OPEN_MAX);
  for (int descriptor = 3; descriptor < most && descriptor < 65536; descriptor++) close(descriptor);
}

// Landlock; its numbers are the same on every architecture, and older headers lack them. The structure of Linux 6.12
// (ABI 6), of which older kernels know the first one or two fields.
static inline int oobqr_landlock_everything(void) {
  struct {
    unsigned long long files, network, scopes;
  } rules = {0, 0, 0};
  // Rights on files by ABI: 13 at first, then renaming across folders, truncating, and ioctl of devices.
  static const unsigned long long files[] = {0x1fff, 0x3fff, 0x7fff, 0x7fff, 0xffff};
  long version = syscall(444, (void *)0, 0, 1);
  if (version < 1) return -1;
  rules.files = files[version > 5 ? 4 : version - 1];
  if (version >= 4) rules.network = 3;
  if (version >= 6) rules.scopes = 3;
  long set = syscall(444, &rules, version >= 6 ? 24 : version >= 4 ? 16 : 8, 0);
  if (set < 0) return -1;
  long status = syscall(446, set, 0);
  close((int)set);
  return (int)status;
}
