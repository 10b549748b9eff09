// SPDX-License-Identifier: Apache-2.0
#pragma once
// Headers that Glibc's Swift module does not include.
#include <linux/input.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <sys/xattr.h>

// Wrapped because Swift cannot call a variadic C function.
static inline int keybridge_keep_rights(void) { return prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0); }
static inline int keybridge_forbid_core_dumps(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }
