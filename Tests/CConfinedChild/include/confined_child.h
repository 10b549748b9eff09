// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stdbool.h>

#include "sandbox.h"

/// A system call that a confined process tries.
struct confined_attempt {
  /// The number of the call; the arguments may be addresses in this process.
  long number;
  long arguments[6];
  /// The error; 0 for none, -1 if the process has not tried it.
  int error;
};

/// Forks this process, confines the child, and tries system calls in it, in this order.
///
/// A descriptor that `openat` returns is closed.
///
/// @return whether the child was confined and has tried everything.
bool confined_child_try(
    const struct keybridge_confinement *confinement, struct confined_attempt *attempts, int count);
