// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "fake_evdev.h"
#include <dlfcn.h>
#include <errno.h>
#include <linux/input.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { DESCRIPTORS = 4096, FAILURES = 8, KEY_BYTES = KEY_CNT / 8, SLOTS = 64 };

struct fake_device {
  char *name, *phys, *uniq;
  struct input_id id;
  uint8_t keys[KEY_BYTES], pressed[KEY_BYTES];
  uint32_t leds, lit, relative, properties;
  uint64_t absolute;
  struct input_absinfo axes[ABS_CNT];
  int32_t slots[SLOTS][ABS_CNT];
  bool repeat, unplugged, silent;
  int references; // the test's own descriptor and one for each client
  int owner;      // the descriptor that has the grab, or -1
  unsigned grabs, led_writes, unknown, interruptions;
  struct {
    unsigned long request;
    int error;
    bool used;
  } failures[FAILURES];
};

// One open descriptor: the test writes to `peer` what the program reads.
typedef struct {
  fake_device *device;
  int peer;
  bool monotonic;
} client;

static client *clients[DESCRIPTORS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

// The function that the program would have called: libc's, or umockdev's if that is linked too.
#define NEXT(name) \
  ({ \
    static __typeof__(name) *next; \
    __typeof__(name) *found = __atomic_load_n(&next, __ATOMIC_RELAXED); \
    if (!found) { \
      found = (__typeof__(name) *)dlsym(RTLD_NEXT, #name); \
      __atomic_store_n(&next, found, __ATOMIC_RELAXED); \
    } \
    found; \
  })

static client *client_of(int descriptor) {
  if (descriptor < 0 || descriptor >= DESCRIPTORS) return NULL;
  return __atomic_load_n(&clients[descriptor], __ATOMIC_ACQUIRE);
}

static int fail(int error) {
  errno = error;
  return -1;
}

static bool bit(const uint8_t *bits, unsigned index) {
  return bits[index / 8] >> index % 8 & 1;
}

static void set_bit(uint8_t *bits, unsigned index, bool value) {
  if (value)
    bits[index / 8] |= 1u << index % 8;
  else
    bits[index / 8] &= ~(1u << index % 8);
}

// MARK: ioctl

static int give(void *to, size_t room, const void *from, size_t count) {
  if (count > room) count = room;
  memset(to, 0, room);
  memcpy(to, from, count);
  return (int)count;
}

static int give_string(void *to, size_t room, const char *string) {
  return string ? give(to, room, string, strlen(string) + 1) : fail(ENOENT);
}

static int give_codes(const fake_device *device, unsigned type, void *to, size_t room) {
  uint64_t word = 0;
  switch (type) {
  case 0:
    word = 1u << EV_SYN | 1u << EV_KEY | 1u << EV_MSC;
    if (device->leds) word |= 1u << EV_LED;
    if (device->relative) word |= 1u << EV_REL;
    if (device->absolute) word |= 1u << EV_ABS;
    if (device->repeat) word |= 1u << EV_REP;
    break;
  case EV_KEY: return give(to, room, device->keys, KEY_BYTES);
  case EV_MSC: word = 1u << MSC_SCAN; break;
  case EV_LED: word = device->leds; break;
  case EV_REL: word = device->relative; break;
  case EV_ABS: word = device->absolute; break;
  }
  return give(to, room, &word, sizeof word);
}

// As in the kernel: a client that queries the state of the keys does not also receive the queued
// key events.
static void flush_keys(int descriptor, client *client) {
  struct input_event kept[256];
  size_t count = 0;
  struct input_event event;
  while (NEXT(read)(descriptor, &event, sizeof event) == sizeof event)
    if (event.type != EV_KEY && count < 256) kept[count++] = event;
  if (count) NEXT(write)(client->peer, kept, count * sizeof event);
}

// The argument begins with the axis, and the values follow.
static int give_slots(const fake_device *device, void *to, size_t room) {
  uint32_t code;
  memcpy(&code, to, sizeof code);
  if (code >= ABS_CNT) return fail(EINVAL);
  int32_t *values = (int32_t *)to + 1;
  size_t count = room / sizeof *values - 1;
  for (size_t slot = 0; slot < count && slot < SLOTS; slot++) values[slot] = device->slots[slot][code];
  return 0;
}

static int answer(int descriptor, client *client, unsigned long request, void *argument) {
  fake_device *device = client->device;
  size_t room = _IOC_SIZE(request);
  unsigned number = _IOC_NR(request);
  if (device->unplugged) return fail(ENODEV);
  if (device->interruptions) return device->interruptions--, fail(EINTR);
  for (int i = 0; i < FAILURES; i++)
    if (device->failures[i].used && device->failures[i].request == request)
      return fail(device->failures[i].error);
  switch (request) {
  case EVIOCGVERSION: *(int *)argument = EV_VERSION; return 0;
  case EVIOCGID: memcpy(argument, &device->id, sizeof device->id); return 0;
  case EVIOCGREP:
    if (!device->repeat) return fail(ENOSYS);
    memcpy(argument, (unsigned[]){250, 33}, 2 * sizeof(unsigned));
    return 0;
  case EVIOCSCLOCKID:
    client->monotonic = *(int *)argument == CLOCK_MONOTONIC;
    return 0;
  case EVIOCGRAB:
    if (argument) {
      if (device->owner >= 0) return fail(EBUSY);
      device->owner = descriptor;
      device->grabs++;
    } else {
      if (device->owner != descriptor) return fail(EINVAL);
      device->owner = -1;
    }
    return 0;
  }
  if (_IOC_TYPE(request) == 'E' && _IOC_DIR(request) == _IOC_READ) {
    if (number >= 0x20 && number < 0x20 + EV_CNT)
      return give_codes(device, number - 0x20, argument, room);
    if (number >= 0x40 && number < 0x40 + ABS_CNT)
      return give(argument, room, &device->axes[number - 0x40], sizeof device->axes[0]);
    if (number == _IOC_NR(EVIOCGMTSLOTS(0))) return give_slots(device, argument, room);
    switch (number) {
    case _IOC_NR(EVIOCGNAME(0)): return give_string(argument, room, device->name);
    case _IOC_NR(EVIOCGPHYS(0)): return give_string(argument, room, device->phys);
    case _IOC_NR(EVIOCGUNIQ(0)): return give_string(argument, room, device->uniq);
    case _IOC_NR(EVIOCGPROP(0)):
      return give(argument, room, &device->properties, sizeof device->properties);
    case _IOC_NR(EVIOCGKEY(0)):
      flush_keys(descriptor, client);
      return give(argument, room, device->pressed, KEY_BYTES);
    case _IOC_NR(EVIOCGLED(0)): return give(argument, room, &device->lit, sizeof device->lit);
    case _IOC_NR(EVIOCGSW(0)): return give(argument, room, "", 1);
    }
  }
  device->unknown++;
  return fail(EINVAL);
}

int ioctl(int descriptor, unsigned long request, ...) {
  va_list arguments;
  va_start(arguments, request);
  void *argument = va_arg(arguments, void *);
  va_end(arguments);
  client *client = client_of(descriptor);
  if (!client) return NEXT(ioctl)(descriptor, request, argument);
  pthread_mutex_lock(&lock);
  int result = answer(descriptor, client, request, argument);
  pthread_mutex_unlock(&lock);
  return result;
}

// MARK: read, write, close

ssize_t read(int descriptor, void *buffer, size_t count) {
  client *client = client_of(descriptor);
  if (!client) return NEXT(read)(descriptor, buffer, count);
  if (client->device->unplugged) return fail(client->device->silent ? EAGAIN : ENODEV);
  if (count < sizeof(struct input_event)) return fail(EINVAL);
  return NEXT(read)(descriptor, buffer, count - count % sizeof(struct input_event));
}

static void queue(fake_device *device, const struct input_event *event) {
  for (int i = 0; i < DESCRIPTORS; i++)
    if (clients[i] && clients[i]->device == device && (device->owner < 0 || device->owner == i))
      if (NEXT(write)(clients[i]->peer, event, sizeof *event) != sizeof *event) {
        perror("fake_device_emit: too many unread events");
        abort();
      }
}

ssize_t write(int descriptor, const void *buffer, size_t count) {
  client *client = client_of(descriptor);
  if (!client) return NEXT(write)(descriptor, buffer, count);
  fake_device *device = client->device;
  if (device->unplugged) return fail(ENODEV);
  if (device->interruptions) return device->interruptions--, fail(EINTR);
  for (int i = 0; i < FAILURES; i++)
    if (device->failures[i].used && !device->failures[i].request)
      return fail(device->failures[i].error);
  pthread_mutex_lock(&lock);
  const struct input_event *events = buffer;
  for (size_t i = 0; i < count / sizeof *events; i++) {
    if (events[i].type != EV_LED || events[i].code >= 32) continue;
    if (events[i].value)
      device->lit |= 1u << events[i].code;
    else
      device->lit &= ~(1u << events[i].code);
    device->led_writes++;
    queue(device, &events[i]);
  }
  pthread_mutex_unlock(&lock);
  return (ssize_t)(count - count % sizeof *events);
}

static void unreference(fake_device *device) {
  if (--device->references > 0) return;
  free(device->name);
  free(device->phys);
  free(device->uniq);
  free(device);
}

int close(int descriptor) {
  client *client = client_of(descriptor);
  if (client) {
    pthread_mutex_lock(&lock);
    __atomic_store_n(&clients[descriptor], NULL, __ATOMIC_RELEASE);
    if (client->device->owner == descriptor) client->device->owner = -1;
    if (client->peer >= 0) NEXT(close)(client->peer);
    unreference(client->device);
    pthread_mutex_unlock(&lock);
    free(client);
  }
  return NEXT(close)(descriptor);
}

static __thread unsigned failing_addition;

void fake_epoll_fail(unsigned call) {
  failing_addition = call;
}

int epoll_ctl(int set, int operation, int descriptor, struct epoll_event *event) {
  if (operation == EPOLL_CTL_ADD && failing_addition && --failing_addition == 0) return fail(ENOMEM);
  return NEXT(epoll_ctl)(set, operation, descriptor, event);
}

// MARK: The test's side

static char *copy(const char *string) {
  return string ? strdup(string) : NULL;
}

fake_device *fake_device_new(const fake_device_spec *spec) {
  fake_device *device = calloc(1, sizeof *device);
  device->references = 1;
  device->owner = -1;
  device->name = copy(spec->name);
  device->phys = copy(spec->phys);
  device->uniq = copy(spec->uniq);
  device->id = (struct input_id){spec->bus, spec->vendor, spec->product, spec->version};
  device->leds = spec->leds;
  device->lit = spec->lit;
  device->relative = spec->relative;
  device->absolute = spec->absolute;
  for (int code = 0; code < ABS_CNT; code++) device->axes[code].maximum = 255;
  for (size_t i = 0; i < spec->axis_count; i++) {
    const fake_axis *axis = &spec->axes[i];
    device->absolute |= (uint64_t)1 << axis->code;
    device->axes[axis->code] = (struct input_absinfo){
      .minimum = axis->minimum, .maximum = axis->maximum, .resolution = axis->resolution};
  }
  for (int slot = 0; slot < SLOTS; slot++) device->slots[slot][ABS_MT_TRACKING_ID] = -1;
  device->properties = spec->properties;
  device->repeat = spec->repeat;
  for (size_t i = 0; i < spec->key_count; i++) set_bit(device->keys, spec->keys[i], true);
  for (size_t i = 0; i < spec->pressed_count; i++) set_bit(device->pressed, spec->pressed[i], true);
  return device;
}

void fake_device_release(fake_device *device) {
  pthread_mutex_lock(&lock);
  unreference(device);
  pthread_mutex_unlock(&lock);
}

int fake_device_open(fake_device *device) {
  if (device->unplugged) return fail(ENODEV);
  // Sockets instead of a pipe, because a child that another test is starting keeps a pipe open for
  // a moment.
  int ends[2], room = 1 << 18; // about 500 events
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends) != 0) return -1;
  setsockopt(ends[1], SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
  if (ends[0] >= DESCRIPTORS) {
    // The macro hides the calls.
    // cppcheck-suppress constStatement
    NEXT(close)(ends[0]);
    // cppcheck-suppress constStatement
    NEXT(close)(ends[1]);
    return fail(EMFILE);
  }
  client *client = calloc(1, sizeof *client);
  client->device = device;
  client->peer = ends[1];
  pthread_mutex_lock(&lock);
  device->references++;
  __atomic_store_n(&clients[ends[0]], client, __ATOMIC_RELEASE);
  pthread_mutex_unlock(&lock);
  return ends[0];
}

static struct input_event event_of(int64_t microseconds, uint16_t type, uint16_t code, int value) {
  struct input_event event = {.type = type, .code = code, .value = value};
  event.input_event_sec = microseconds / 1000000;
  event.input_event_usec = microseconds % 1000000;
  return event;
}

static void set_axis(fake_device *device, unsigned slot, uint16_t code, int32_t value) {
  if (code <= ABS_MT_SLOT)
    device->axes[code].value = value;
  else if (slot < SLOTS)
    device->slots[slot][code] = value;
}

void fake_device_set_axis(fake_device *device, unsigned slot, uint16_t code, int32_t value) {
  pthread_mutex_lock(&lock);
  set_axis(device, slot, code, value);
  pthread_mutex_unlock(&lock);
}

void fake_device_emit(
  fake_device *device, int64_t microseconds, uint16_t type, uint16_t code, int32_t value) {
  struct input_event event = event_of(microseconds, type, code, value);
  pthread_mutex_lock(&lock);
  if (type == EV_KEY && code < KEY_CNT) set_bit(device->pressed, code, value != 0);
  if (type == EV_ABS && code < ABS_CNT) set_axis(device, device->axes[ABS_MT_SLOT].value, code, value);
  if (!device->unplugged) queue(device, &event);
  pthread_mutex_unlock(&lock);
}

void fake_device_overflow(fake_device *device, int64_t microseconds) {
  struct input_event event = event_of(microseconds, EV_SYN, SYN_DROPPED, 0);
  struct input_event unread;
  pthread_mutex_lock(&lock);
  for (int i = 0; i < DESCRIPTORS; i++)
    if (clients[i] && clients[i]->device == device)
      while (NEXT(read)(i, &unread, sizeof unread) > 0) {}
  queue(device, &event);
  pthread_mutex_unlock(&lock);
}

void fake_device_set_key(fake_device *device, uint16_t code, bool down) {
  pthread_mutex_lock(&lock);
  set_bit(device->pressed, code, down);
  pthread_mutex_unlock(&lock);
}

static void hang_up(fake_device *device, bool silent) {
  pthread_mutex_lock(&lock);
  device->unplugged = true;
  device->silent = silent;
  device->owner = -1;
  for (int i = 0; i < DESCRIPTORS; i++) {
    if (!clients[i] || clients[i]->device != device || clients[i]->peer < 0) continue;
    shutdown(clients[i]->peer, SHUT_RDWR);
    NEXT(close)(clients[i]->peer);
    clients[i]->peer = -1;
  }
  pthread_mutex_unlock(&lock);
}

void fake_device_unplug(fake_device *device) {
  hang_up(device, false);
}

void fake_device_unplug_silently(fake_device *device) {
  hang_up(device, true);
}

void fake_device_interrupt(fake_device *device, unsigned count) {
  pthread_mutex_lock(&lock);
  device->interruptions = count;
  pthread_mutex_unlock(&lock);
}

void fake_device_fail(fake_device *device, unsigned long request, int error) {
  pthread_mutex_lock(&lock);
  int slot = -1;
  for (int i = FAILURES - 1; i >= 0; i--) {
    if (!device->failures[i].used && slot < 0) slot = i;
    if (device->failures[i].used && device->failures[i].request == request) {
      slot = i;
      break;
    }
  }
  if (slot >= 0) {
    device->failures[slot].used = error != 0;
    device->failures[slot].request = request;
    device->failures[slot].error = error;
  }
  pthread_mutex_unlock(&lock);
}

bool fake_device_is_grabbed(const fake_device *device) {
  return device->owner >= 0;
}

bool fake_device_is_grabbed_by(const fake_device *device, int descriptor) {
  return device->owner == descriptor;
}

unsigned fake_device_grab_count(const fake_device *device) {
  return device->grabs;
}

uint32_t fake_device_lit(const fake_device *device) {
  return device->lit;
}

unsigned fake_device_led_writes(const fake_device *device) {
  return device->led_writes;
}

unsigned fake_device_clients(const fake_device *device) {
  return (unsigned)device->references - 1;
}

unsigned fake_device_unknown_ioctls(const fake_device *device) {
  return device->unknown;
}

bool fake_device_is_monotonic(int descriptor) {
  client *client = client_of(descriptor);
  return client && client->monotonic;
}
