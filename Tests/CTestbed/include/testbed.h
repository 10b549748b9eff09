// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Input devices made of text and a pty, for real libudev and real libevdev, through umockdev. The
// test executable is linked to its preload library; a child program needs LD_PRELOAD and
// UMOCKDEV_DIR set to testbed_root.

typedef struct testbed testbed;

typedef struct {
  const char *name, *phys, *uniq; // NULL: none
  uint16_t bus, vendor, product, version;
  const uint16_t *keys;
  size_t key_count;
  uint32_t leds;       // bits of LED_
  uint32_t relative;   // bits of REL_
  bool repeat;         // EV_REP
  const char *links;   // names below /dev that udev gives, divided by spaces; NULL: none
} testbed_device;

/// Whether the preload library is in this process.
bool testbed_active(void);
/// Makes an empty machine. UMOCKDEV_DIR belongs to the whole process: one testbed at a time.
testbed *testbed_new(void);
void testbed_free(testbed *bed);
/// The value of UMOCKDEV_DIR for a child.
const char *testbed_root(const testbed *bed);

/// Plugs in /dev/input/eventN and announces it.
///
/// Uevents wait in a queue of ten: somebody must read them. A number may be used again.
void testbed_plug(testbed *bed, int number, const testbed_device *device);
/// Announces a device whose node is not there yet.
void testbed_plug_without_node(testbed *bed, int number, const testbed_device *device);
/// Makes the node of a device that came without one.
void testbed_make_node(testbed *bed, int number);
/// Announces once more, as when a rule has run.
void testbed_change(testbed *bed, int number);
/// Takes the device away and announces that.
void testbed_unplug(testbed *bed, int number);

void testbed_emit(
  testbed *bed, int number, int64_t microseconds, uint16_t type, uint16_t code, int32_t value);
/// Says that a key is down without an event.
void testbed_set_key(testbed *bed, int number, uint16_t code, bool down);

bool testbed_is_grabbed(testbed *bed, int number);
uint32_t testbed_lit(testbed *bed, int number);
void testbed_set_lit(testbed *bed, int number, uint32_t lit);
/// The clock that a client asked for; -1 before.
int testbed_clock(testbed *bed, int number);
unsigned testbed_unknown_ioctls(testbed *bed, int number);
