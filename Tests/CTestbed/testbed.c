// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "testbed.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <pthread.h>
#include <pty.h>
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <umockdev.h>
#include <unistd.h>

enum { DEVICES = 128, KEY_BYTES = KEY_CNT / 8, SLOTS = 16 };

typedef struct {
  bool used, unplugged, repeat;
  char node[32], input[64], event[96];
  char *name, *phys, *uniq;
  struct input_id id;
  uint8_t keys[KEY_BYTES], pressed[KEY_BYTES];
  uint32_t leds, lit, relative, properties;
  uint64_t absolute;
  struct input_absinfo axes[ABS_CNT];
  int32_t slots[SLOTS][ABS_CNT];
  int clock, master;
  unsigned unknown;
  GWeakRef owner; // the client that has the grab
  UMockdevIoctlBase *handler;
} device;

struct testbed {
  UMockdevTestbed *umockdev;
  char *root;
  pthread_mutex_t lock; // umockdev calls from its own thread; GMutex is invisible to TSan
  UMockdevIoctlBase *real; // passes ioctls on to the kernel
  int inputs; // the number of inputN so far: unlike eventN, they are never reused
  device devices[DEVICES];
};

// The only testbed: umockdev's thread may still call back while a testbed is being freed.
static testbed machine = {.lock = PTHREAD_MUTEX_INITIALIZER};

bool testbed_active(void) {
  return umockdev_in_mock_environment();
}

// Runs the ioctl in the client, with its own descriptor.
static gboolean pass_on(UMockdevIoctlBase *base, UMockdevIoctlClient *client, gpointer data) {
  int error = 0;
  g_autoptr(GError) lost = NULL;
  int result = umockdev_ioctl_client_execute(client, &error, &lost);
  if (lost)
    umockdev_ioctl_client_abort(client);
  else
    umockdev_ioctl_client_complete(client, result, error);
  return TRUE;
}

// Without a handler of its own, umockdev refuses every ioctl on a file in /dev.
static void make_real(testbed *bed, const char *node) {
  g_autoptr(GError) error = NULL;
  if (!umockdev_testbed_attach_ioctl(bed->umockdev, node, bed->real, &error))
    g_error("%s", error->message);
}

testbed *testbed_new(void) {
  testbed *bed = &machine;
  bed->umockdev = umockdev_testbed_new();
  bed->real = umockdev_ioctl_base_new();
  g_signal_connect(bed->real, "handle-ioctl", G_CALLBACK(pass_on), NULL);
  make_real(bed, "/dev/ptmx");
  bed->root = umockdev_testbed_get_root_dir(bed->umockdev);
  for (int i = 0; i < DEVICES; i++) bed->devices[i].master = -1;
  return bed;
}

static void forget(testbed *bed, device *device) {
  if (device->handler) {
    // Not called under the lock: umockdev waits for calls that need the lock.
    umockdev_testbed_detach_ioctl(bed->umockdev, device->node, NULL);
    g_signal_handlers_disconnect_by_data(device->handler, bed);
    g_object_unref(device->handler);
  }
  pthread_mutex_lock(&bed->lock);
  if (device->master >= 0) close(device->master);
  g_weak_ref_set(&device->owner, NULL);
  g_free(device->name);
  g_free(device->phys);
  g_free(device->uniq);
  memset(device, 0, sizeof *device);
  device->master = -1;
  pthread_mutex_unlock(&bed->lock);
}

void testbed_free(testbed *bed) {
  for (int i = 0; i < DEVICES; i++)
    if (bed->devices[i].used) forget(bed, &bed->devices[i]);
  umockdev_testbed_detach_ioctl(bed->umockdev, "/dev/ptmx", NULL);
  g_object_unref(bed->real);
  g_object_unref(bed->umockdev);
  g_free(bed->root);
}

const char *testbed_root(const testbed *bed) {
  return bed->root;
}

// MARK: ioctl, read, write

static uint32_t types_of(const device *device) {
  uint32_t types = 1u << EV_SYN | 1u << EV_KEY | 1u << EV_MSC;
  if (device->leds) types |= 1u << EV_LED;
  if (device->relative) types |= 1u << EV_REL;
  if (device->absolute) types |= 1u << EV_ABS;
  if (device->repeat) types |= 1u << EV_REP;
  return types;
}

// Fills `answer` and returns its length; -1 for a request that the device does not support, -2 for
// ENOENT.
static long facts(device *device, unsigned long request, uint8_t answer[256]) {
  uint32_t word = 0;
  const char *string = NULL;
  switch (request) {
  case EVIOCGVERSION: memcpy(answer, &(int){EV_VERSION}, 4); return 0;
  case EVIOCGID: memcpy(answer, &device->id, sizeof device->id); return 0;
  case EVIOCGREP: memcpy(answer, (unsigned[]){250, 33}, 8); return 0;
  }
  switch (_IOC_NR(request)) {
  case _IOC_NR(EVIOCGNAME(0)): string = device->name; break;
  case _IOC_NR(EVIOCGPHYS(0)): string = device->phys; break;
  case _IOC_NR(EVIOCGUNIQ(0)): string = device->uniq; break;
  case _IOC_NR(EVIOCGPROP(0)): memcpy(answer, &device->properties, 4); return 8;
  case _IOC_NR(EVIOCGSW(0)): return 8;
  case _IOC_NR(EVIOCGKEY(0)): memcpy(answer, device->pressed, KEY_BYTES); return KEY_BYTES;
  case _IOC_NR(EVIOCGLED(0)): memcpy(answer, &device->lit, 4); return 8;
  case 0x20: word = types_of(device); memcpy(answer, &word, 4); return 8;
  case 0x20 + EV_KEY: memcpy(answer, device->keys, KEY_BYTES); return KEY_BYTES;
  case 0x20 + EV_REL: memcpy(answer, &device->relative, 4); return 8;
  case 0x20 + EV_ABS: memcpy(answer, &device->absolute, 8); return 8;
  case 0x20 + EV_MSC: answer[0] = 1 << MSC_SCAN; return 8;
  case 0x20 + EV_LED: memcpy(answer, &device->leds, 4); return 8;
  case 0x20 + EV_FF: return 16;
  case 0x40 ... 0x40 + ABS_MAX:
    memcpy(answer, &device->axes[_IOC_NR(request) - 0x40], sizeof device->axes[0]);
    return sizeof device->axes[0];
  default:
    return _IOC_NR(request) > 0x20 && _IOC_NR(request) < 0x20 + EV_CNT ? 8 : -1;
  }
  if (!string) return -2;
  return (long)g_strlcpy((char *)answer, string, 255) + 1;
}

// The client that has the grab, not one that has closed its descriptor. It is referenced weakly,
// because umockdev calls a client connected for good that is killed while it waits for an answer,
// but drops its references to it.
static UMockdevIoctlClient *owner_of(device *device) {
  g_autoptr(UMockdevIoctlClient) owner = g_weak_ref_get(&device->owner);
  return owner && umockdev_ioctl_client_get_connected(owner) ? g_steal_pointer(&owner) : NULL;
}

static bool has_owner(device *device) {
  g_autoptr(UMockdevIoctlClient) owner = owner_of(device);
  return owner != NULL;
}

static long answer(device *device, UMockdevIoctlClient *client, int *error) {
  unsigned long request = umockdev_ioctl_client_get_request(client);
  UMockdevIoctlData *top = umockdev_ioctl_client_get_arg(client);
  size_t room = _IOC_SIZE(request);
  if (device->unplugged) {
    *error = ENODEV;
    return -1;
  }
  if (request == EVIOCGRAB) { // the argument is a value, not an address
    bool wanted = *(void **)top->data != NULL;
    g_autoptr(UMockdevIoctlClient) owner = owner_of(device);
    *error = wanted && owner ? EBUSY : !wanted && owner != client ? EINVAL : 0;
    if (*error) return -1;
    g_weak_ref_set(&device->owner, wanted ? client : NULL);
    return 0;
  }
  UMockdevIoctlData *argument =
    _IOC_TYPE(request) == 'E' && room ? umockdev_ioctl_data_resolve(top, 0, room, NULL) : NULL;
  if (argument && request == EVIOCSCLOCKID) {
    memcpy(&device->clock, argument->data, sizeof device->clock);
    return 0;
  }
  // The argument begins with the axis, and the values follow.
  if (argument && _IOC_NR(request) == _IOC_NR(EVIOCGMTSLOTS(0)) && room >= 4) {
    uint32_t code;
    memcpy(&code, argument->data, sizeof code);
    for (size_t slot = 0; slot < SLOTS && (slot + 2) * 4 <= room && code < ABS_CNT; slot++)
      memcpy(argument->data + (slot + 1) * 4, &device->slots[slot][code], 4);
    return 0;
  }
  uint8_t bytes[256] = {0};
  long count = argument && _IOC_DIR(request) == _IOC_READ ? facts(device, request, bytes) : -1;
  if (count < 0) {
    if (count == -1) device->unknown++;
    *error = count == -1 ? EINVAL : ENOENT;
    return -1;
  }
  memset(argument->data, 0, room);
  memcpy(argument->data, bytes, room < sizeof bytes ? room : sizeof bytes);
  return count < (long)room ? count : (long)room;
}

static device *device_of(testbed *bed, UMockdevIoctlClient *client) {
  const char *node = umockdev_ioctl_client_get_devnode(client);
  for (int i = 0; i < DEVICES; i++)
    if (bed->devices[i].used && !strcmp(bed->devices[i].node, node)) return &bed->devices[i];
  return NULL;
}

static gboolean on_ioctl(UMockdevIoctlBase *base, UMockdevIoctlClient *client, gpointer data) {
  testbed *bed = data;
  int error = ENODEV;
  long result = -1;
  pthread_mutex_lock(&bed->lock);
  device *device = device_of(bed, client);
  if (device) {
    error = 0;
    result = answer(device, client, &error);
  }
  pthread_mutex_unlock(&bed->lock);
  umockdev_ioctl_client_complete(client, result, error);
  return TRUE;
}

static gboolean on_read(UMockdevIoctlBase *base, UMockdevIoctlClient *client, gpointer data) {
  testbed *bed = data;
  pthread_mutex_lock(&bed->lock);
  device *device = device_of(bed, client);
  bool gone = !device || device->unplugged;
  pthread_mutex_unlock(&bed->lock);
  if (!gone) return FALSE; // the client continues to read the pty
  umockdev_ioctl_client_complete(client, -1, ENODEV);
  return TRUE;
}

static gboolean on_write(UMockdevIoctlBase *base, UMockdevIoctlClient *client, gpointer data) {
  testbed *bed = data;
  UMockdevIoctlData *argument = umockdev_ioctl_client_get_arg(client);
  long count = -1;
  pthread_mutex_lock(&bed->lock);
  device *device = device_of(bed, client);
  if (device && !device->unplugged) {
    struct input_event event;
    for (count = 0; count + (long)sizeof event <= argument->data_len; count += sizeof event) {
      memcpy(&event, argument->data + count, sizeof event);
      if (event.type != EV_LED || event.code >= 32) continue;
      if (event.value)
        device->lit |= 1u << event.code;
      else
        device->lit &= ~(1u << event.code);
    }
  }
  pthread_mutex_unlock(&bed->lock);
  umockdev_ioctl_client_complete(client, count, count < 0 ? ENODEV : 0);
  return TRUE;
}

// MARK: Plugging

// sysfs prints bitmaps as hexadecimal longs, the highest first and without leading zero words.
static void append_bits(GString *text, const uint8_t *bits, size_t bytes) {
  bool started = false;
  for (size_t word = bytes / 8; word-- > 0;) {
    uint64_t value;
    memcpy(&value, bits + word * 8, 8);
    if (!value && !started && word > 0) continue;
    g_string_append_printf(text, "%s%lx", started ? " " : "", (unsigned long)value);
    started = true;
  }
}

static void append_capability(GString *text, const char *name, uint64_t bits) {
  g_string_append_printf(text, "A: capabilities/%s=%lx\n", name, (unsigned long)bits);
}

static GString *describe(
  const device *device, int number, int input, bool remote, const char *links) {
  GString *text = g_string_new(NULL); // parents first, as the kernel announces them
  if (remote)
    g_string_append_printf(
      text, "P: /devices/platform/fake%d/rc/rc%d\nE: SUBSYSTEM=rc\n\n", number, input);
  g_string_append_printf(
    text,
    "P: %s\nE: SUBSYSTEM=input\nE: PRODUCT=%x/%x/%x/%x\nE: NAME=\"%s\"\nA: name=%s\n"
    "A: phys=%s\nA: uniq=%s\nA: id/bustype=%04x\nA: id/vendor=%04x\nA: id/product=%04x\n"
    "A: id/version=%04x\nA: properties=%x\nA: capabilities/key=",
    device->input, device->id.bustype, device->id.vendor, device->id.product, device->id.version,
    device->name, device->name, device->phys ? device->phys : "",
    device->uniq ? device->uniq : "", device->id.bustype, device->id.vendor, device->id.product,
    device->id.version, device->properties);
  append_bits(text, device->keys, KEY_BYTES);
  g_string_append_c(text, '\n');
  append_capability(text, "ev", types_of(device));
  append_capability(text, "rel", device->relative);
  append_capability(text, "abs", device->absolute);
  append_capability(text, "led", device->leds);
  g_string_append_printf(
    text,
    "\nP: %s\nE: SUBSYSTEM=input\nE: DEVNAME=%s\nE: MAJOR=13\nE: MINOR=%d\n"
    "E: USEC_INITIALIZED=1000000\nE: ID_INPUT=1\nE: ID_INPUT_KEY=1\nA: dev=13:%d\n"
    "L: device=../../input%d\n",
    device->event, device->node, 64 + number, 64 + number, input);
  if (links) {
    g_auto(GStrv) names = g_strsplit(links, " ", -1);
    g_string_append(text, "E: DEVLINKS=");
    for (int i = 0; names[i]; i++)
      g_string_append_printf(text, "%s/dev/%s", i ? " " : "", names[i]);
    g_string_append_c(text, '\n');
  }
  return text;
}

// Uses its own pty instead of that of an "N:" line: umockdev aborts if the name of a node is used
// again.
void testbed_make_node(testbed *bed, int number) {
  device *device = &bed->devices[number];
  int master, slave;
  char name[128];
  struct termios settings;
  if (openpty(&master, &slave, name, NULL, NULL) != 0) g_error("openpty: %m");
  tcgetattr(slave, &settings);
  cfmakeraw(&settings);
  tcsetattr(slave, TCSANOW, &settings);
  close(slave);
  fcntl(master, F_SETFD, FD_CLOEXEC);
  device->master = master;
  g_autofree char *path = g_strconcat(bed->root, device->node, NULL);
  g_autofree char *folder = g_path_get_dirname(path);
  g_mkdir_with_parents(folder, 0755);
  if (symlink(name, path) != 0) g_error("%s: %m", path);
}

static void plug(testbed *bed, int number, const testbed_device *spec, bool has_node) {
  device *device = &bed->devices[number];
  if (device->used) forget(bed, device);
  pthread_mutex_lock(&bed->lock);
  device->used = true;
  device->clock = -1;
  snprintf(device->node, sizeof device->node, "/dev/input/event%d", number);
  int input = bed->inputs++;
  if (spec->remote)
    snprintf(
      device->input, sizeof device->input, "/devices/platform/fake%d/rc/rc%d/input%d", number,
      input, input);
  else
    snprintf(
      device->input, sizeof device->input, "/devices/platform/fake%d/input/input%d", number, input);
  g_autofree char *event = g_strdup_printf("%s/event%d", device->input, number);
  g_strlcpy(device->event, event, sizeof device->event);
  device->name = g_strdup(spec->name ? spec->name : "");
  device->phys = g_strdup(spec->phys);
  device->uniq = g_strdup(spec->uniq);
  device->id = (struct input_id){spec->bus, spec->vendor, spec->product, spec->version};
  device->leds = spec->leds;
  device->relative = spec->relative;
  device->repeat = spec->repeat;
  device->properties = spec->properties;
  device->absolute = 0;
  for (size_t i = 0; i < spec->axis_count; i++) {
    const testbed_axis *axis = &spec->axes[i];
    device->absolute |= (uint64_t)1 << axis->code;
    device->axes[axis->code] = (struct input_absinfo){
      .minimum = axis->minimum, .maximum = axis->maximum, .resolution = axis->resolution};
  }
  memset(device->slots, 0, sizeof device->slots);
  for (int slot = 0; slot < SLOTS; slot++) device->slots[slot][ABS_MT_TRACKING_ID] = -1;
  for (size_t i = 0; i < spec->key_count; i++)
    device->keys[spec->keys[i] / 8] |= 1u << spec->keys[i] % 8;
  pthread_mutex_unlock(&bed->lock);
  // The responses are set up first: a client may open the node as soon as it exists, and umockdev
  // would then abort.
  device->handler = umockdev_ioctl_base_new();
  g_signal_connect(device->handler, "handle-ioctl", G_CALLBACK(on_ioctl), bed);
  g_signal_connect(device->handler, "handle-read", G_CALLBACK(on_read), bed);
  g_signal_connect(device->handler, "handle-write", G_CALLBACK(on_write), bed);
  g_autoptr(GError) error = NULL;
  if (!umockdev_testbed_attach_ioctl(bed->umockdev, device->node, device->handler, &error))
    g_error("%s", error->message);
  if (has_node) testbed_make_node(bed, number);
  GString *text = describe(device, number, input, spec->remote, spec->links);
  if (!umockdev_testbed_add_from_string(bed->umockdev, text->str, &error))
    g_error("%s", error->message);
  g_string_free(text, TRUE);
}

void testbed_plug(testbed *bed, int number, const testbed_device *spec) {
  plug(bed, number, spec, true);
}

void testbed_plug_without_node(testbed *bed, int number, const testbed_device *spec) {
  plug(bed, number, spec, false);
}

static char *sysfs(const char *path) {
  return g_strconcat("/sys", path, NULL);
}

void testbed_change(testbed *bed, int number) {
  g_autofree char *path = sysfs(bed->devices[number].event);
  umockdev_testbed_uevent(bed->umockdev, path, "change");
}

void testbed_unplug(testbed *bed, int number) {
  device *device = &bed->devices[number];
  pthread_mutex_lock(&bed->lock);
  device->unplugged = true;
  g_weak_ref_set(&device->owner, NULL);
  pthread_mutex_unlock(&bed->lock);
  if (device->master >= 0) close(device->master);
  device->master = -1;
  g_autofree char *node = g_strconcat(bed->root, device->node, NULL);
  unlink(node);
  g_autofree char *event = sysfs(device->event), *input = sysfs(device->input);
  umockdev_testbed_uevent(bed->umockdev, event, "remove"); // looks the device up
  umockdev_testbed_remove_device(bed->umockdev, event);
  umockdev_testbed_remove_device(bed->umockdev, input);
}

// MARK: Typing and looking

void testbed_set_key(testbed *bed, int number, uint16_t code, bool down) {
  device *device = &bed->devices[number];
  pthread_mutex_lock(&bed->lock);
  if (down)
    device->pressed[code / 8] |= 1u << code % 8;
  else
    device->pressed[code / 8] &= ~(1u << code % 8);
  pthread_mutex_unlock(&bed->lock);
}

static void set_axis(testbed *bed, device *device, uint16_t code, int32_t value) {
  pthread_mutex_lock(&bed->lock);
  int slot = device->axes[ABS_MT_SLOT].value;
  if (code <= ABS_MT_SLOT)
    device->axes[code].value = value;
  else if (slot >= 0 && slot < SLOTS)
    device->slots[slot][code] = value;
  pthread_mutex_unlock(&bed->lock);
}

void testbed_emit(
  testbed *bed, int number, int64_t microseconds, uint16_t type, uint16_t code, int32_t value) {
  struct input_event event = {.type = type, .code = code, .value = value};
  event.input_event_sec = microseconds / 1000000;
  event.input_event_usec = microseconds % 1000000;
  if (type == EV_KEY && code < KEY_CNT) testbed_set_key(bed, number, code, value != 0);
  if (type == EV_ABS && code < ABS_CNT) set_axis(bed, &bed->devices[number], code, value);
  if (write(bed->devices[number].master, &event, sizeof event) != sizeof event)
    g_error("emit: %m");
}

#define LOOK(type, name, expression) \
  type name(testbed *bed, int number) { \
    device *device = &bed->devices[number]; \
    pthread_mutex_lock(&bed->lock); \
    type value = (expression); \
    pthread_mutex_unlock(&bed->lock); \
    return value; \
  }
LOOK(bool, testbed_is_grabbed, has_owner(device))
LOOK(uint32_t, testbed_lit, device->lit)
LOOK(int, testbed_clock, device->clock)
LOOK(unsigned, testbed_unknown_ioctls, device->unknown)

void testbed_set_lit(testbed *bed, int number, uint32_t lit) {
  pthread_mutex_lock(&bed->lock);
  bed->devices[number].lit = lit;
  pthread_mutex_unlock(&bed->lock);
}
