// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "engine_process.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

// Landlock's values, which Debian's headers have for older kernels only.
#define LANDLOCK_CREATE_RULESET 444
#define LANDLOCK_ADD_RULE 445
#define LANDLOCK_RESTRICT_SELF 446
#define LANDLOCK_VERSION_FLAG 1u
#define LANDLOCK_PATH_BENEATH 1
#define ACCESS_EXECUTE (1ull << 0)
#define ACCESS_WRITE_FILE (1ull << 1)
#define ACCESS_READ_FILE (1ull << 2)
#define ACCESS_READ_DIR (1ull << 3)
#define ACCESS_FIRST_VERSION ((1ull << 13) - 1)
#define ACCESS_REFER (1ull << 13)
#define ACCESS_TRUNCATE (1ull << 14)
#define ACCESS_IOCTL_DEVICE (1ull << 15)
#define ACCESS_NET_TCP 3ull
#define SCOPE_SOCKETS_AND_SIGNALS 3ull

// Values that the headers lack or have under other conditions.
#define FCHMODAT2 452
#define F_SETOWN_EX_COMMAND 15
#ifndef FIOSETOWN
#define FIOSETOWN 0x8901
#endif
#ifndef SIOCSPGRP
#define SIOCSPGRP 0x8902
#endif

struct ruleset {
  uint64_t files, net, scopes;
};

struct path_rule {
  uint64_t access;
  int32_t parent;
} __attribute__((packed));

// The limits of an engine: 1 GiB of memory, 64 descriptors, no core and, in the sandbox, no file.
#define MEMORY_LIMIT (1ull << 30)
#define DESCRIPTOR_LIMIT 64

// Between fork and execve, another thread of this process may have held a lock of a library that
// replaces these functions, so the kernel is called directly.
static int open_file(const char *path, int flags) {
  return (int)syscall(__NR_openat, AT_FDCWD, path, flags, 0);
}
static void close_file(int descriptor) { syscall(__NR_close, descriptor); }
static bool is_folder(int descriptor) {
  // The last component must be a folder for this name to exist.
  return syscall(__NR_faccessat, descriptor, ".", F_OK) == 0;
}

static void limit(int resource, rlim_t most) {
  struct rlimit limit = {most, most};
  setrlimit(resource, &limit);
}

static void allow(int ruleset, const char *path, uint64_t access) {
  int parent = open_file(path, O_PATH | O_CLOEXEC);
  if (parent < 0) return;
  // Rights of folders are invalid for files.
  if (!is_folder(parent)) access &= ~ACCESS_READ_DIR;
  struct path_rule rule = {access, parent};
  syscall(LANDLOCK_ADD_RULE, ruleset, LANDLOCK_PATH_BENEATH, &rule, 0);
  close_file(parent);
}

/// Allows a file to be read and executed; a folder could contain anything.
static void allow_file(int ruleset, const char *path) {
  int file = open_file(path, O_PATH | O_CLOEXEC);
  if (file < 0) return;
  bool is_allowed = !is_folder(file);
  close_file(file);
  if (is_allowed) allow(ruleset, path, ACCESS_EXECUTE | ACCESS_READ_FILE);
}

/// Restricts files, the network and signals; a kernel without Landlock restricts nothing.
static void restrict_files(char *const argv[]) {
  long version = syscall(LANDLOCK_CREATE_RULESET, NULL, 0, LANDLOCK_VERSION_FLAG);
  if (version < 1) return;
  struct ruleset rules = {ACCESS_FIRST_VERSION, 0, 0};
  size_t size = offsetof(struct ruleset, net);
  if (version >= 2) rules.files |= ACCESS_REFER;
  if (version >= 3) rules.files |= ACCESS_TRUNCATE;
  if (version >= 4) {
    rules.net = ACCESS_NET_TCP;
    size = offsetof(struct ruleset, scopes);
  }
  if (version >= 5) rules.files |= ACCESS_IOCTL_DEVICE;
  if (version >= 6) {
    rules.scopes = SCOPE_SOCKETS_AND_SIGNALS;
    size = sizeof rules;
  }
  int ruleset = (int)syscall(LANDLOCK_CREATE_RULESET, &rules, size, 0);
  if (ruleset < 0) return;
  static const char *const system[] = {
    "/usr", "/bin", "/lib", "/lib64", "/etc/alternatives", "/etc/ld.so.cache", "/etc/localtime",
  };
  uint64_t reading = ACCESS_EXECUTE | ACCESS_READ_FILE | ACCESS_READ_DIR;
  for (size_t i = 0; i < sizeof system / sizeof *system; i++) allow(ruleset, system[i], reading);
  for (char *const *word = argv; *word; word++) {
    if (**word == '/') allow_file(ruleset, *word);
  }
  allow(ruleset, "/dev/null", ACCESS_READ_FILE | ACCESS_WRITE_FILE);
  allow(ruleset, "/dev/urandom", ACCESS_READ_FILE);
  syscall(LANDLOCK_RESTRICT_SELF, ruleset, 0);
  close_file(ruleset);
}

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

/// Refuses the system calls that an engine has no use for, or that reach beyond its process.
///
/// Landlock restricts signals since Linux 6.12 only, and neither priorities nor the attributes of
/// files. An engine is one process: one that could start others could hide them in a session of
/// their own, where they would outlive it.
static void restrict_calls(void) {
#ifdef ARCHITECTURE
#define IF(number, length) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, length)
#define ARGUMENT(index) \
  BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[index]))
#define EQUALS(value, yes, no) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, yes, no)
#define ANSWER(error) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (error))
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define REFUSE(number) IF(number, 1), ANSWER(EPERM)
// Both load the lower half of an argument; the machines are little-endian.
#define REFUSE_UNLESS(number, index, value) \
  IF(number, 4), ARGUMENT(index), EQUALS(value, 1, 0), ANSWER(EPERM), ALLOW
#define REFUSE_IF(number, index, first, second) \
  IF(number, 5), ARGUMENT(index), EQUALS(first, 1, 0), EQUALS(second, 0, 1), ANSWER(EPERM), ALLOW
  uint32_t self = (uint32_t)getpid();
  struct sock_filter filter[] = {
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
    EQUALS(ARCHITECTURE, 1, 0), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
#ifdef __x86_64__
    // The calls of the x32 interface have other numbers.
    BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1), ANSWER(EPERM),
    REFUSE(__NR_fork), REFUSE(__NR_vfork), REFUSE(__NR_chmod), REFUSE(__NR_chown),
    REFUSE(__NR_lchown), REFUSE(__NR_utime), REFUSE(__NR_utimes), REFUSE(__NR_futimesat),
#endif
    REFUSE(__NR_socket), REFUSE(__NR_ptrace), REFUSE(__NR_process_vm_readv),
    REFUSE(__NR_process_vm_writev), REFUSE(__NR_bpf), REFUSE(__NR_perf_event_open),
    REFUSE(__NR_keyctl), REFUSE(__NR_add_key), REFUSE(__NR_request_key), REFUSE(__NR_unshare),
    REFUSE(__NR_setns), REFUSE(__NR_mount), REFUSE(__NR_umount2), REFUSE(__NR_userfaultfd),
    REFUSE(__NR_io_uring_setup), REFUSE(__NR_pidfd_getfd), REFUSE(__NR_open_by_handle_at),
    // Threads only. The flags of clone3 are in memory; without it, libraries call clone.
    IF(__NR_clone, 4), ARGUMENT(0), BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0),
    ANSWER(EPERM), ALLOW,
    IF(__NR_clone3, 1), ANSWER(ENOSYS),
    REFUSE(__NR_setsid), REFUSE(__NR_setpgid),
    // Signals to the process itself only.
    REFUSE_UNLESS(__NR_kill, 0, self), REFUSE_UNLESS(__NR_tgkill, 0, self),
    REFUSE_UNLESS(__NR_rt_sigqueueinfo, 0, self), REFUSE_UNLESS(__NR_rt_tgsigqueueinfo, 0, self),
    REFUSE(__NR_tkill), REFUSE(__NR_pidfd_send_signal), REFUSE(__NR_pidfd_open),
    REFUSE_IF(__NR_fcntl, 1, F_SETOWN, F_SETOWN_EX_COMMAND),
    REFUSE_IF(__NR_ioctl, 1, FIOSETOWN, SIOCSPGRP),
    // Priorities, processors, limits and memory, of the process itself or of others.
    REFUSE(__NR_setpriority), REFUSE(__NR_ioprio_set), REFUSE(__NR_sched_setaffinity),
    REFUSE(__NR_sched_setscheduler), REFUSE(__NR_sched_setparam), REFUSE(__NR_sched_setattr),
    REFUSE(__NR_migrate_pages), REFUSE(__NR_move_pages), REFUSE(__NR_process_madvise),
    REFUSE_UNLESS(__NR_prlimit64, 0, 0),
    // Attributes of files, and truncation, which Landlock restricts since Linux 6.2.
    REFUSE(__NR_truncate), REFUSE(__NR_fchmod), REFUSE(__NR_fchmodat), REFUSE(FCHMODAT2),
    REFUSE(__NR_fchown), REFUSE(__NR_fchownat), REFUSE(__NR_utimensat), REFUSE(__NR_setxattr),
    REFUSE(__NR_lsetxattr), REFUSE(__NR_fsetxattr), REFUSE(__NR_removexattr),
    REFUSE(__NR_lremovexattr), REFUSE(__NR_fremovexattr), ALLOW,
  };
  struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
  prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
#endif
}

/// Becomes the program; an error is written to `errors`, which closes if there is none.
static void run(
    char *const argv[], char *const envp[], bool is_sandboxed, int socket, int errors) {
  setsid();
  for (int signal_number = 1; signal_number < NSIG; signal_number++) {
    signal(signal_number, SIG_DFL);
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  // Away from the numbers that are replaced below.
  socket = fcntl(socket, F_DUPFD_CLOEXEC, 10);
  errors = fcntl(errors, F_DUPFD_CLOEXEC, 10);
  int null = open_file("/dev/null", O_WRONLY);
  dup2(socket, 0);
  dup2(socket, 1);
  dup2(null, 2);
  dup3(errors, 3, O_CLOEXEC);
  syscall(__NR_close_range, 4u, ~0u, 0u);
  umask(077);
  int failure = syscall(__NR_chdir, "/") == 0 ? 0 : errno;
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_AS, MEMORY_LIMIT);
  limit(RLIMIT_NOFILE, DESCRIPTOR_LIMIT);
  if (is_sandboxed) {
    limit(RLIMIT_FSIZE, 0);
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    restrict_files(argv);
    restrict_calls();
  }
  if (!failure) {
    syscall(__NR_execve, argv[0], argv, envp);
    failure = errno;
  }
  long written = syscall(__NR_write, 3, &failure, sizeof failure);
  _exit(written == (long)sizeof failure ? 127 : 126);
}

int keybridge_engine_landlock_version(void) {
  long version = syscall(LANDLOCK_CREATE_RULESET, NULL, 0, LANDLOCK_VERSION_FLAG);
  return version < 0 ? 0 : (int)version;
}

bool keybridge_engine_restricts_calls(void) {
#ifdef ARCHITECTURE
  uint32_t action = SECCOMP_RET_ERRNO;
  return syscall(__NR_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
#else
  return false;
#endif
}

int keybridge_engine_connect(const char *path, int *descriptor) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof address.sun_path) return ENAMETOOLONG;
  strcpy(address.sun_path, path);
  int made = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (made < 0) return errno;
  if (connect(made, (struct sockaddr *)&address, sizeof address) != 0) {
    int failure = errno;
    close(made);
    return failure;
  }
  *descriptor = made;
  return 0;
}

int keybridge_engine_start(
    char *const argv[], char *const envp[], bool is_sandboxed, pid_t *process, int *descriptor,
    int *errors) {
  int pair[2], pipes[2];
  if (!argv[0]) return EINVAL;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) return errno;
  int failure = 0;
  if (pipe2(pipes, O_CLOEXEC) != 0) {
    failure = errno;
    close(pair[0]);
    close(pair[1]);
    return failure;
  }
  if (fcntl(pair[0], F_SETFL, O_NONBLOCK) != 0 || fcntl(pipes[0], F_SETFL, O_NONBLOCK) != 0) {
    failure = errno;
  }
  pid_t child = failure ? -1 : fork();
  if (child == 0) run(argv, envp, is_sandboxed, pair[1], pipes[1]);
  if (child < 0 && !failure) failure = errno;
  close(pair[1]);
  close(pipes[1]);
  if (failure) {
    close(pair[0]);
    close(pipes[0]);
    return failure;
  }
  *process = child;
  *descriptor = pair[0];
  *errors = pipes[0];
  return 0;
}

int keybridge_engine_start_error(int errors) {
  int failure = 0;
  ssize_t count;
  do {
    count = read(errors, &failure, sizeof failure);
  } while (count < 0 && errno == EINTR);
  if (count == (ssize_t)sizeof failure) return failure;
  return count < 0 && errno == EAGAIN ? EAGAIN : 0;
}
