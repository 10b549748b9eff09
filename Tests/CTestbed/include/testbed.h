// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Input devices made of text and a pty, for real libudev and real libevdev, through umockdev. The
// test executable is linked to umockdev's preload library; a child program needs LD_PRELOAD, and
// UMOCKDEV_DIR set to testbed_root.

typedef struct testbed testbed;

typedef struct {
  uint16_t code;       // ABS_
  int32_t minimum, maximum, resolution;
} testbed_axis;

typedef struct {
  const char *name, *phys, *uniq; // NULL: none
  uint16_t bus, vendor, product, version;
  const uint16_t *keys;
  size_t key_count;
  uint32_t leds;       // bits of LED_
  uint32_t relative;   // bits of REL_
  const testbed_axis *axes;
  size_t axis_count;
  uint32_t properties; // bits of INPUT_PROP_
  bool repeat;         // EV_REP
  bool remote;         // its parent is of the subsystem rc
  const char *links;   // the names below /dev that udev assigns, separated by spaces; NULL for none
} testbed_device;

/// Whether the preload library is loaded in this process.
bool testbed_active(void);
/// Creates an empty machine. UMOCKDEV_DIR applies to the whole process, so only one testbed may
/// exist at a time.
testbed *testbed_new(void);
void testbed_free(testbed *bed);
/// The value of UMOCKDEV_DIR for a child program.
const char *testbed_root(const testbed *bed);

/// Plugs in /dev/input/eventN and announces it.
///
/// Uevents wait in a queue of ten, so the program must read them. A number may be used again.
void testbed_plug(testbed *bed, int number, const testbed_device *device);
/// Announces a device whose node does not exist yet.
void testbed_plug_without_node(testbed *bed, int number, const testbed_device *device);
/// Creates the node of a device that was announced without one.
void testbed_make_node(testbed *bed, int number);
/// Announces the device once more, as after a rule has run.
void testbed_change(testbed *bed, int number);
/// Removes the device and announces that.
void testbed_unplug(testbed *bed, int number);

void testbed_emit(
  testbed *bed, int number, int64_t microseconds, uint16_t type, uint16_t code, int32_t value);
/// Sets whether a key is down, without an event.
void testbed_set_key(testbed *bed, int number, uint16_t code, bool down);

bool testbed_is_grabbed(testbed *bed, int number);
uint32_t testbed_lit(testbed *bed, int number);
void testbed_set_lit(testbed *bed, int number, uint32_t lit);
/// The clock that a client selected; -1 before that.
int testbed_clock(testbed *bed, int number);
unsigned testbed_unknown_ioctls(testbed *bed, int number);
