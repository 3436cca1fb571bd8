// What a decoder that was taken over would try, by bare system calls.
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

// Returns whether it succeeded; -1 for a name that is not known.
static inline int probe_try(const char *what) {
  char *const nothing[] = {0};
  if (!strcmp(what, "open")) return syscall(SYS_openat, AT_FDCWD, "/etc/passwd", O_RDONLY) >= 0;
  if (!strcmp(what, "socket")) return syscall(SYS_socket, AF_INET, SOCK_STREAM, 0) >= 0;
  if (!strcmp(what, "execve")) return syscall(SYS_execve, "/bin/true", nothing, nothing) >= 0;
  if (!strcmp(what, "ptrace")) return syscall(SYS_ptrace, PTRACE_TRACEME, 0, 0, 0) >= 0;
  if (!strcmp(what, "clone")) {
    long id = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    if (id == 0) _exit(0);
    return id > 0;
  }
  if (!strcmp(what, "kill")) return syscall(SYS_kill, getppid(), 0) == 0;
  if (!strcmp(what, "capabilities")) {
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct sets[2];
    if (syscall(SYS_capget, &header, sets) != 0) return -1;
    return (sets[0].effective | sets[0].permitted | sets[0].inheritable | sets[1].effective | sets[1].permitted) != 0;
  }
  if (!strcmp(what, "inherited")) return fcntl(900, F_GETFD) >= 0;
  if (!strcmp(what, "code")) return mmap(0, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED;
  if (!strcmp(what, "code later")) {
    void *page = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return mprotect(page, 4096, PROT_READ | PROT_EXEC) == 0;
  }
  return -1;
}

// Whether a page of memory can be had, and the time be read: what decoding needs.
static inline int probe_work(void) {
  void *page = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  struct timespec now;
  return page != MAP_FAILED && syscall(SYS_clock_gettime, 0, &now) == 0;
}

// A kernel that refuses filters from now on, for this process and the programs that it becomes.
static inline int probe_refuse_filters(void) {
  struct sock_filter program[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_seccomp, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog filter = {4, program};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter);
}
