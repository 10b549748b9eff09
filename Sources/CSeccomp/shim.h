// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <seccomp.h>

// Wrapped because Swift does not import macros with casts.
static inline uint32_t keybridge_seccomp_allow(void) { return SCMP_ACT_ALLOW; }
static inline uint32_t keybridge_seccomp_report(void) { return SCMP_ACT_NOTIFY; }
static inline uint32_t keybridge_seccomp_kill(void) { return SCMP_ACT_KILL_PROCESS; }
static inline uint32_t keybridge_seccomp_refuse(int error) { return SCMP_ACT_ERRNO(error); }
