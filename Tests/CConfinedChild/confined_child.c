// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "confined_child.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

bool confined_child_try(
    const struct keybridge_confinement *confinement, struct confined_attempt *attempts, int count) {
  size_t size = (size_t)count * sizeof *attempts;
  struct confined_attempt *shared =
      mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) return false;
  memcpy(shared, attempts, size);
  for (int i = 0; i < count; i++) shared[i].error = -1;
  pid_t child = fork();
  if (child == 0) {
    int error;
    if (keybridge_confine(confinement, NULL, &error) != KEYBRIDGE_STEP_NONE) _exit(1);
    for (int i = 0; i < count; i++) {
      long *arguments = shared[i].arguments;
      long result = syscall(
          shared[i].number, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4],
          arguments[5]);
      shared[i].error = result < 0 ? errno : 0;
      if (shared[i].number == __NR_openat && result >= 0) close((int)result);
    }
    _exit(0);
  }
  int status = -1;
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  memcpy(attempts, shared, size);
  munmap(shared, size);
  return status == 0;
}
