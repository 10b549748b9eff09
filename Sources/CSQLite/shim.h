// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <sqlite3.h>

// Wrapped because Swift cannot import SQLITE_TRANSIENT, which is a cast.
static inline int sqlite3_bind_text_copy(sqlite3_stmt *statement, int index, const char *text, int size) {
  return sqlite3_bind_text(statement, index, text, size, SQLITE_TRANSIENT);
}
