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

/// The reason why a process has not become the program.
struct start_error {
  int step, error;
};

static void limit(int resource, rlim_t most) {
  struct rlimit limit = {most, most};
  setrlimit(resource, &limit);
}

/// Allows the files that exist in the view only, which the rules could not name.
static int allow_own_files(const struct keybridge_view *view, int files) {
  int error = keybridge_landlock_allow(files, KEYBRIDGE_USERS, KEYBRIDGE_ACCESS_READ);
  if (error || !view->folder) return error;
  return keybridge_landlock_allow(
      files, view->folder, KEYBRIDGE_ACCESS_READ | KEYBRIDGE_ACCESS_CHANGE);
}

/// Executes the program; returns only after an error.
static struct start_error execute(const struct keybridge_engine *engine, int flags, int files) {
  struct start_error failure = {KEYBRIDGE_STEP_FOLDER, 0};
  if (syscall(__NR_chdir, "/") != 0) {
    failure.error = errno;
    return failure;
  }
  const struct keybridge_view *view = engine->view;
  if (view) {
    failure.step = KEYBRIDGE_STEP_NAMESPACES;
    failure.error = keybridge_enter_view(view, flags);
    if (!failure.error && files >= 0) {
      failure.step = KEYBRIDGE_STEP_FILES;
      failure.error = allow_own_files(view, files);
    }
    if (failure.error) return failure;
  }
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_AS, MEMORY_LIMIT);
  limit(RLIMIT_NOFILE, DESCRIPTOR_LIMIT);
  if (engine->confinement) {
    limit(RLIMIT_FSIZE, engine->file_limit);
    limit(RLIMIT_NPROC, engine->task_limit);
    struct keybridge_confinement own = *engine->confinement;
    own.files = files;
    failure.step = (int)keybridge_confine(&own, &failure.error);
    if (failure.step != KEYBRIDGE_STEP_NONE) return failure;
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
  dup2(socket, 0);
  dup2(socket, 1);
  dup2(null, 2);
  dup3(errors, 3, O_CLOEXEC);
  if (files >= 0) files = dup3(files, 4, O_CLOEXEC);
  syscall(__NR_close_range, files >= 0 ? 5u : 4u, ~0u, 0u);
  umask(077);
  struct start_error failure = execute(engine, flags, files);
  long written = syscall(__NR_write, 3, &failure, sizeof failure);
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
  int pair[2], pipes[2];
  *step = KEYBRIDGE_STEP_NONE;
  if (!engine->argv[0]) return EINVAL;
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
  pid_t child = -1;
  int flags = engine->view ? keybridge_namespace_flags() : 0;
  if (engine->is_sibling) flags |= CLONE_PARENT;
  // The C library's fork knows no flags.
  if (!failure) {
    child = flags ? (pid_t)syscall(__NR_clone, flags | SIGCHLD, 0, 0, 0, 0) : fork();
  }
  if (child == 0) run(engine, flags, pair[1], pipes[1]);
  if (child < 0 && !failure) {
    failure = errno;
    if (engine->view && failure != EAGAIN && failure != ENOMEM) *step = KEYBRIDGE_STEP_NAMESPACES;
  }
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

int keybridge_engine_start_error(int errors, enum keybridge_step *step) {
  struct start_error failure = {KEYBRIDGE_STEP_NONE, 0};
  ssize_t count;
  do {
    count = read(errors, &failure, sizeof failure);
  } while (count < 0 && errno == EINTR);
  *step = (enum keybridge_step)failure.step;
  if (count == (ssize_t)sizeof failure) return failure.error;
  return count < 0 && errno == EAGAIN ? EAGAIN : 0;
}
