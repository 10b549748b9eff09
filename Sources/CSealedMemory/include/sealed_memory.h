// SPDX-License-Identifier: Apache-2.0
#pragma once
// No header of sockets: its constants would belong to this module, and be unknown in files that
// import only the C library.
#include <stddef.h>
#include <sys/types.h>

// The values of linux/fcntl.h, which the C library has for GNU sources only.
enum {
  KEYBRIDGE_ADD_SEALS = 1033,
  KEYBRIDGE_GET_SEALS = 1034,
  KEYBRIDGE_SEAL_SEAL = 1,
  KEYBRIDGE_SEAL_SHRINK = 2,
  KEYBRIDGE_SEAL_GROW = 4,
  KEYBRIDGE_SEAL_WRITE = 8,
};

/// Creates a file in memory that can be sealed and is never executed; -1 with `errno` on failure.
int keybridge_create_memory(const char *name);

/// Sends a message with a descriptor and does not wait; -1 with `errno` on failure.
ssize_t keybridge_send_descriptor(int socket, const void *bytes, size_t count, int descriptor);
