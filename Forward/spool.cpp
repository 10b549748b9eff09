// SPDX-License-Identifier: Apache-2.0
#include "spool.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "statement.hpp"

namespace keybridge::forward {
namespace {

/// Identifiers that the service may send again after a connection.
constexpr int64_t kRememberedItems = 4096;
/// Pages without contents that the file may keep.
constexpr int64_t kFreePages = 64;

/// The identifier of this boot of the machine; empty if it is not known.
std::string boot_id() {
  char text[37] = "";
  const int descriptor =
    TEMP_FAILURE_RETRY(::open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC));
  if (descriptor < 0) return "";
  const ssize_t length = read(descriptor, text, 36);
  ::close(descriptor);
  return length == 36 ? text : "";
}

bool is_damage(int code) {
  return (code & 0xFF) == SQLITE_CORRUPT || (code & 0xFF) == SQLITE_NOTADB;
}

}  // namespace

Spool::Spool(std::string path) : path_(std::move(path)), boot_(boot_id()) { open_or_recover(); }

Spool::~Spool() { close(); }

void Spool::fail(int code) {
  const std::string message =
    path_ + ": " + (database_ ? sqlite3_errmsg(database_) : "the file is not open");
  if (is_damage(code)) throw DamagedSpool(message);
  if ((code & 0xFF) == SQLITE_FULL) throw FullSpool(message);
  throw SpoolError(message);
}

void Spool::execute(const char* text) {
  const int code = sqlite3_exec(database_, text, nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) fail(code);
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
    change_once(false, [&] {
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

void Spool::sync() {
  // A descriptor of its own, so that no other thread waits for the disk. A commit is in the log, or a
  // checkpoint has synced it with the file. SQLite has no lock at the log that closing could release.
  const std::string log = path_ + "-wal";
  const int descriptor = TEMP_FAILURE_RETRY(::open(log.c_str(), O_RDWR | O_CLOEXEC));
  const bool is_synced = descriptor >= 0 && fdatasync(descriptor) == 0;
  const int reason = errno;
  if (descriptor >= 0) ::close(descriptor);
  if (!is_synced) throw SpoolError(log + ": " + std::strerror(reason));
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
