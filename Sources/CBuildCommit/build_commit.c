// SPDX-License-Identifier: Apache-2.0
#include "build_commit.h"

// Package.swift defines it. This file is a target of its own, so that a new commit recompiles only
// this file.
#ifndef KEYBRIDGE_COMMIT
#define KEYBRIDGE_COMMIT ""
#endif

const char *build_commit(void) {
    return KEYBRIDGE_COMMIT;
}
