// SPDX-License-Identifier: Apache-2.0
// Preloaded into the programs that `live` and `typist` start: replaces a keyboard's node by an
// inherited descriptor, so that reading an event takes a system call instead of a message to
// umockdev. Other keyboards are silent: each is a socket whose other end stays open. Writing to the
// pty of a hosted program takes a system call, too.
//
//   PIPE_KEYBOARD=NODE:DESCRIPTOR
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

static char node[64];
static int descriptor = -1;

__attribute__((constructor)) static void read_environment(void) {
  const char *text = getenv("PIPE_KEYBOARD");
  if (text) sscanf(text, "%63[^:]:%d", node, &descriptor);
}

#define NEXT(name) ((__typeof__(name) *)dlsym(RTLD_NEXT, #name))

static int silent(void) {
  int ends[2] = {-1, -1};
  socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends);
  return ends[0];
}

int open(const char *path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(list, mode_t) : 0;
  va_end(list);
  if (descriptor >= 0 && !strncmp(path, "/dev/input/event", 16)) {
    int source = strcmp(path, node) ? silent() : descriptor;
    int fd = fcntl(source, F_DUPFD_CLOEXEC, 100);
    if (source != descriptor) close(source);
    if (fd >= 0 && flags & O_NONBLOCK) fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
    return fd;
  }
  if (!strcmp(path, "/dev/ptmx")) return (int)syscall(SYS_openat, AT_FDCWD, path, flags);
  return NEXT(open)(path, flags, mode);
}

// Python calls it by this name.
int open64(const char *path, int flags, ...) __attribute__((alias("open")));

static int answer(unsigned long request, void *argument) {
  size_t room = _IOC_SIZE(request);
  unsigned number = _IOC_NR(request);
  uint8_t bits[96] = {0};
  switch (request) {
  case EVIOCGVERSION: *(int *)argument = EV_VERSION; return 0;
  case EVIOCGID: *(struct input_id *)argument = (struct input_id){3, 0x1209, 1, 1}; return 0;
  case EVIOCGREP: memcpy(argument, (unsigned[]){250, 33}, 8); return 0;
  case EVIOCSCLOCKID: case EVIOCGRAB: return 0;
  }
  if (_IOC_DIR(request) != _IOC_READ) { errno = EINVAL; return -1; }
  switch (number) {
  case 0x06: return snprintf(argument, room, "Benchmark Keyboard") + 1;
  case 0x07: case 0x08: errno = ENOENT; return -1;
  case 0x20: bits[0] = 1 << EV_SYN | 1 << EV_KEY; bits[2] = 1 << (EV_LED - 16) | 1 << (EV_REP - 16); break;
  case 0x20 + EV_KEY: for (int key = 1; key < 0x80; key++) bits[key / 8] |= 1 << key % 8; break;
  case 0x20 + EV_LED: bits[0] = 7; break;
  }
  if (room > sizeof bits) { memset(argument, 0, room); room = sizeof bits; }
  memcpy(argument, bits, room);
  return (int)room;
}

int ioctl(int fd, unsigned long request, ...) {
  va_list list;
  va_start(list, request);
  void *argument = va_arg(list, void *);
  va_end(list);
  if (descriptor >= 0 && fd >= 100 && _IOC_TYPE(request) == 'E') return answer(request, argument);
  return NEXT(ioctl)(fd, request, argument);
}
