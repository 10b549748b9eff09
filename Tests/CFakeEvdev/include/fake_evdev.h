// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A keyboard or a pad without a kernel: its descriptors respond to libevdev as evdev nodes do. In
// the test executable, this file's ioctl, read, write and close take precedence over libc's, also
// for libevdev; calls for other descriptors are passed on.

typedef struct fake_device fake_device;

typedef struct {
  uint16_t code;           // ABS_
  int32_t minimum, maximum, resolution;
} fake_axis;

typedef struct {
  const char *name;        // may be empty, not NULL
  const char *phys, *uniq; // NULL: the device has none
  uint16_t bus, vendor, product, version;
  const uint16_t *keys;    // what it has
  size_t key_count;
  const uint16_t *pressed; // the keys that are down at first
  size_t pressed_count;
  uint32_t leds, lit;      // bits of LED_
  uint32_t relative;       // bits of REL_
  uint64_t absolute;       // bits of ABS_
  const fake_axis *axes;   // the ranges of absolute axes; 0 to 255 for an axis without one
  size_t axis_count;
  uint32_t properties;     // bits of INPUT_PROP_
  bool repeat;             // EV_REP
} fake_device_spec;

fake_device *fake_device_new(const fake_device_spec *spec);
/// Releases the device; it exists until its last descriptor is closed.
void fake_device_release(fake_device *device);
/// Opens another client of the device; -1 with errno ENODEV after an unplug.
int fake_device_open(fake_device *device);

/// Changes the device's state and queues an event for the client that has the grab, or else for all
/// clients.
void fake_device_emit(
  fake_device *device, int64_t microseconds, uint16_t type, uint16_t code, int32_t value);
/// Discards the events that clients have not read, and queues SYN_DROPPED.
void fake_device_overflow(fake_device *device, int64_t microseconds);
/// Changes whether a key is down without an event, as if the event was lost.
void fake_device_set_key(fake_device *device, uint16_t code, bool down);
/// Changes the value of an axis without an event, as if the event was lost; of a slot if the axis
/// is one of touches.
void fake_device_set_axis(fake_device *device, unsigned slot, uint16_t code, int32_t value);
/// Hangs up; from now on every call fails with ENODEV.
void fake_device_unplug(fake_device *device);
/// Hangs up, but a reader cannot distinguish this from a device without events to read.
void fake_device_unplug_silently(fake_device *device);
/// Makes the next ioctls and writes fail with EINTR, so many of them.
void fake_device_interrupt(fake_device *device, unsigned count);
/// Makes an ioctl fail, or every write if the request is 0; errno 0 ends that.
void fake_device_fail(fake_device *device, unsigned long request, int error);

/// Makes a later epoll_ctl of this thread that adds a descriptor fail with ENOMEM: the next one
/// for 1.
void fake_epoll_fail(unsigned call);

bool fake_device_is_grabbed(const fake_device *device);
bool fake_device_is_grabbed_by(const fake_device *device, int descriptor);
/// The number of times that the device was grabbed.
unsigned fake_device_grab_count(const fake_device *device);
uint32_t fake_device_lit(const fake_device *device);
unsigned fake_device_led_writes(const fake_device *device);
unsigned fake_device_clients(const fake_device *device);
/// The number of ioctls that the device did not support.
unsigned fake_device_unknown_ioctls(const fake_device *device);
bool fake_device_is_monotonic(int descriptor);
