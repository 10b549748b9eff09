// SPDX-License-Identifier: Apache-2.0
#include "build_values.h"

// Package.swift defines them. This file is a target of its own, so that a new commit recompiles
// only this file.
#ifndef KEYBRIDGE_COMMIT
#define KEYBRIDGE_COMMIT ""
#endif
#ifndef KEYBRIDGE_REPOSITORY
#define KEYBRIDGE_REPOSITORY ""
#endif

const char *build_commit(void) {
    return KEYBRIDGE_COMMIT;
}

const char *build_repository(void) {
    return KEYBRIDGE_REPOSITORY;
}
