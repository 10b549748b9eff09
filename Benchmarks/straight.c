// SPDX-License-Identifier: Apache-2.0
// Measures a language engine without Keybridge: starts it, sends it the requests of the standard
// input one after the other, and waits for each answer.
//
//   straight PROGRAM [ARGUMENT…] < REQUESTS
//
// A line is the number of microseconds from the request before it, a space, and the request. A
// processor that has been idle for as long as in another measurement is as slow.
//
// Prints the nanoseconds from before a request is written until its answer is read, one line for
// each request. Requests without an answer must be left out.
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void die(const char *what) {
  fprintf(stderr, "straight: %s: %s\n", what, strerror(errno));
  exit(1);
}

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void wait_until(long long time) {
  struct timespec end = {.tv_sec = time / 1000000000, .tv_nsec = time % 1000000000};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &end, NULL) == EINTR) {}
}

int main(int count, char **words) {
  if (count < 2) {
    fputs("usage: straight PROGRAM [ARGUMENT...] < REQUESTS\n", stderr);
    return 2;
  }
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends)) die("socketpair");
  pid_t engine = fork();
  if (engine < 0) die("fork");
  if (engine == 0) {
    dup2(ends[1], 0);
    dup2(ends[1], 1);
    execvp(words[1], words + 1);
    _exit(127);
  }
  close(ends[1]);
  static char answer[1 << 20];
  char *line = NULL;
  size_t size = 0;
  ssize_t length;
  long long begin = now();
  while ((length = getline(&line, &size, stdin)) > 0) {
    char *request;
    long long gap = strtoll(line, &request, 10);
    if (request == line || *request != ' ') errno = EINVAL, die("standard input");
    length -= ++request - line;
    wait_until(begin + gap * 1000);
    begin = now();
    if (write(ends[0], request, (size_t)length) != length) die("the engine does not read");
    ssize_t received;
    do {
      received = read(ends[0], answer, sizeof answer);
      if (received <= 0) die("the engine has ended");
    } while (answer[received - 1] != '\n');
    printf("%lld\n", now() - begin);
  }
  free(line);
  close(ends[0]);
  waitpid(engine, NULL, 0);
  return 0;
}
