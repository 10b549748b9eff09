// SPDX-License-Identifier: Apache-2.0
// Draws on a pad and types on a keyboard, both made by umockdev, for a program that it starts.
//
//   drawer PROGRAM [ARGUMENT…]
//
// Prints the process number of the program, and then reads a command from each line of standard
// input:
//
//   stroke X Y X Y COUNT   draws a straight stroke with COUNT reports, one every 8 ms, between two
//                          places in thousandths of the pad, and lifts the finger
//   key CODE               presses and releases a key
//   draw                   moves a finger in a circle, with a report every 8 ms
//   rest                   lifts that finger
//
// After each it prints CLOCK_MONOTONIC in nanoseconds, when the finger is lifted or the key is
// pressed. At the end of input it sends SIGTERM to the program and exits with its status.
#define _GNU_SOURCE
#include "testbed.h"
#include <errno.h>
#include <linux/input.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { KEYBOARD = 1, PAD = 2, WIDTH = 4410, HEIGHT = 3662, REPORT = 8000000 };

static testbed *bed;
static atomic_bool draws;

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static void emit(int device, uint16_t type, uint16_t code, int32_t value) {
  testbed_emit(bed, device, now() / 1000, type, code, value);
}

static void move(int x, int y) {
  emit(PAD, EV_ABS, ABS_MT_POSITION_X, x * WIDTH / 1000);
  emit(PAD, EV_ABS, ABS_MT_POSITION_Y, y * HEIGHT / 1000);
  emit(PAD, EV_SYN, SYN_REPORT, 0);
}

static void touch(int x, int y) {
  static int number = 1;
  emit(PAD, EV_ABS, ABS_MT_TRACKING_ID, number++);
  emit(PAD, EV_KEY, BTN_TOUCH, 1);
  emit(PAD, EV_KEY, BTN_TOOL_FINGER, 1);
  move(x, y);
}

static void lift(void) {
  emit(PAD, EV_ABS, ABS_MT_TRACKING_ID, -1);
  emit(PAD, EV_KEY, BTN_TOUCH, 0);
  emit(PAD, EV_KEY, BTN_TOOL_FINGER, 0);
  emit(PAD, EV_SYN, SYN_REPORT, 0);
}

static void wait_until(int64_t time) {
  struct timespec until = {.tv_sec = time / 1000000000, .tv_nsec = time % 1000000000};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == EINTR) continue;
}

static int64_t stroke(const int *place, int count) {
  int64_t time = now();
  for (int i = 0; i < count; i++) {
    int x = place[0] + (place[2] - place[0]) * i / (count > 1 ? count - 1 : 1);
    int y = place[1] + (place[3] - place[1]) * i / (count > 1 ? count - 1 : 1);
    if (i) move(x, y); else touch(x, y);
    wait_until(time += REPORT);
  }
  time = now();
  lift();
  return time;
}

static void *draw(void *unused) {
  int64_t time = now();
  for (int i = 0; draws; i++) {
    int x = 500 + (int)(300 * cos(i / 20.0)), y = 500 + (int)(300 * sin(i / 20.0));
    if (i) move(x, y); else touch(x, y);
    wait_until(time += REPORT);
  }
  lift();
  return unused;
}

static pid_t start(char **words) {
  extern char **environ;
  pid_t child;
  setenv("LD_PRELOAD", "libumockdev-preload.so.0", 1);
  setenv("UMOCKDEV_DIR", testbed_root(bed), 1);
  int failure = posix_spawnp(&child, words[0], NULL, NULL, words, environ);
  unsetenv("LD_PRELOAD");
  if (!failure) return child;
  fprintf(stderr, "drawer: %s: %s\n", words[0], strerror(failure));
  exit(1);
}

int main(int count, char **words) {
  if (count < 2) {
    fputs("usage: drawer PROGRAM [ARGUMENT...]\n", stderr);
    return 2;
  }
  uint16_t keys[0x53], buttons[] = {BTN_LEFT, BTN_TOOL_FINGER, BTN_TOUCH, BTN_TOOL_DOUBLETAP};
  for (uint16_t i = 0; i < 0x53; i++) keys[i] = i + 1;
  testbed_axis axes[] = {
    {ABS_X, 0, WIDTH, 45}, {ABS_Y, 0, HEIGHT, 68}, {ABS_MT_SLOT, 0, 1, 0},
    {ABS_MT_POSITION_X, 0, WIDTH, 45}, {ABS_MT_POSITION_Y, 0, HEIGHT, 68},
    {ABS_MT_TRACKING_ID, 0, 65535, 0},
  };
  bed = testbed_new();
  testbed_plug(bed, KEYBOARD, &(testbed_device){
    .name = "Benchmark Keyboard", .bus = 3, .vendor = 0x1209, .product = 1, .keys = keys,
    .key_count = 0x53, .leds = 7, .repeat = true});
  testbed_plug(bed, PAD, &(testbed_device){
    .name = "Benchmark Pad", .bus = 3, .vendor = 0x1209, .product = 2, .keys = buttons,
    .key_count = sizeof buttons / sizeof *buttons, .axes = axes,
    .axis_count = sizeof axes / sizeof *axes, .properties = 1});
  pid_t child = start(words + 1);
  printf("%d\n", (int)child);
  fflush(stdout);
  char line[256];
  pthread_t drawing;
  while (fgets(line, sizeof line, stdin)) {
    int place[4], number;
    int64_t time = 0;
    if (sscanf(line, "stroke %d %d %d %d %d", place, place + 1, place + 2, place + 3, &number) == 5) {
      time = stroke(place, number);
    } else if (sscanf(line, "key %d", &number) == 1) {
      time = now();
      for (int value = 1; value >= 0; value--) {
        emit(KEYBOARD, EV_KEY, (uint16_t)number, value);
        emit(KEYBOARD, EV_SYN, SYN_REPORT, 0);
      }
    } else if (!strcmp(line, "draw\n") && !draws) {
      draws = true;
      if (pthread_create(&drawing, NULL, draw, NULL)) return 1;
    } else if (!strcmp(line, "rest\n") && draws) {
      draws = false;
      pthread_join(drawing, NULL);
    } else {
      fprintf(stderr, "drawer: unknown command: %s", line);
      break;
    }
    printf("%lld\n", (long long)time);
    fflush(stdout);
  }
  int status = 0;
  kill(child, SIGTERM);
  waitpid(child, &status, 0);
  testbed_free(bed);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
