// SPDX-License-Identifier: Apache-2.0
// Preloaded into the programs whose instructions are counted, so that all runs execute the same
// instructions. All clocks return the time in a file, which the counting program advances with each
// event, so that no timer fires. Random numbers and the seeds of hashes are constant.
//
//   REPEATABLE_CLOCK=FILE     a struct timespec, mapped
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

static const struct timespec *event_time;

__attribute__((constructor)) static void seed_hashes(void) {
  // Jansson reads /dev/urandom unless a seed is set.
  void (*seed)(size_t) = (void (*)(size_t))dlsym(RTLD_DEFAULT, "json_object_seed");
  if (seed) seed(1);
}

__attribute__((constructor)) static void map_time(void) {
  const char *path = getenv("REPEATABLE_CLOCK");
  int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  void *address = fd < 0 ? MAP_FAILED : mmap(NULL, sizeof *event_time, PROT_READ, MAP_SHARED, fd, 0);
  if (address == MAP_FAILED) {
    perror("repeatable.so: REPEATABLE_CLOCK");
    _exit(1);
  }
  close(fd);
  event_time = address;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  (void)clock;
  *time = *event_time;
  return 0;
}

ssize_t getrandom(void *buffer, size_t length, unsigned flags) {
  (void)flags;
  memset(buffer, 1, length);
  return (ssize_t)length;
}
