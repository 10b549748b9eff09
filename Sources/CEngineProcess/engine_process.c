// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "engine_process.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

// The limits of each process of an engine: 1 GiB of memory, 64 descriptors and no core.
#define MEMORY_LIMIT (1ull << 30)
#define DESCRIPTOR_LIMIT 64

// The number of the socket to this process; it closes when the process becomes the program.
#define ERRORS 3

/// The reason why a process has not become the program; nothing comes with a listener.
struct start_error {
  int step, error;
};

static void limit(int resource, rlim_t most) {
  struct rlimit limit = {most, most};
  setrlimit(resource, &limit);
}

/// Makes the process the first one that the kernel kills when memory runs out.
///
/// Otherwise it kills the largest one, and does not count files in memory, so that the service
/// could end in its place.
static void be_killed_first(void) {
  // The kernel lets a process without core dumps open no file of its own in /proc.
  int was_dumpable = prctl(PR_GET_DUMPABLE, 0, 0, 0, 0);
  prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
  int file = (int)syscall(
      __NR_openat, AT_FDCWD, "/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC, 0);
  // Without /proc the kernel decides.
  if (file >= 0) {
    (void)!syscall(__NR_write, file, "1000", 4);
    syscall(__NR_close, file);
  }
  if (was_dumpable != 1) prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

/// Allows the files that exist in the view only, which the rules could not name.
static int allow_own_files(const struct keybridge_view *view, int files) {
  int error = keybridge_landlock_allow(files, KEYBRIDGE_USERS, KEYBRIDGE_ACCESS_READ);
  if (error || !view->folder) return error;
  return keybridge_landlock_allow(
      files, view->folder, KEYBRIDGE_ACCESS_READ | KEYBRIDGE_ACCESS_CHANGE);
}

/// Sends the descriptor at which reported calls wait, and closes it.
static int send_listener(int listener) {
  struct start_error none = {KEYBRIDGE_STEP_NONE, 0};
  union {
    struct cmsghdr header;
    char room[CMSG_SPACE(sizeof(int))];
  } control = {0};
  control.header.cmsg_level = SOL_SOCKET;
  control.header.cmsg_type = SCM_RIGHTS;
  control.header.cmsg_len = CMSG_LEN(sizeof listener);
  memcpy(CMSG_DATA(&control.header), &listener, sizeof listener);
  struct iovec part = {&none, sizeof none};
  struct msghdr message = {
      .msg_iov = &part,
      .msg_iovlen = 1,
      .msg_control = &control,
      .msg_controllen = sizeof control.room};
  int error = syscall(__NR_sendmsg, ERRORS, &message, MSG_NOSIGNAL) < 0 ? errno : 0;
  syscall(__NR_close, listener);
  return error;
}

/// Executes the program; returns only after an error.
static struct start_error execute(const struct keybridge_engine *engine, int flags, int files) {
  struct start_error failure = {KEYBRIDGE_STEP_FOLDER, 0};
  const struct keybridge_view *view = engine->view;
  be_killed_first();
  if (view) {
    failure.step = KEYBRIDGE_STEP_NAMESPACES;
    failure.error = keybridge_enter_view(view, flags);
    if (!failure.error && files >= 0) {
      failure.step = KEYBRIDGE_STEP_FILES;
      failure.error = allow_own_files(view, files);
    }
    if (failure.error) return failure;
  }
  if (syscall(__NR_chdir, engine->folder) != 0) {
    failure = (struct start_error){KEYBRIDGE_STEP_FOLDER, errno};
    return failure;
  }
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_AS, MEMORY_LIMIT);
  limit(RLIMIT_NOFILE, DESCRIPTOR_LIMIT);
  if (engine->confinement) {
    limit(RLIMIT_FSIZE, engine->file_limit);
    limit(RLIMIT_NPROC, engine->task_limit);
    struct keybridge_confinement own = *engine->confinement;
    own.files = files;
    int listener = -1;
    failure.step = (int)keybridge_confine(
        &own, engine->reports_calls ? &listener : NULL, &failure.error);
    if (failure.step != KEYBRIDGE_STEP_NONE) return failure;
    if (listener >= 0 && (failure.error = send_listener(listener))) {
      failure.step = KEYBRIDGE_STEP_CALLS;
      return failure;
    }
    // A change of the user would reset this.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
  }
  syscall(__NR_execve, engine->argv[0], engine->argv, engine->envp);
  failure.step = KEYBRIDGE_STEP_PROGRAM;
  failure.error = errno;
  return failure;
}

/// Becomes the program; an error is written to `errors`, which closes if there is none.
static void run(const struct keybridge_engine *engine, int flags, int socket, int errors) {
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
  int files = engine->confinement ? engine->confinement->files : -1;
  if (files >= 0) files = fcntl(files, F_DUPFD_CLOEXEC, 10);
  // Between fork and execve, another thread of this process may have held a lock of a library that
  // replaces these functions, so the kernel is called directly.
  int null = (int)syscall(__NR_openat, AT_FDCWD, "/dev/null", O_WRONLY, 0);
  // Away from a folder that may not exist in the view.
  syscall(__NR_chdir, "/");
  dup2(socket, 0);
  dup2(socket, 1);
  dup2(null, 2);
  dup3(errors, ERRORS, O_CLOEXEC);
  if (files >= 0) files = dup3(files, 4, O_CLOEXEC);
  syscall(__NR_close_range, files >= 0 ? 5u : 4u, ~0u, 0u);
  umask(077);
  struct start_error failure = execute(engine, flags, files);
  long written = syscall(__NR_write, ERRORS, &failure, sizeof failure);
  _exit(written == (long)sizeof failure ? 127 : 126);
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
    const struct keybridge_engine *engine, pid_t *process, int *descriptor, int *errors,
    enum keybridge_step *step) {
  int pair[2], ends[2];
  *step = KEYBRIDGE_STEP_NONE;
  if (!engine->argv[0]) return EINVAL;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) return errno;
  int failure = 0;
  // A pipe cannot pass a descriptor.
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) {
    failure = errno;
    close(pair[0]);
    close(pair[1]);
    return failure;
  }
  if (fcntl(pair[0], F_SETFL, O_NONBLOCK) != 0 || fcntl(ends[0], F_SETFL, O_NONBLOCK) != 0) {
    failure = errno;
  }
  pid_t child = -1;
  int flags = engine->view ? keybridge_namespace_flags(engine->view->keeps_network) : 0;
  if (engine->is_sibling) flags |= CLONE_PARENT;
  // The C library's fork knows no flags.
  if (!failure) {
    child = flags ? (pid_t)syscall(__NR_clone, flags | SIGCHLD, 0, 0, 0, 0) : fork();
  }
  if (child == 0) run(engine, flags, pair[1], ends[1]);
  if (child < 0 && !failure) {
    failure = errno;
    if (engine->view && failure != EAGAIN && failure != ENOMEM) *step = KEYBRIDGE_STEP_NAMESPACES;
  }
  close(pair[1]);
  close(ends[1]);
  if (failure) {
    close(pair[0]);
    close(ends[0]);
    return failure;
  }
  *process = child;
  *descriptor = pair[0];
  *errors = ends[0];
  return 0;
}

/// Takes the listener of a message.
static void take_listener(struct msghdr *message, int *listener) {
  struct cmsghdr *part = CMSG_FIRSTHDR(message);
  if (!part || part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS) return;
  if (part->cmsg_len == CMSG_LEN(sizeof *listener)) {
    memcpy(listener, CMSG_DATA(part), sizeof *listener);
  }
}

int keybridge_engine_start_error(int errors, int *listener, enum keybridge_step *step) {
  while (true) {
    struct start_error failure = {KEYBRIDGE_STEP_NONE, 0};
    union {
      struct cmsghdr header;
      char room[CMSG_SPACE(sizeof(int))];
    } control;
    struct iovec part = {&failure, sizeof failure};
    struct msghdr message = {
        .msg_iov = &part,
        .msg_iovlen = 1,
        .msg_control = &control,
        .msg_controllen = sizeof control.room};
    ssize_t count = recvmsg(errors, &message, MSG_CMSG_CLOEXEC);
    if (count < 0 && errno == EINTR) continue;
    *step = (enum keybridge_step)failure.step;
    if (count != (ssize_t)sizeof failure) return count < 0 && errno == EAGAIN ? EAGAIN : 0;
    if (failure.step != KEYBRIDGE_STEP_NONE) return failure.error;
    take_listener(&message, listener);
  }
}
