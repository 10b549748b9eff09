// SPDX-License-Identifier: Apache-2.0
// The file of the spool: opening, repairing, and the room on the disk.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "journal.hpp"
#include "spool.hpp"
#include "statement.hpp"

namespace keybridge::forward {
namespace {

/// More than the log grows between two checkpoints.
constexpr int64_t kReserve = 1 << 20;
constexpr const char* kSchema =
  "CREATE TABLE IF NOT EXISTS owed ("
  "  place INTEGER PRIMARY KEY, target TEXT NOT NULL, number INTEGER NOT NULL, id TEXT NOT NULL,"
  "  body TEXT NOT NULL, state INTEGER NOT NULL DEFAULT 0, attempts INTEGER NOT NULL DEFAULT 0,"
  "  reason TEXT NOT NULL DEFAULT '', kept INTEGER NOT NULL, boot TEXT NOT NULL,"
  "  booted INTEGER NOT NULL);"
  "CREATE INDEX IF NOT EXISTS owed_order ON owed (target, state, place);"
  "CREATE TABLE IF NOT EXISTS seen (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE);"
  "CREATE TABLE IF NOT EXISTS announced ("
  "  target TEXT NOT NULL, topic TEXT NOT NULL, object TEXT NOT NULL, PRIMARY KEY (target, topic))"
  "  WITHOUT ROWID;";

}  // namespace

void Spool::close() {
  sqlite3_close(database_);
  database_ = nullptr;
}

void Spool::open() {
  try {
    prepare_file();
  } catch (...) {
    close();
    throw;
  }
}

void Spool::prepare_file() {
  const mode_t mask = umask(0077);
  const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
  const int code = sqlite3_open_v2(path_.c_str(), &database_, flags, nullptr);
  umask(mask);
  if (code != SQLITE_OK) fail(code);
  sqlite3_extended_result_codes(database_, 1);
  sqlite3_busy_timeout(database_, 2000);
  // Before the first table.
  execute("PRAGMA auto_vacuum=INCREMENTAL");
  // No other connection may use the file: two that write can damage it before SQLite 3.51.3. With
  // this mode, the index of the log is in memory and not in a further file.
  execute("PRAGMA locking_mode=EXCLUSIVE");
  execute("PRAGMA journal_mode=WAL");
  execute("PRAGMA synchronous=FULL");
  execute("PRAGMA journal_size_limit=1048576");
  execute("PRAGMA cache_size=-512");
  execute("PRAGMA wal_autocheckpoint=100");
  syncs_ = true;
  Statement check(*this, "PRAGMA quick_check(1)");
  if (!check.step() || check.text(0) != "ok") throw DamagedSpool(path_ + ": " + check.text(0));
  check.reset();
  execute(kSchema);
  counts_.clear();
  finished_.clear();
  Statement rows(*this, "SELECT target, state, COUNT(*) FROM owed GROUP BY target, state");
  while (rows.step()) {
    auto& counts = counts_[rows.text(0)];
    (rows.number(1) == kOwed ? counts.first : counts.second) = rows.number(2);
  }
  Statement last(*this,
                 "SELECT MAX((SELECT IFNULL(MAX(place), 0) FROM owed),"
                 " (SELECT IFNULL(MAX(number), 0) FROM seen))");
  last.step();
  next_place_ = last.number(0) + 1;
}

void Spool::open_or_recover() {
  try {
    open();
  } catch (const DamagedSpool& error) {
    recover(error.what());
  }
}

/// Renames the damaged file and begins a new one with the items that can be read.
void Spool::recover(const std::string& problem) {
  int64_t known = 0;
  for (const auto& [target, counts] : counts_) known += counts.first + counts.second;
  close();
  const std::string damaged = path_ + ".damaged-" + std::to_string(milliseconds(CLOCK_REALTIME));
  // The log belongs to the file: SQLite replays it when the copy is opened.
  for (const char* suffix : {"", "-wal"}) {
    if (std::rename((path_ + suffix).c_str(), (damaged + suffix).c_str()) == 0 || errno == ENOENT) continue;
    throw SpoolError(path_ + suffix + ": " + std::strerror(errno));
  }
  report(Priority::error, problem + "; the file is kept as " + damaged,
         {{"KEYBRIDGE_EVENT", "spool-damaged"}});
  open();
  lost_ = known ? known : -1;
  take_over(damaged);
  const std::string count = lost_ < 0 ? "an unknown number of" : std::to_string(lost_);
  report(Priority::error, path_ + ": " + count + " items are lost with the damaged file",
         {{"KEYBRIDGE_EVENT", "spool-lost"}, {"KEYBRIDGE_COUNT", std::to_string(lost_)}});
}

/// Copies the rows of a damaged file as far as they can be read, and counts those that cannot.
void Spool::take_over(const std::string& damaged) {
  sqlite3* old = nullptr;
  if (sqlite3_open_v2(damaged.c_str(), &old, SQLITE_OPEN_READWRITE, nullptr) == SQLITE_OK) {
    sqlite3_exec(old, "PRAGMA locking_mode=EXCLUSIVE", nullptr, nullptr, nullptr);
    sqlite3_stmt* count = nullptr;
    // The index is smaller than the table, so it is more often whole.
    if (lost_ < 0 &&
        sqlite3_prepare_v2(old, "SELECT COUNT(*) FROM owed INDEXED BY owed_order", -1, &count,
                           nullptr) == SQLITE_OK &&
        sqlite3_step(count) == SQLITE_ROW) {
      lost_ = sqlite3_column_int64(count, 0);
    }
    sqlite3_finalize(count);
    int64_t copied = 0;
    // Both ends, because the reading stops at a damaged page.
    for (const char* order : {"ASC", "DESC"}) {
      const std::string text =
        std::string("SELECT place, target, number, id, body, state, attempts, reason, kept, boot, "
                    "booted FROM owed NOT INDEXED ORDER BY place ") + order;
      sqlite3_stmt* rows = nullptr;
      sqlite3_prepare_v2(old, text.c_str(), -1, &rows, nullptr);
      begin(true);
      while (rows && sqlite3_step(rows) == SQLITE_ROW) {
        Statement add(*this, "INSERT OR IGNORE INTO owed VALUES (?,?,?,?,?,?,?,?,?,?,?)");
        for (int column = 0; column < 11; column++) add.copy(column + 1, rows, column);
        if (!read_body(add.column_text(rows, 4))) continue;
        add.step();
        copied += sqlite3_changes64(database_);
      }
      commit();
      sqlite3_finalize(rows);
    }
    if (lost_ >= copied) lost_ -= copied;
    else lost_ = copied ? 0 : lost_;
  }
  sqlite3_close(old);
  const int64_t lost = lost_;
  close();
  open();
  lost_ = lost;
}

void Spool::reserve() {
  if (has_reserve_) return;
  const std::string path = path_ + ".reserve";
  int error = 0;
  for (const bool has_shrunk : {false, true}) {
    const int file =
      TEMP_FAILURE_RETRY(::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
    error = file < 0 ? errno : posix_fallocate(file, 0, kReserve);
    if (file >= 0) ::close(file);
    if (!error) {
      has_reserve_ = true;
      return;
    }
    unlink(path.c_str());
    if (!has_shrunk) shrink();
  }
  throw FullSpool(path + ": " + std::strerror(error));
}

void Spool::release_reserve() {
  has_reserve_ = false;
  unlink((path_ + ".reserve").c_str());
  // The log gives back its room, too.
  sqlite3_wal_checkpoint_v2(database_, nullptr, SQLITE_CHECKPOINT_TRUNCATE, nullptr, nullptr);
}

int64_t Spool::free_pages() {
  Statement pages(*this, "PRAGMA freelist_count");
  return pages.step() ? pages.number(0) : 0;
}

void Spool::shrink() {
  try {
    int64_t before = 0;
    for (int64_t left = free_pages(); left > 0 && left != before; left = free_pages()) {
      before = left;
      // In small steps, each of which needs little room in the log.
      execute("PRAGMA incremental_vacuum(64)");
      sqlite3_wal_checkpoint_v2(database_, nullptr, SQLITE_CHECKPOINT_TRUNCATE, nullptr, nullptr);
    }
  } catch (const SpoolError&) {
    roll_back();
  }
}

}  // namespace keybridge::forward
