// SPDX-License-Identifier: Apache-2.0
// Measures the wall time from an event on a keyboard's node to the line on a socket: creates a
// keyboard (umockdev in place of udev, a pipe for the events), starts a program on it, connects to
// its socket, and types.
//
//   live COUNT KEYS TIMED MARK SOCKET PRELOAD PROGRAM [ARGUMENT…]
//
// KEYS are letters, spaces and line ends, which are typed in turn until COUNT of those that TIMED
// contains were measured. MARK is a text in the line that answers a measured press; after another
// press the program must become silent. Prints the nanoseconds of each measured press on a line. If
// standard input is a terminal, the program writes to it, too. All measured programs read the same
// node in the same way.
#define _GNU_SOURCE
#include "testbed.h"
#include <errno.h>
#include <linux/input.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static pid_t child;

static void die(const char *what) {
  fprintf(stderr, "live: %s: %s\n", what, strerror(errno));
  if (child > 0) kill(child, SIGKILL);
  exit(1);
}

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void start(char **program, const char *preload, const char *root, int keyboard) {
  extern char **environ;
  char text[4096];
  snprintf(text, sizeof text, "/dev/input/event1:%d", keyboard);
  setenv("PIPE_KEYBOARD", text, 1);
  snprintf(text, sizeof text, "%s:libumockdev-preload.so.0", preload);
  setenv("LD_PRELOAD", text, 1);
  setenv("UMOCKDEV_DIR", root, 1);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (isatty(0)) posix_spawn_file_actions_adddup2(&actions, 0, 1);
  int failure = posix_spawnp(&child, program[0], &actions, NULL, program, environ);
  unsetenv("LD_PRELOAD");
  if (failure) errno = failure, die(program[0]);
}

static int connect_to(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path, path, sizeof address.sun_path - 1);
  for (int attempt = 0; attempt < 5000; attempt++) {
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connect(fd, (struct sockaddr *)&address, sizeof address) == 0) return fd;
    close(fd);
    usleep(1000);
  }
  die(path);
  return -1;
}

/// Reads until the mark has arrived; discards the text after it.
static int64_t wait_for(int fd, const char *mark) {
  static char text[1 << 16];
  size_t length = 0;
  for (;;) {
    struct pollfd ready = {.fd = fd, .events = POLLIN};
    if (poll(&ready, 1, 5000) <= 0) die("no answer within 5 s");
    ssize_t count = read(fd, text + length, sizeof text - 1 - length);
    int64_t time = now();
    if (count <= 0) die("the program went away");
    length += (size_t)count;
    text[length] = 0;
    if (strstr(text, mark)) return time;
    if (length > sizeof text / 2) length = 0;
  }
}

/// Reads until nothing has arrived for 20 ms.
static void wait_for_silence(int fd) {
  char text[1 << 16];
  struct pollfd ready = {.fd = fd, .events = POLLIN};
  while (poll(&ready, 1, 20) > 0) {
    if (read(fd, text, sizeof text) <= 0) die("the program went away");
  }
}

static uint16_t code_of(int character) {
  static const char *rows[] = {"1234567890-", "qwertyuiop", "asdfghjkl", "zxcvbnm"};
  static const uint16_t first[] = {KEY_1, KEY_Q, KEY_A, KEY_Z};
  for (int row = 0; row < 4; row++) {
    const char *place = character ? strchr(rows[row], character) : NULL;
    if (place) return first[row] + (uint16_t)(place - rows[row]);
  }
  if (character != '\n' && character != ' ') errno = EINVAL, die("KEYS");
  return character == '\n' ? KEY_ENTER : KEY_SPACE;
}

static void emit(int keyboard, uint16_t code, int32_t value) {
  int64_t time = now() / 1000;
  struct input_event events[2] = {{.type = EV_KEY, .code = code, .value = value}, {.type = EV_SYN}};
  for (int i = 0; i < 2; i++) {
    events[i].input_event_sec = time / 1000000;
    events[i].input_event_usec = time % 1000000;
  }
  if (write(keyboard, events, sizeof events) != sizeof events) die("the keyboard");
}

int main(int count, char **words) {
  if (count < 8 || !*words[2] || !strpbrk(words[2], words[3])) {
    fputs("usage: live COUNT KEYS TIMED MARK SOCKET PRELOAD PROGRAM [ARGUMENT...]\n", stderr);
    return 2;
  }
  const char *typed = words[2], *timed = words[3], *mark = words[4];
  uint16_t keys[0x53];
  for (uint16_t i = 0; i < 0x53; i++) keys[i] = i + 1;
  testbed *bed = testbed_new();
  testbed_device keyboard = {.name = "Benchmark Keyboard", .bus = 3, .vendor = 0x1209, .product = 1,
                             .keys = keys, .key_count = 0x53, .leds = 7, .repeat = true};
  testbed_plug(bed, 1, &keyboard);
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends)) die("socketpair");
  start(words + 7, words[6], testbed_root(bed), ends[1]);
  int fd = connect_to(words[5]);
  usleep(1000000); // the observer's snapshot, the program's work when it becomes idle, its engines
  char rest[1 << 16];
  while (recv(fd, rest, sizeof rest, MSG_DONTWAIT) > 0) {}
  int presses = atoi(words[1]), warm_up = presses / 10;
  for (int i = 0, measured = 0; measured < presses + warm_up; i++) {
    char character = typed[i % (int)strlen(typed)];
    uint16_t code = code_of(character);
    bool is_timed = strchr(timed, character) != NULL;
    int64_t begin = now();
    emit(ends[0], code, 1);
    int64_t end = is_timed ? wait_for(fd, mark) : 0;
    emit(ends[0], code, 0);
    if (!is_timed) wait_for_silence(fd);
    if (is_timed && measured++ >= warm_up) printf("%lld\n", (long long)(end - begin));
    usleep(2000);
  }
  kill(child, SIGKILL);
  waitpid(child, NULL, 0);
  testbed_free(bed);
  return 0;
}
