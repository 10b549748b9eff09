// SPDX-License-Identifier: Apache-2.0
// Types its standard input on a keyboard: creates the keyboard (umockdev in place of udev, a pipe
// for the events), starts a program on it, and presses a key for each letter, digit, space and line
// end that it reads.
//
//   typist [--keyboards NUMBER] PRELOAD PROGRAM [ARGUMENT…]
//   typist [--keyboards NUMBER] --events PRELOAD PROGRAM [ARGUMENT…]
//   typist [--keyboards NUMBER] --silent PRELOAD PROGRAM [ARGUMENT…]
//
// With --keyboards that many keyboards are plugged in; all but the first are silent.
//
// With --events the standard input is the keyboard itself, a socket that carries the kernel's
// events, and the caller ends the program.
//
// With --silent nothing is typed. The program has the standard input, and is waited for.
//
// Prints the process number of the program. At the end of input it sends SIGTERM to the program and
// exits with the program's status. Writes to the keyboard block while the program does not read,
// because it is a socket.
#define _GNU_SOURCE
#include "testbed.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static pid_t child;

static void die(const char *what) {
  fprintf(stderr, "typist: %s: %s\n", what, strerror(errno));
  if (child > 0) kill(child, SIGKILL);
  exit(1);
}

static void start(char **program, const char *preload, const char *root, int keyboard) {
  extern char **environ;
  char text[4096];
  snprintf(text, sizeof text, "/dev/input/event1:%d", keyboard);
  setenv("PIPE_KEYBOARD", text, 1);
  snprintf(text, sizeof text, "%s:libumockdev-preload.so.0", preload);
  setenv("LD_PRELOAD", text, 1);
  setenv("UMOCKDEV_DIR", root, 1);
  int failure = posix_spawnp(&child, program[0], NULL, NULL, program, environ);
  unsetenv("LD_PRELOAD");
  if (failure) errno = failure, die(program[0]);
}

/// Writes whole events, as the kernel does: each write is small enough not to be split.
static void emit(int keyboard, const struct input_event *events, size_t count) {
  for (size_t i = 0; i < count; i += 64) {
    size_t size = (count - i < 64 ? count - i : 64) * sizeof *events;
    ssize_t written;
    do written = send(keyboard, events + i, size, MSG_NOSIGNAL);
    while (written < 0 && errno == EINTR);
    if (written != (ssize_t)size) die("the keyboard");
  }
}

static uint16_t code_of(int character) {
  static const char *rows[] = {"1234567890-", "qwertyuiop", "asdfghjkl", "zxcvbnm"};
  static const uint16_t first[] = {KEY_1, KEY_Q, KEY_A, KEY_Z};
  for (int row = 0; row < 4; row++) {
    const char *place = character ? strchr(rows[row], character) : NULL;
    if (place) return first[row] + (uint16_t)(place - rows[row]);
  }
  return character == '\n' ? KEY_ENTER : character == ' ' ? KEY_SPACE : 0;
}

/// Turns the standard input into a descriptor that the program inherits; the standard input becomes
/// empty.
static int take_input(void) {
  int keyboard = dup(0), nothing = open("/dev/null", O_RDONLY);
  if (keyboard < 0 || nothing < 0 || dup2(nothing, 0) < 0) die("standard input");
  return keyboard;
}

int main(int count, char **words) {
  int keyboards = 1;
  if (count > 2 && !strcmp(words[1], "--keyboards")) {
    keyboards = atoi(words[2]);
    words += 2, count -= 2;
  }
  bool carries_events = count > 1 && !strcmp(words[1], "--events");
  bool is_silent = count > 1 && !strcmp(words[1], "--silent");
  if (carries_events || is_silent) words++, count--;
  if (count < 3 || keyboards < 1) {
    fputs("usage: typist [--keyboards NUMBER] [--events | --silent] PRELOAD PROGRAM [ARGUMENT...]\n",
          stderr);
    return 2;
  }
  uint16_t keys[0x53];
  for (uint16_t i = 0; i < 0x53; i++) keys[i] = i + 1;
  testbed *bed = testbed_new();
  testbed_device keyboard = {.name = "Benchmark Keyboard", .bus = 3, .vendor = 0x1209, .product = 1,
                             .keys = keys, .key_count = 0x53, .leds = 7, .repeat = true};
  for (int number = 1; number <= keyboards; number++) testbed_plug(bed, number, &keyboard);
  int ends[2] = {-1, -1};
  if (carries_events) {
    ends[1] = take_input();
  } else {
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends)) die("socketpair");
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  }
  start(words + 2, words[1], testbed_root(bed), ends[1]);
  close(ends[1]);
  printf("%d\n", (int)child);
  fflush(stdout);
  unsigned char text[4096];
  ssize_t length;
  while (!is_silent && (length = read(0, text, sizeof text)) > 0) {
    static struct input_event events[4 * sizeof text];
    size_t used = 0;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    for (ssize_t i = 0; i < length; i++) {
      uint16_t code = code_of(text[i]);
      if (!code) continue;
      for (int value = 1; value >= 0; value--) {
        struct input_event pair[2] = {{.type = EV_KEY, .code = code, .value = value}, {.type = EV_SYN}};
        for (int j = 0; j < 2; j++) {
          pair[j].input_event_sec = now.tv_sec;
          pair[j].input_event_usec = now.tv_nsec / 1000;
          events[used++] = pair[j];
        }
      }
    }
    emit(ends[0], events, used);
  }
  int status = 0;
  if (!carries_events && !is_silent) kill(child, SIGTERM);
  waitpid(child, &status, 0);
  testbed_free(bed);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
