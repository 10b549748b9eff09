// SPDX-License-Identifier: Apache-2.0
// The least that stands between a key and a program's line, with and without an extension.
//
//   relay REQUEST ANSWER [PROGRAM [ARGUMENT…]]
//
// For each byte of the standard input it writes ANSWER to the standard output, which is a socket.
// With a program it first sends it REQUEST, and waits for a line of it. Both are lines without a
// newline.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

static void die(const char *what) {
  fprintf(stderr, "relay: %s: %s\n", what, strerror(errno));
  exit(1);
}

static char *line(const char *text, size_t *length) {
  char *copy = malloc(strlen(text) + 2);
  if (!copy) die("malloc");
  *length = (size_t)sprintf(copy, "%s\n", text);
  return copy;
}

static void put(int descriptor, const char *bytes, size_t length) {
  if (send(descriptor, bytes, length, MSG_NOSIGNAL) != (ssize_t)length) die("send");
}

int main(int count, char **words) {
  if (count < 3) {
    fputs("usage: relay REQUEST ANSWER [PROGRAM [ARGUMENT...]]\n", stderr);
    return 2;
  }
  size_t request_length, answer_length;
  char *request = line(words[1], &request_length), *answer = line(words[2], &answer_length);
  int ends[2] = {-1, -1};
  int events = epoll_create1(EPOLL_CLOEXEC);
  if (events < 0) die("epoll_create1");
  if (count > 3) {
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends)) die("socketpair");
    pid_t program = fork();
    if (program < 0) die("fork");
    if (program == 0) {
      dup2(ends[1], 0);
      dup2(ends[1], 1);
      execv(words[3], words + 3);
      _exit(127);
    }
    close(ends[1]);
  }
  for (int i = 0; i < (ends[0] < 0 ? 1 : 2); i++) {
    struct epoll_event event = {.events = EPOLLIN, .data.fd = i ? ends[0] : 0};
    if (epoll_ctl(events, EPOLL_CTL_ADD, event.data.fd, &event)) die("epoll_ctl");
  }
  static char room[1 << 16];
  for (;;) {
    struct epoll_event event;
    if (epoll_wait(events, &event, 1, -1) != 1) continue;
    ssize_t got = read(event.data.fd, room, sizeof room);
    if (got <= 0) return 0;
    if (event.data.fd == 0 && ends[0] >= 0) put(ends[0], request, request_length);
    else put(1, answer, answer_length);
  }
}
