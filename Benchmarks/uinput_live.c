// SPDX-License-Identifier: Apache-2.0
// Measures the wall time from a write to /dev/uinput to the line that answers it: creates a
// keyboard, starts a program on it, and types. It uses the real kernel and no mock, so it runs in
// the guest of the tests.
//
//   uinput_live PRESSES WARM-UP MARK OUTPUT PROGRAM [ARGUMENT…]
//
// OUTPUT is the output of the program: the path of its socket, "pipe" or "pty". MARK is a text in
// the line that answers a press, or "raw" for the event itself. NODE in an argument is replaced by
// the keyboard's node. Prints "cpu NANOSECONDS" (of the program, for all presses and releases),
// "resident KB" and "private KB", and then the nanoseconds of each press, each on a line.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/uinput.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE = 90000 };  // milliseconds
// A program without output for this time has finished handling a release. The variable IDLE of the
// environment changes it, for a program that draws after its output.
static int idle = 4;

static pid_t child;

__attribute__((format(printf, 1, 2))) static void die(const char *format, ...) {
  va_list values;
  va_start(values, format);
  fputs("uinput_live: ", stderr);
  vfprintf(stderr, format, values);
  fputc('\n', stderr);
  va_end(values);
  if (child > 0) kill(child, SIGKILL);
  exit(1);
}

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

// The keyboard.

static int keyboard;

static void emit(uint16_t code, int32_t value) {
  struct input_event events[2] = {{.type = EV_KEY, .code = code, .value = value}, {.type = EV_SYN}};
  if (write(keyboard, events, sizeof events) != sizeof events) die("the keyboard: %m");
}

/// Creates the keyboard and waits until udev knows its node. The kernel repeats its keys, as for
/// nearly all keyboards; otherwise some programs would set a timer for each key.
static void plug(char *node, size_t room) {
  struct uinput_setup setup = {.id = {.bustype = BUS_USB, .vendor = 0x1209, .product = 1}};
  strcpy(setup.name, "Benchmark Keyboard");
  keyboard = open("/dev/uinput", O_WRONLY | O_CLOEXEC);
  if (keyboard < 0) die("/dev/uinput: %m");
  ioctl(keyboard, UI_SET_EVBIT, EV_KEY);
  ioctl(keyboard, UI_SET_EVBIT, EV_REP);
  for (int code = 1; code < 249; code++) ioctl(keyboard, UI_SET_KEYBIT, code);
  char name[32], folder[80], command[160];
  if (ioctl(keyboard, UI_DEV_SETUP, &setup) || ioctl(keyboard, UI_DEV_CREATE) ||
      ioctl(keyboard, UI_GET_SYSNAME(sizeof name), name) < 0)
    die("making the keyboard: %m");
  snprintf(folder, sizeof folder, "/sys/devices/virtual/input/%s", name);
  DIR *entries = opendir(folder);
  if (!entries) die("%s: %m", folder);
  *node = 0;
  for (struct dirent *entry; (entry = readdir(entries));)
    if (!strncmp(entry->d_name, "event", 5)) snprintf(node, room, "/dev/input/%.20s", entry->d_name);
  closedir(entries);
  if (!*node) die("%s has no node", folder);
  snprintf(command, sizeof command, "exec udevadm wait --settle --timeout=20 %s", node);
  if (system(command)) die("udev does not know %s", node);
}

// The program.

/// Starts the program with its output on a pipe or a terminal, which is returned. If the output is
/// a socket, standard output is discarded.
static int start(const char *output, char **program) {
  int ends[2] = {-1, -1};
  if (!strcmp(output, "pty")) {
    child = forkpty(&ends[0], NULL, NULL, NULL);
  } else {
    if (!strcmp(output, "pipe") && pipe2(ends, O_CLOEXEC)) die("pipe: %m");
    child = fork();
  }
  if (child < 0) die("fork: %m");
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (strcmp(output, "pty")) {
      int nothing = open("/dev/null", O_RDWR);
      dup2(nothing, 0);
      dup2(ends[1] < 0 ? nothing : ends[1], 1);
    }
    execvp(program[0], program);
    fprintf(stderr, "%s: %m\n", program[0]);
    _exit(127);
  }
  if (ends[1] >= 0) close(ends[1]);
  return ends[0];
}

static int connect_to(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path, path, sizeof address.sun_path - 1);
  for (int64_t end = now() + PATIENCE * 1000000LL; now() < end; usleep(1000)) {
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connect(fd, (struct sockaddr *)&address, sizeof address) == 0) return fd;
    close(fd);
  }
  die("%s: %m", path);
  return -1;
}

/// Returns the processor time of the program and its child processes, in nanoseconds.
static int64_t processor_time(pid_t pid) {
  char path[400], line[400];
  snprintf(path, sizeof path, "/proc/%d/task", pid);
  DIR *threads = opendir(path);
  if (!threads) die("the program went away");
  int64_t sum = 0;
  for (struct dirent *thread; (thread = readdir(threads));) {
    if (thread->d_name[0] == '.') continue;
    snprintf(path, sizeof path, "/proc/%d/task/%s/schedstat", pid, thread->d_name);
    FILE *file = fopen(path, "r");
    if (!file || !fgets(line, sizeof line, file)) die("%s: %m", path);
    sum += strtoll(line, NULL, 10);
    fclose(file);
    snprintf(path, sizeof path, "/proc/%d/task/%s/children", pid, thread->d_name);
    if (!(file = fopen(path, "r"))) die("%s: %m", path);
    for (int other; fscanf(file, "%d", &other) == 1;) sum += processor_time(other);
    fclose(file);
  }
  closedir(threads);
  return sum;
}

static void print_memory(void) {
  char path[64], line[256];
  long value;
  snprintf(path, sizeof path, "/proc/%d/smaps_rollup", child);
  FILE *file = fopen(path, "r");
  if (!file) die("%s: %m", path);
  while (fgets(line, sizeof line, file)) {
    if (sscanf(line, "Rss: %ld", &value) == 1) printf("resident %ld\n", value);
    if (sscanf(line, "Anonymous: %ld", &value) == 1) printf("private %ld\n", value);
  }
  fclose(file);
}

// The answer.

static int answers;
static char text[1 << 16];

/// Reads until a whole line with the mark has arrived; returns 0 if it does not arrive within the
/// milliseconds.
static int64_t wait_for(const char *mark, uint16_t code, int patience) {
  struct { uint16_t type, code; int32_t value; } event = {EV_KEY, code, 1};
  bool is_raw = !strcmp(mark, "raw");
  size_t size = is_raw ? sizeof event : strlen(mark), length = 0;
  for (;;) {
    struct pollfd ready = {.fd = answers, .events = POLLIN};
    if (poll(&ready, 1, patience) <= 0) return 0;
    ssize_t count = read(answers, text + length, sizeof text - length);
    int64_t time = now();
    if (count <= 0) die("the program went away");
    length += (size_t)count;
    char *place = memmem(text, length, is_raw ? (const void *)&event : mark, size);
    if (place && (is_raw || memchr(place, '\n', (size_t)(text + length - place)))) return time;
    if (length > sizeof text / 2) length = 0;
  }
}

static void wait_until_idle(void) {
  struct pollfd ready = {.fd = answers, .events = POLLIN};
  while (poll(&ready, 1, idle) > 0)
    if (read(answers, text, sizeof text) <= 0) die("the program went away");
}

int main(int count, char **words) {
  if (count < 6) {
    fputs("usage: uinput_live PRESSES WARM-UP MARK OUTPUT PROGRAM [ARGUMENT…]\n", stderr);
    return 2;
  }
  int presses = atoi(words[1]), warm_up = atoi(words[2]);
  const char *mark = words[3], *output = words[4];
  if (getenv("IDLE")) idle = atoi(getenv("IDLE"));
  char node[64];
  plug(node, sizeof node);
  for (int i = 5; i < count; i++) {
    char *place = strstr(words[i], "NODE");
    if (place && asprintf(&words[i], "%.*s%s%s", (int)(place - words[i]), words[i], node, place + 4) < 0)
      die("no memory");
  }
  bool is_stream = !strcmp(output, "pipe") || !strcmp(output, "pty");
  if (!is_stream) unlink(output);
  answers = start(output, words + 5);
  if (!is_stream) answers = connect_to(output);

  // Types until the program answers; a program that is still starting does not receive keys.
  for (int64_t time = 0, end = now() + PATIENCE * 1000000LL; !time;) {
    if (now() > end) die("%s never answered", words[5]);
    emit(KEY_T, 1), emit(KEY_T, 0);
    time = wait_for(mark, KEY_T, 200);
  }
  static const uint16_t letters[] = {KEY_T, KEY_H, KEY_E, KEY_SPACE, KEY_Q, KEY_U, KEY_I, KEY_C, KEY_K};
  int64_t *times = calloc((size_t)presses + 1, sizeof *times), before = 0;
  if (!times) die("no memory");
  for (int i = -warm_up; i < presses; i++) {
    wait_until_idle();
    if (i == 0) before = processor_time(child);
    uint16_t letter = letters[(i + warm_up) % (int)(sizeof letters / sizeof *letters)];
    int64_t begin = now();
    emit(letter, 1);
    int64_t end = wait_for(mark, letter, PATIENCE);
    if (!end) die("%s gave no answer to press %d", words[5], i);
    emit(letter, 0);
    if (i >= 0) times[i] = end - begin;
  }
  wait_until_idle();
  printf("cpu %lld\n", (long long)(processor_time(child) - before));
  print_memory();
  for (int i = 0; i < presses; i++) printf("%lld\n", (long long)times[i]);
  kill(child, SIGKILL);
  return 0;
}
