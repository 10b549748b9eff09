// SPDX-License-Identifier: Apache-2.0
#include "build_commit.h"

// Given by Package.swift. A target of its own, so that a new commit compiles this file alone.
#ifndef KEYBRIDGE_COMMIT
#define KEYBRIDGE_COMMIT ""
#endif

const char *build_commit(void) {
    return KEYBRIDGE_COMMIT;
}
