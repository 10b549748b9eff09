// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <time.h>

#include "spool.hpp"

namespace keybridge::forward {

/// A file whose contents are no longer a database.
struct DamagedSpool : SpoolError {
  using SpoolError::SpoolError;
};

/// A disk without room.
struct FullSpool : SpoolError {
  using SpoolError::SpoolError;
};

/// The states of an item in the file.
enum State { kOwed = 0, kSetAside = 1 };

/// Returns a clock in milliseconds.
inline int64_t milliseconds(clockid_t clock) {
  timespec time = {};
  clock_gettime(clock, &time);
  return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/// A prepared statement of the spool. Errors are thrown.
class Spool::Statement {
 public:
  Statement(Spool& spool, const char* text) : spool_(spool) {
    const int code = sqlite3_prepare_v2(spool.database_, text, -1, &statement_, nullptr);
    if (code != SQLITE_OK) spool.fail(code);
  }
  ~Statement() { sqlite3_finalize(statement_); }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  Statement& bind(int index, int64_t value) {
    sqlite3_bind_int64(statement_, index, value);
    return *this;
  }
  Statement& bind(int index, const std::string& value) {
    sqlite3_bind_text(statement_, index, value.data(), static_cast<int>(value.size()),
                      SQLITE_TRANSIENT);
    return *this;
  }
  /// Binds the value of another statement's column.
  void copy(int index, sqlite3_stmt* row, int column) {
    sqlite3_bind_value(statement_, index, sqlite3_column_value(row, column));
  }

  /// Steps to the next row. Returns false if there is none.
  bool step() {
    const int code = sqlite3_step(statement_);
    if (code == SQLITE_ROW) return true;
    if (code != SQLITE_DONE) spool_.fail(code);
    return false;
  }
  /// Steps to the end.
  void finish() {
    while (step()) {
    }
  }
  void reset() { sqlite3_reset(statement_); }

  int64_t number(int column) const { return sqlite3_column_int64(statement_, column); }
  std::string text(int column) const { return column_text(statement_, column); }

  static std::string column_text(sqlite3_stmt* row, int column) {
    const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(row, column));
    return text ? std::string(text, static_cast<size_t>(sqlite3_column_bytes(row, column))) : "";
  }

 private:
  Spool& spool_;
  sqlite3_stmt* statement_ = nullptr;
};

}  // namespace keybridge::forward
