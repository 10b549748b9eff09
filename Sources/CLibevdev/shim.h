// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stddef.h>
#include <libevdev/libevdev.h>

/// Keeps libevdev from printing messages.
///
/// In C, because Swift does not compile a call with a function that has a `va_list` for arm64.
static inline void libevdev_disable_messages(void) { libevdev_set_log_function(NULL, NULL); }
