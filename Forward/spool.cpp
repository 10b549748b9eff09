// SPDX-License-Identifier: Apache-2.0
#include "spool.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "journal.hpp"
#include "statement.hpp"

namespace keybridge::forward {
namespace {

/// Identifiers that the service may send again after a connection.
constexpr int64_t kRememberedItems = 4096;
/// More than the log grows between two checkpoints.
constexpr int64_t kReserve = 1 << 20;
/// Pages without contents that the file may keep.
constexpr int64_t kFreePages = 64;
enum State { kOwed = 0, kSetAside = 1 };

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

int64_t milliseconds(clockid_t clock) {
  timespec time = {};
  clock_gettime(clock, &time);
  return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/// The identifier of this boot of the machine; empty if it is not known.
std::string boot_id() {
  char text[37] = "";
  const int descriptor = ::open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return "";
  const ssize_t length = read(descriptor, text, 36);
  ::close(descriptor);
  return length == 36 ? text : "";
}

bool is_damage(int code) {
  return (code & 0xFF) == SQLITE_CORRUPT || (code & 0xFF) == SQLITE_NOTADB;
}

}  // namespace

/// A file whose contents are no longer a database.
struct DamagedSpool : SpoolError {
  using SpoolError::SpoolError;
};

/// A disk without room.
struct FullSpool : SpoolError {
  using SpoolError::SpoolError;
};

Spool::Spool(std::string path) : path_(std::move(path)), boot_(boot_id()) { open_or_recover(); }

Spool::~Spool() { close(); }

void Spool::close() {
  sqlite3_close(database_);
  database_ = nullptr;
}

void Spool::fail(int code) {
  const std::string message = path_ + ": " + (database_ ? sqlite3_errmsg(database_) : "the file is not open");
  if (is_damage(code)) throw DamagedSpool(message);
  if ((code & 0xFF) == SQLITE_FULL) throw FullSpool(message);
  throw SpoolError(message);
}

void Spool::execute(const char* text) {
  const int code = sqlite3_exec(database_, text, nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) fail(code);
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

void Spool::begin(bool syncs) {
  // A file that could not be opened after it was damaged.
  if (!database_) open_or_recover();
  // Without a sync, a commit survives the end of the process and not a power failure.
  if (syncs != syncs_) execute(syncs ? "PRAGMA synchronous=FULL" : "PRAGMA synchronous=NORMAL");
  syncs_ = syncs;
  execute("BEGIN IMMEDIATE");
}

void Spool::commit() { execute("COMMIT"); }

void Spool::roll_back() {
  if (database_ && !sqlite3_get_autocommit(database_)) {
    sqlite3_exec(database_, "ROLLBACK", nullptr, nullptr, nullptr);
  }
}

void Spool::reserve() {
  if (has_reserve_) return;
  const std::string path = path_ + ".reserve";
  int error = 0;
  for (const bool has_shrunk : {false, true}) {
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
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

void Spool::change_once(bool syncs, const std::function<void()>& work) {
  try {
    begin(syncs);
    work();
    commit();
  } catch (const DamagedSpool& error) {
    roll_back();
    recover(error.what());
    throw SpoolError("the spool was damaged");
  } catch (...) {
    roll_back();
    throw;
  }
}

void Spool::change(bool syncs, const std::function<void()>& work) {
  try {
    change_once(syncs, work);
  } catch (const FullSpool&) {
    release_reserve();
    change_once(syncs, work);
  }
}

size_t Spool::append(const std::vector<Routed>& items) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const int64_t before = next_place_, kept = milliseconds(CLOCK_REALTIME);
  const int64_t booted = milliseconds(CLOCK_BOOTTIME);
  std::map<std::string, int64_t> added;
  size_t fresh = 0;
  // New items never use the room that removals need.
  reserve();
  try {
    change_once(true, [&] {
      Statement see(*this, "INSERT OR IGNORE INTO seen (number, id) VALUES (?, ?)");
      Statement add(*this,
                    "INSERT INTO owed (place, target, number, id, body, kept, boot, booted) "
                    "VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
      for (const auto& [item, targets] : items) {
        see.bind(1, next_place_).bind(2, item.id).step();
        see.reset();
        if (sqlite3_changes(database_) == 0) continue;
        fresh++;
        next_place_++;
        for (const std::string& target : targets) {
          add.bind(1, next_place_++).bind(2, target).bind(3, item.number).bind(4, item.id);
          add.bind(5, item.body).bind(6, kept).bind(7, boot_).bind(8, booted).step();
          add.reset();
          added[target]++;
        }
      }
      Statement forget(*this,
                       "DELETE FROM seen WHERE number <= (SELECT number FROM seen ORDER BY number "
                       "DESC LIMIT 1 OFFSET ?)");
      forget.bind(1, kRememberedItems).step();
    });
  } catch (...) {
    next_place_ = before;
    throw;
  }
  for (const auto& [target, count] : added) counts_[target].first += count;
  return fresh;
}

int64_t Spool::age(const Statement& row, int kept, int boot, int booted) const {
  // The clock of the boot is right when the clock of the wall is set.
  const bool same = !boot_.empty() && row.text(boot) == boot_;
  const int64_t age = same ? milliseconds(CLOCK_BOOTTIME) - row.number(booted)
                           : milliseconds(CLOCK_REALTIME) - row.number(kept);
  return age < 0 ? 0 : age;
}

void Spool::remove_finished(const std::string& target) {
  const auto found = finished_.find(target);
  if (found == finished_.end()) return;
  change(false, [&] {
    Statement remove(*this, "DELETE FROM owed WHERE target = ? AND state = 0 AND place <= ?");
    remove.bind(1, target).bind(2, found->second).step();
  });
  finished_.erase(found);
}

std::optional<Owed> Spool::first(const std::string& target) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!database_) open_or_recover();
  const auto finished = finished_.find(target);
  try {
    Statement rows(*this,
                   "SELECT place, number, id, body, attempts, kept, boot, booted FROM owed WHERE "
                   "target = ? AND state = 0 AND place > ? ORDER BY place LIMIT 1");
    rows.bind(1, target).bind(2, finished == finished_.end() ? 0 : finished->second);
    if (!rows.step()) return std::nullopt;
    Owed owed;
    owed.place = rows.number(0);
    owed.number = rows.number(1);
    owed.id = rows.text(2);
    owed.body = rows.text(3);
    owed.attempts = static_cast<int>(rows.number(4));
    owed.age_ms = age(rows, 5, 6, 7);
    return owed;
  } catch (const DamagedSpool& error) {
    recover(error.what());
    throw SpoolError("the spool was damaged");
  }
}

int Spool::begin_attempt(const Owed& owed) {
  const std::lock_guard<std::mutex> lock(mutex_);
  change(false, [&] {
    Statement(*this, "UPDATE owed SET attempts = attempts + 1 WHERE place = ?").bind(1, owed.place).step();
  });
  return owed.attempts + 1;
}

void Spool::finish(const std::string& target, const Owed& owed) {
  const std::lock_guard<std::mutex> lock(mutex_);
  finished_[target] = owed.place;
  counts_[target].first--;
  remove_finished(target);
  if (counts_[target].first == 0 && free_pages() > kFreePages) shrink();
}

void Spool::set_aside(const Owed& owed, const std::string& reason) {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::string target;
  change(true, [&] {
    Statement row(*this, "UPDATE owed SET state = 1, reason = ? WHERE place = ? RETURNING target");
    row.bind(1, reason).bind(2, owed.place);
    if (row.step()) {
      target = row.text(0);
      row.finish();
    }
  });
  if (target.empty()) return;
  counts_[target].first--;
  counts_[target].second++;
}

int64_t Spool::limit(const std::string& target, int64_t number) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const int64_t excess = counts_[target].first - number;
  if (excess <= 0) return 0;
  int64_t removed = 0;
  change(false, [&] {
    const auto finished = finished_.find(target);
    Statement remove(*this,
                     "DELETE FROM owed WHERE place IN (SELECT place FROM owed WHERE target = ? AND "
                     "state = 0 AND place > ? ORDER BY place LIMIT ?)");
    remove.bind(1, target).bind(2, finished == finished_.end() ? 0 : finished->second).bind(3, excess).step();
    removed = sqlite3_changes64(database_);
  });
  counts_[target].first -= removed;
  return removed;
}

void Spool::drop(const Owed& owed) {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::string target;
  change(false, [&] {
    Statement row(*this, "DELETE FROM owed WHERE place = ? AND state = 0 RETURNING target");
    row.bind(1, owed.place);
    if (row.step()) {
      target = row.text(0);
      row.finish();
    }
  });
  if (!target.empty()) counts_[target].first--;
}

Counts Spool::counts(const std::string& target) {
  const std::lock_guard<std::mutex> lock(mutex_);
  Counts counts;
  counts.owed = counts_[target].first;
  counts.set_aside = counts_[target].second;
  Statement oldest(*this,
                   "SELECT kept, boot, booted FROM owed WHERE target = ? AND state = 0 ORDER BY "
                   "place LIMIT 1");
  oldest.bind(1, target);
  if (counts.owed && oldest.step()) counts.oldest_ms = age(oldest, 0, 1, 2);
  return counts;
}

std::vector<std::string> Spool::targets() {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::vector<std::string> names;
  for (const auto& [name, counts] : counts_) {
    if (counts.first || counts.second) names.push_back(name);
  }
  return names;
}

std::vector<Listed> Spool::list(const std::string& target, bool set_aside, size_t most) {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::vector<Listed> result;
  Statement rows(*this,
                 "SELECT id, body, reason, attempts FROM owed WHERE target = ? AND state = ? ORDER "
                 "BY place LIMIT ?");
  rows.bind(1, target).bind(2, set_aside ? kSetAside : kOwed).bind(3, static_cast<int64_t>(most));
  while (rows.step()) {
    const std::string body = rows.text(1);
    const Json object(json_loadb(body.data(), body.size(), JSON_ALLOW_NUL, nullptr));
    result.push_back({rows.text(0), text_of(object.get(), "time").value_or(""),
                      text_of(object.get(), "kind").value_or(""), rows.text(2),
                      static_cast<int>(rows.number(3))});
  }
  return result;
}

int64_t Spool::retry(const std::string& target, const std::string& id) {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::vector<int64_t> places;
  const int64_t before = next_place_;
  try {
    change(true, [&] {
      Statement rows(*this,
                     "SELECT place FROM owed WHERE target = ? AND state = 1 AND (? = '' OR id = ?) "
                     "ORDER BY place");
      rows.bind(1, target).bind(2, id).bind(3, id);
      places.clear();
      next_place_ = before;
      while (rows.step()) places.push_back(rows.number(0));
      for (const int64_t place : places) {
        Statement(*this, "UPDATE owed SET place = ?, state = 0, reason = '' WHERE place = ?")
          .bind(1, next_place_++).bind(2, place).step();
      }
    });
  } catch (...) {
    next_place_ = before;
    throw;
  }
  const auto count = static_cast<int64_t>(places.size());
  counts_[target].first += count;
  counts_[target].second -= count;
  return count;
}

int64_t Spool::remove(const std::string& target, const std::string& id, bool set_aside) {
  const std::lock_guard<std::mutex> lock(mutex_);
  remove_finished(target);
  int64_t count = 0;
  change(true, [&] {
    Statement remove(*this,
                     "DELETE FROM owed WHERE target = ? AND state = ? AND (? = '' OR id = ?)");
    remove.bind(1, target).bind(2, set_aside ? kSetAside : kOwed).bind(3, id).bind(4, id).step();
    count = sqlite3_changes64(database_);
  });
  (set_aside ? counts_[target].second : counts_[target].first) -= count;
  shrink();
  return count;
}

std::map<std::string, std::string> Spool::announced(const std::string& target) {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::map<std::string, std::string> result;
  Statement rows(*this, "SELECT topic, object FROM announced WHERE target = ?");
  rows.bind(1, target);
  while (rows.step()) result[rows.text(0)] = rows.text(1);
  return result;
}

void Spool::announce(const std::string& target, const std::string& topic,
                     const std::string& object) {
  const std::lock_guard<std::mutex> lock(mutex_);
  change(false, [&] {
    Statement change(*this, object.empty()
                              ? "DELETE FROM announced WHERE target = ? AND topic = ?"
                              : "INSERT OR REPLACE INTO announced VALUES (?, ?, ?)");
    change.bind(1, target).bind(2, topic);
    if (!object.empty()) change.bind(3, object);
    change.step();
  });
}

}  // namespace keybridge::forward
