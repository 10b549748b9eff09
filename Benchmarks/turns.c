// SPDX-License-Identifier: Apache-2.0
// Preloaded into a program that runs under callgrind: reports the instructions executed so far
// whenever the program waits, so that the instructions of each turn of its loop are known while the
// program runs. The report is in valgrind's log.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sys/epoll.h>
#include <valgrind/valgrind.h>

int epoll_wait(int poll, struct epoll_event *events, int limit, int timeout) {
  static int (*wait)(int, struct epoll_event *, int, int);
  if (!wait) wait = (int (*)(int, struct epoll_event *, int, int))dlsym(RTLD_NEXT, "epoll_wait");
  if (timeout != 0) VALGRIND_MONITOR_COMMAND("status internal");
  return wait(poll, events, limit, timeout);
}
