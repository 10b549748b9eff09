// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "terminal_guard.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

static bool are_equal(const struct termios *one, const struct termios *other) {
  return one->c_iflag == other->c_iflag && one->c_oflag == other->c_oflag
    && one->c_lflag == other->c_lflag && !memcmp(one->c_cc, other->c_cc, sizeof one->c_cc);
}

static void restore(
  int terminal, const struct termios *original, const struct termios *changed, const void *bytes,
  size_t count) {
  struct termios now;
  if (write(terminal, bytes, count) < (ssize_t)count) {
    // The terminal accepts no output; it will process this sequence later.
    tcflush(terminal, TCOFLUSH);
    if (write(terminal, bytes, count) < 0) return;
  }
  if (tcgetattr(terminal, &now) != 0 || !are_equal(&now, changed)) return;
  tcflush(terminal, TCIFLUSH);
  tcsetattr(terminal, TCSANOW, original);
}

int keybridge_guard_terminal(
  int terminal, const struct termios *original, const struct termios *changed, const void *bytes,
  size_t count, pid_t *process) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
  sigset_t all, before;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, &before);
  *process = fork();
  if (*process == 0) {
    setsid();
    prctl(PR_SET_NAME, "keybridge-guard");
    if (dup2(ends[0], 0) != 0 || dup2(terminal, 1) != 1 || chdir("/") != 0) _exit(1);
    // Above all the pty of a program, which gets SIGHUP when its last descriptor is closed.
    close_range(2, UINT_MAX, 0);
    char byte;
    ssize_t length;
    do length = read(0, &byte, 1);
    while (length < 0 && errno == EINTR);
    if (length == 0) restore(1, original, changed, bytes, count);
    _exit(0);
  }
  int error = errno;
  sigprocmask(SIG_SETMASK, &before, NULL);
  close(ends[0]);
  if (*process > 0) return ends[1];
  close(ends[1]);
  errno = error;
  return -1;
}

void keybridge_dismiss_guard(int descriptor) {
  // The process may have ended, or be stopped; neither matters here.
  ssize_t written = write(descriptor, "", 1);
  (void)written;
  close(descriptor);
}
