// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "launcher.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define STACK_SIZE (64 * 1024)

// MARK: Programs

/// A start, which the process before and after `clone` share.
struct start {
  const struct keybridge_program *program;
  int error;
};

static void reset_signals(void) {
  struct sigaction standard = {.sa_handler = SIG_DFL};
  for (int number = 1; number < NSIG; number++) sigaction(number, &standard, NULL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

/// Opens a file as a descriptor; a library may replace the functions of the C library, and this
/// memory is shared.
static int open_as(int descriptor, const char *path, int flags) {
  int opened = (int)syscall(__NR_openat, AT_FDCWD, path, flags, 0);
  if (opened < 0) return errno;
  if (opened == descriptor) return 0;
  int failed = syscall(__NR_dup3, opened, descriptor, 0) < 0 ? errno : 0;
  syscall(__NR_close, opened);
  return failed;
}

static int open_standard(const struct keybridge_program *program) {
  int error;
  if (program->terminal) {
    // The leader of a session that opens a terminal gets it as its controlling terminal.
    if ((error = open_as(0, program->terminal, O_RDWR))) return error;
    return dup2(0, 1) < 0 || dup2(0, 2) < 0 ? errno : 0;
  }
  if (program->shows_output) {
    if (dup2(2, 1) < 0) return errno;
    // Standard error may have the close-on-exec flag.
    if (fcntl(2, F_SETFD, 0) != 0) return errno;
  } else {
    for (int output = 1; output <= 2; output++) {
      if ((error = open_as(output, "/dev/null", O_WRONLY))) return error;
    }
  }
  return open_as(0, "/dev/null", O_RDONLY);
}

/// Executes the first path that exists, and returns the error if none can be executed.
static int execute(const struct keybridge_program *program) {
  int refused = 0;
  for (char *const *path = program->paths; *path; path++) {
    syscall(__NR_execve, *path, program->argv, program->envp);
    if (errno == EACCES) {
      refused = EACCES;
    } else if (errno != ENOENT && errno != ENOTDIR && errno != ENAMETOOLONG) {
      return errno;
    }
  }
  return refused ? refused : ENOENT;
}

static int run(void *argument) {
  struct start *start = argument;
  setsid();
  reset_signals();
  start->error = open_standard(start->program);
  if (!start->error && syscall(__NR_close_range, 3u, ~0u, 0u) != 0) start->error = errno;
  if (!start->error) start->error = execute(start->program);
  _exit(127);
}

int keybridge_start(const struct keybridge_program *program, pid_t *process) {
  *process = -1;
  char *stack = mmap(
      NULL, STACK_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  if (stack == MAP_FAILED) return errno;
  struct start start = {program, 0};
  sigset_t all, before;
  sigfillset(&all);
  // No handler of this process may run in the new one, which uses its memory.
  sigprocmask(SIG_SETMASK, &all, &before);
  int flags = CLONE_VM | CLONE_VFORK | SIGCHLD | (program->is_sibling ? CLONE_PARENT : 0);
  *process = clone(run, stack + STACK_SIZE, flags, &start);
  if (*process < 0) start.error = errno;
  sigprocmask(SIG_SETMASK, &before, NULL);
  munmap(stack, STACK_SIZE);
  if (start.error && *process > 0 && !program->is_sibling) {
    while (waitpid(*process, NULL, 0) < 0 && errno == EINTR) continue;
    *process = -1;
  }
  return start.error;
}

// MARK: The launcher's process

/// Leaves the other end of the socket, standard error and the null device.
static int keep(int socket) {
  int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (null < 0 || dup2(null, 0) < 0 || dup2(null, 1) < 0) return -1;
  if (fcntl(2, F_GETFD) < 0 && dup2(null, 2) < 0) return -1;
  if (socket != 3 && dup3(socket, 3, O_CLOEXEC) < 0) return -1;
  return (int)syscall(__NR_close_range, 4u, ~0u, 0u);
}

/// Moves a descriptor away from the numbers of the standard descriptors, which may be closed.
static int move_up(int descriptor) {
  if (descriptor < 0 || descriptor > 2) return descriptor;
  int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
  close(descriptor);
  return moved;
}

static void ignore_endings(void) {
  // It ends when the other end of the socket is closed.
  static const int ignored[] = {
      SIGHUP,  SIGINT,  SIGQUIT, SIGTERM, SIGTSTP, SIGTTIN,
      SIGTTOU, SIGPIPE, SIGALRM, SIGUSR1, SIGUSR2};
  for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++) signal(ignored[i], SIG_IGN);
}

int keybridge_fork(const char *name, int *descriptor, pid_t *process) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return errno;
  ends[0] = move_up(ends[0]);
  ends[1] = move_up(ends[1]);
  sigset_t all, before;
  sigfillset(&all);
  // No signal may end the child before it ignores it.
  sigprocmask(SIG_SETMASK, &all, &before);
  *process = ends[0] < 0 || ends[1] < 0 ? -1 : fork();
  int error = *process < 0 ? errno : 0;
  if (*process == 0) {
    setsid();
    prctl(PR_SET_NAME, name);
    ignore_endings();
  }
  sigprocmask(SIG_SETMASK, &before, NULL);
  if (*process == 0) {
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    if (keep(ends[1]) != 0) _exit(1);
    *descriptor = 3;
    return 0;
  }
  close(ends[1]);
  *descriptor = ends[0];
  if (error) close(ends[0]);
  return error;
}

// MARK: Messages

int keybridge_send_message(
    int socket, const void *bytes, size_t count, const int *descriptors, int descriptor_count) {
  if (descriptor_count > KEYBRIDGE_MESSAGE_DESCRIPTORS) return EINVAL;
  union {
    struct cmsghdr header;
    char room[CMSG_SPACE(KEYBRIDGE_MESSAGE_DESCRIPTORS * sizeof(int))];
  } control = {0};
  struct iovec part = {(void *)bytes, count};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  size_t size = (size_t)descriptor_count * sizeof(int);
  if (size) {
    control.header.cmsg_level = SOL_SOCKET;
    control.header.cmsg_type = SCM_RIGHTS;
    control.header.cmsg_len = CMSG_LEN(size);
    memcpy(CMSG_DATA(&control.header), descriptors, size);
    message.msg_control = &control;
    message.msg_controllen = CMSG_SPACE(size);
  }
  ssize_t sent;
  do {
    sent = sendmsg(socket, &message, MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  return sent < 0 ? errno : 0;
}

/// Takes the descriptors of a message, and closes those that are too many.
static void take_descriptors(struct msghdr *message, int *descriptors) {
  int taken = 0;
  for (struct cmsghdr *part = CMSG_FIRSTHDR(message); part; part = CMSG_NXTHDR(message, part)) {
    if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS) continue;
    size_t number = (part->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t i = 0; i < number; i++) {
      int descriptor;
      memcpy(&descriptor, CMSG_DATA(part) + i * sizeof(int), sizeof descriptor);
      if (taken < KEYBRIDGE_MESSAGE_DESCRIPTORS) {
        descriptors[taken++] = descriptor;
      } else {
        close(descriptor);
      }
    }
  }
}

/// Whether the other end of a socket is closed; an empty message looks the same to `recvmsg`.
static bool is_closed(int socket) {
  struct pollfd state = {socket, POLLIN, 0};
  return poll(&state, 1, 0) > 0 && (state.revents & (POLLHUP | POLLERR | POLLNVAL)) != 0;
}

int keybridge_receive_message(
    int socket, void *bytes, size_t room, size_t *count,
    int descriptors[KEYBRIDGE_MESSAGE_DESCRIPTORS]) {
  for (int i = 0; i < KEYBRIDGE_MESSAGE_DESCRIPTORS; i++) descriptors[i] = -1;
  union {
    struct cmsghdr header;
    char room[CMSG_SPACE(KEYBRIDGE_MESSAGE_DESCRIPTORS * sizeof(int))];
  } control;
  struct iovec part = {bytes, room};
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
  ssize_t length;
  do {
    // With MSG_TRUNC, the length is that of the whole message.
    length = recvmsg(socket, &message, MSG_CMSG_CLOEXEC | MSG_TRUNC);
  } while (length < 0 && errno == EINTR);
  if (length < 0) return errno;
  take_descriptors(&message, descriptors);
  if (length == 0 && is_closed(socket)) return EPIPE;
  *count = (size_t)length;
  return 0;
}
