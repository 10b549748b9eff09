// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "engine_process.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
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

// The time in which a child must become the program, in milliseconds.
#define START_LIMIT 1000

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

/// Refuses the system calls that an engine has no use for.
static void restrict_calls(void) {
#ifdef ARCHITECTURE
#define REFUSE(number) \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1), \
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)
  struct sock_filter filter[] = {
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
#ifdef __x86_64__
    // The calls of the x32 interface have other numbers.
    BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
#endif
    REFUSE(__NR_socket), REFUSE(__NR_ptrace), REFUSE(__NR_process_vm_readv),
    REFUSE(__NR_process_vm_writev), REFUSE(__NR_bpf), REFUSE(__NR_perf_event_open),
    REFUSE(__NR_keyctl), REFUSE(__NR_add_key), REFUSE(__NR_request_key), REFUSE(__NR_unshare),
    REFUSE(__NR_setns), REFUSE(__NR_mount), REFUSE(__NR_umount2), REFUSE(__NR_userfaultfd),
    REFUSE(__NR_io_uring_setup), REFUSE(__NR_pidfd_getfd), REFUSE(__NR_open_by_handle_at),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
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

bool keybridge_engine_restricts_files(void) {
  return syscall(LANDLOCK_CREATE_RULESET, NULL, 0, LANDLOCK_VERSION_FLAG) >= 1;
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
    char *const argv[], char *const envp[], bool is_sandboxed, pid_t *process, int *descriptor) {
  int pair[2], errors[2];
  if (!argv[0]) return EINVAL;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) return errno;
  int failure = 0;
  if (pipe2(errors, O_CLOEXEC) != 0) {
    failure = errno;
    close(pair[0]);
    close(pair[1]);
    return failure;
  }
  pid_t child = fork();
  if (child == 0) run(argv, envp, is_sandboxed, pair[1], errors[1]);
  if (child < 0) failure = errno;
  close(pair[1]);
  close(errors[1]);
  if (child > 0) {
    struct pollfd entry = {errors[0], POLLIN, 0};
    int ready;
    ssize_t count = 0;
    do {
      ready = poll(&entry, 1, START_LIMIT);
    } while (ready < 0 && errno == EINTR);
    if (ready > 0) count = read(errors[0], &failure, sizeof failure);
    if (count != sizeof failure) failure = ready > 0 ? 0 : ETIMEDOUT;
    // The child has not become the program, and has nothing left to do.
    if (failure) {
      kill(child, SIGKILL);
      while (waitpid(child, NULL, 0) < 0 && errno == EINTR) continue;
    }
  }
  close(errors[0]);
  if (failure || fcntl(pair[0], F_SETFL, O_NONBLOCK) != 0) {
    close(pair[0]);
    return failure ? failure : EIO;
  }
  *process = child;
  *descriptor = pair[0];
  return 0;
}
