// SPDX-License-Identifier: Apache-2.0
// Preloaded into keybridge: the nodes of its keyboards are sockets of a test, and, if the test
// listens for it, time passes only when the test says so. machine.py is the other end.
//
//   SCRIPTED_MACHINE=FOLDER
//     FOLDER/state     the state below, which both processes map
//     FOLDER/eventN    the socket that stands for /dev/input/eventN
//     FOLDER/time      the socket that moves the time; without it, time is real
//
// The test sends a time in nanoseconds. As soon as the program has nothing else to do, its clocks
// jump to that time, or to the first of its timers before that time, which fires. When the program
// has nothing to do again, it answers with the time and with the number of events that it has
// handled so far. A forked process has real time.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { DEVICES = 64, DESCRIPTORS = 4096, KEY_BYTES = KEY_CNT / 8 };

struct device {
  char name[64];
  uint16_t vendor, product;
  uint8_t plugged, grabbed, open, unused;
  uint8_t pressed[KEY_BYTES];
  char rest[256 - 64 - 8 - KEY_BYTES];
};

struct state {
  int64_t now;                                               // nanoseconds
  char rest[56];
  struct device devices[DEVICES];
};
_Static_assert(sizeof(struct device) == 256 && offsetof(struct state, devices) == 64, "machine.py");

static struct state *state;
static char folder[96];
static uint8_t number_of[DESCRIPTORS];                       // one more than the number of a device
static int grabber[DEVICES];                                 // one more than a descriptor

static struct {
  int driver, sets; // the socket of the test; an epoll set with it and the program's
  int watched;                                               // the program's epoll set
  bool owes_answer;
  int64_t wall;                                              // the wall-clock time at the time zero
  uint64_t handled;
} time_line = {.driver = -1, .sets = -1, .watched = -1};

static struct timer {
  bool exists;
  int64_t due, period;                                       // 0: not set
} timers[DESCRIPTORS];

// The function that the program would have called: that of umockdev, or of the C library.
#define NEXT(name) \
  ({ \
    static __typeof__(name) *next; \
    if (!next) next = (__typeof__(name) *)dlsym(RTLD_NEXT, #name); \
    next; \
  })

// MARK: Start

// Connects without the functions of the C library, which umockdev replaces.
static int connect_to(const char *name) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if ((size_t)snprintf(address.sun_path, sizeof address.sun_path, "%s/%s", folder, name) >= sizeof address.sun_path)
    return errno = ENAMETOOLONG, -1;
  int fd = (int)syscall(SYS_socket, AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return -1;
  if (syscall(SYS_connect, fd, &address, sizeof address) == 0) return fd;
  int error = errno;
  syscall(SYS_close, fd);
  return errno = error, -1;
}

static void forget_time(void) {
  time_line.driver = -1;
}

__attribute__((constructor)) static void start(void) {
  const char *path = getenv("SCRIPTED_MACHINE");
  // A tool that runs the program inside of it begins with programs of its own.
  if (!path || strcmp(program_invocation_short_name, "keybridge")) return;
  snprintf(folder, sizeof folder, "%s", path);
  char name[128];
  snprintf(name, sizeof name, "%s/state", folder);
  int fd = (int)syscall(SYS_openat, AT_FDCWD, name, O_RDWR | O_CLOEXEC);
  void *address = fd < 0 ? MAP_FAILED : mmap(NULL, sizeof *state, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (address == MAP_FAILED) {
    perror(name);
    _exit(1);
  }
  syscall(SYS_close, fd);
  state = address;
  // A program that this one starts has real devices and real time.
  unsetenv("SCRIPTED_MACHINE");
  int driver = connect_to("time");
  if (driver < 0) return;
  struct timespec now = {0};
  NEXT(clock_gettime)(CLOCK_REALTIME, &now);
  time_line.wall = now.tv_sec * 1000000000ll + now.tv_nsec - state->now;
  time_line.driver = driver;
  pthread_atfork(NULL, NULL, forget_time);
}

// MARK: Devices

int open(const char *path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(list, mode_t) : 0;
  va_end(list);
  unsigned number;
  if (!state || sscanf(path, "/dev/input/event%u", &number) != 1 || number >= DEVICES)
    return NEXT(open)(path, flags, mode);
  if (!state->devices[number].plugged) return errno = ENODEV, -1;
  int fd = connect_to(path + strlen("/dev/input/"));
  if (fd < 0) return -1;
  if (fd >= DESCRIPTORS) {
    syscall(SYS_close, fd);
    return errno = EMFILE, -1;
  }
  if (flags & O_NONBLOCK) fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
  number_of[fd] = (uint8_t)(number + 1);
  state->devices[number].open++;
  return fd;
}

int open64(const char *path, int flags, ...) __attribute__((alias("open")));

static struct device *device_of(int fd) {
  return state && fd >= 0 && fd < DESCRIPTORS && number_of[fd] ? &state->devices[number_of[fd] - 1] : NULL;
}

static int answer(int fd, struct device *device, unsigned long request, void *argument) {
  uint8_t bytes[KEY_BYTES] = {0};
  size_t room = _IOC_SIZE(request);
  switch (request) {
  case EVIOCGVERSION: *(int *)argument = EV_VERSION; return 0;
  case EVIOCGID: *(struct input_id *)argument = (struct input_id){3, device->vendor, device->product, 1}; return 0;
  case EVIOCGREP: memcpy(argument, (unsigned[]){250, 33}, 8); return 0;
  case EVIOCSCLOCKID: return 0;
  case EVIOCGRAB:
    device->grabbed = argument != NULL;
    grabber[number_of[fd] - 1] = argument ? fd + 1 : 0;
    return 0;
  }
  if (_IOC_DIR(request) != _IOC_READ) return errno = EINVAL, -1;
  switch (_IOC_NR(request)) {
  case _IOC_NR(EVIOCGNAME(0)): return snprintf(argument, room, "%s", device->name) + 1;
  case _IOC_NR(EVIOCGPHYS(0)): case _IOC_NR(EVIOCGUNIQ(0)): return errno = ENOENT, -1;
  case 0x20: bytes[0] = 1 << EV_SYN | 1 << EV_KEY; bytes[2] = 1 << (EV_LED - 16) | 1 << (EV_REP - 16); break;
  case 0x20 + EV_KEY: for (int key = 1; key < 0x80; key++) bytes[key / 8] |= (uint8_t)(1 << key % 8); break;
  case 0x20 + EV_LED: bytes[0] = 7; break;
  case _IOC_NR(EVIOCGKEY(0)): memcpy(bytes, device->pressed, sizeof bytes); break;
  }
  if (room > sizeof bytes) memset(argument, 0, room), room = sizeof bytes;
  memcpy(argument, bytes, room);
  return (int)room;
}

int ioctl(int fd, unsigned long request, ...) {
  va_list list;
  va_start(list, request);
  void *argument = va_arg(list, void *);
  va_end(list);
  struct device *device = device_of(fd);
  if (!device) return NEXT(ioctl)(fd, request, argument);
  if (!device->plugged) return errno = ENODEV, -1;
  // A socket knows no such request. strace can make the call fail in another way, as a device
  // would.
  if (syscall(SYS_ioctl, fd, request, argument) < 0 && errno != ENOTTY && errno != EOPNOTSUPP && errno != EINVAL) return -1;
  return answer(fd, device, request, argument);
}

ssize_t read(int fd, void *buffer, size_t count) {
  if (!device_of(fd)) return NEXT(read)(fd, buffer, count);
  ssize_t length = syscall(SYS_read, fd, buffer, count - count % sizeof(struct input_event));
  return length == 0 ? (errno = ENODEV, -1) : length;
}

int close(int fd) {
  struct device *device = device_of(fd);
  if (device) {
    int *owner = &grabber[number_of[fd] - 1];
    if (*owner == fd + 1) *owner = 0, device->grabbed = 0;
    number_of[fd] = 0;
    device->open--;
  }
  if (fd >= 0 && fd < DESCRIPTORS) timers[fd] = (struct timer){0};
  return NEXT(close)(fd);
}

// MARK: Time
//
// The machine makes no system call that the program makes, too: strace counts those that it fails,
// and how often the machine waits differs between runs.

static ssize_t receive(int fd, void *buffer, size_t size) {
  struct iovec part = {buffer, size};
  return syscall(SYS_readv, fd, &part, 1);
}

static struct timespec timespec_of(int64_t time) {
  return (struct timespec){time / 1000000000, time % 1000000000};
}

static int64_t nanoseconds(struct timespec time) {
  return time.tv_sec * 1000000000ll + time.tv_nsec;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  if (time_line.driver >= 0) {
    switch (clock) {
    case CLOCK_REALTIME: case CLOCK_REALTIME_COARSE: *time = timespec_of(state->now + time_line.wall); return 0;
    case CLOCK_MONOTONIC: case CLOCK_MONOTONIC_COARSE: case CLOCK_MONOTONIC_RAW: case CLOCK_BOOTTIME:
      *time = timespec_of(state->now);
      return 0;
    }
  }
  return NEXT(clock_gettime)(clock, time);
}

int timerfd_create(int clock, int flags) {
  if (time_line.driver < 0) return NEXT(timerfd_create)(clock, flags);
  // Its flags have the values of those of timerfd.
  int fd = eventfd(0, flags);
  if (fd >= DESCRIPTORS) {
    syscall(SYS_close, fd);
    return errno = EMFILE, -1;
  }
  if (fd >= 0) timers[fd] = (struct timer){.exists = true};
  return fd;
}

static void fire_due(void) {
  for (int fd = 0; fd < DESCRIPTORS; fd++) {
    struct timer *timer = &timers[fd];
    if (!timer->due || timer->due > state->now) continue;
    uint64_t times = timer->period ? 1 + (uint64_t)((state->now - timer->due) / timer->period) : 1;
    timer->due = timer->period ? timer->due + (int64_t)times * timer->period : 0;
    struct iovec part = {&times, sizeof times};
    syscall(SYS_writev, fd, &part, 1);
  }
}

int timerfd_settime(int fd, int flags, const struct itimerspec *setting, struct itimerspec *old) {
  if (time_line.driver < 0 || fd < 0 || fd >= DESCRIPTORS || !timers[fd].exists)
    return NEXT(timerfd_settime)(fd, flags, setting, old);
  uint64_t expirations;
  // Setting a timer discards its expirations.
  receive(fd, &expirations, sizeof expirations);
  int64_t value = nanoseconds(setting->it_value);
  timers[fd].due = value == 0 || flags & TFD_TIMER_ABSTIME ? value : state->now + value;
  timers[fd].period = nanoseconds(setting->it_interval);
  fire_due();
  return 0;
}

static int64_t next_due(void) {
  int64_t next = INT64_MAX;
  for (int fd = 0; fd < DESCRIPTORS; fd++)
    if (timers[fd].due && timers[fd].due < next) next = timers[fd].due;
  return next;
}

static void answer_test(void) {
  time_line.owes_answer = false;
  uint64_t words[2] = {(uint64_t)state->now, time_line.handled};
  struct iovec part = {words, sizeof words};
  syscall(SYS_writev, time_line.driver, &part, 1);
}

static bool watch(int set) {
  if (time_line.watched == set) return true;
  struct epoll_event driver = {.events = EPOLLIN, .data.u32 = 1}, program = {.events = EPOLLIN};
  if (time_line.sets < 0) {
    time_line.sets = epoll_create1(EPOLL_CLOEXEC);
    epoll_ctl(time_line.sets, EPOLL_CTL_ADD, time_line.driver, &driver);
  }
  if (time_line.watched >= 0) epoll_ctl(time_line.sets, EPOLL_CTL_DEL, time_line.watched, NULL);
  time_line.watched = set;
  return epoll_ctl(time_line.sets, EPOLL_CTL_ADD, set, &program) == 0;
}

int epoll_wait(int set, struct epoll_event *events, int room, int limit) {
  __typeof__(epoll_wait) *next = NEXT(epoll_wait);
  if (time_line.driver < 0 || limit >= 0) return next(set, events, room, limit);
  int count = next(set, events, room, 0);
  if (count < 0) return count;
  while (watch(set)) {
    if (count == 0) count = epoll_pwait(set, events, room, 0, NULL);
    if (count != 0) {
      time_line.handled += count > 0 ? (uint64_t)count : 0;
      return count;
    }
    if (time_line.owes_answer) answer_test();
    struct epoll_event ready;
    if (epoll_pwait(time_line.sets, &ready, 1, -1, NULL) < 0) return -1;
    if (ready.data.u32 != 1) continue;
    int64_t target = 0;
    if (receive(time_line.driver, &target, sizeof target) != sizeof target) break;
    time_line.owes_answer = true;
    int64_t due = next_due();
    int64_t time = due < target ? due : target;
    if (time > state->now) state->now = time;
    fire_due();
  }
  // The test has ended.
  time_line.driver = -1;
  return next(set, events, room, -1);
}
