// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "item.hpp"

namespace keybridge::forward {

/// A failed access to the spool, for example because the disk is full.
struct SpoolError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// An item that is owed to a target.
struct Owed {
  /// The position in the order of all targets.
  int64_t place = 0;
  /// The number in the service.
  int64_t number = 0;
  std::string id;
  std::string body;
  /// The number of earlier attempts.
  int attempts = 0;
  int64_t age_ms = 0;
};

/// An item that is set aside, or owed, without its text.
struct Listed {
  std::string id;
  std::string time;
  std::string kind;
  std::string reason;
  int attempts = 0;
};

/// An item with the targets that it is owed to.
struct Routed {
  Item item;
  std::vector<std::string> targets;
};

struct Counts {
  int64_t owed = 0;
  int64_t set_aside = 0;
  /// The age of the oldest owed item; 0 if there is none.
  int64_t oldest_ms = 0;
};

/// The items that are owed to targets, in a file of SQLite.
///
/// The file has one connection, which all threads share. An append survives the end of the process,
/// and after `sync` a power failure. A removal survives the end of the process; after a power failure
/// a removed item may be sent again.
class Spool {
 public:
  /// Opens or creates the file. A damaged file is renamed, and its readable items are taken over.
  ///
  /// - Throws: `SpoolError`.
  explicit Spool(std::string path);
  ~Spool();
  Spool(const Spool&) = delete;
  Spool& operator=(const Spool&) = delete;

  /// Adds items in one transaction; an item that was added before is skipped.
  ///
  /// - Returns: the number of items that are new.
  /// - Throws: `SpoolError`; then none is added.
  size_t append(const std::vector<Routed>& items);
  /// Waits until what was added is on the disk. Others use the spool meanwhile.
  ///
  /// - Throws: `SpoolError`.
  void sync();

  /// Returns the first item that is owed to a target.
  std::optional<Owed> first(const std::string& target);
  /// Counts an attempt and returns its number, from 1.
  int begin_attempt(const Owed& owed);
  /// Removes an item that has arrived. The item is not returned again, even if the disk is full.
  void finish(const std::string& target, const Owed& owed);
  /// Sets an item aside. It is owed no longer, and can be sent again.
  void set_aside(const Owed& owed, const std::string& reason);

  /// Removes the oldest owed items beyond a number.
  ///
  /// - Returns: the number of removed items.
  int64_t limit(const std::string& target, int64_t number);
  /// Removes an owed item.
  void drop(const Owed& owed);

  Counts counts(const std::string& target);
  /// Returns the names of all targets with items.
  std::vector<std::string> targets();
  std::vector<Listed> list(const std::string& target, bool set_aside, size_t most);

  /// Puts items that were set aside at the end of the queue.
  ///
  /// - Parameter id: an item; empty for all.
  int64_t retry(const std::string& target, const std::string& id);
  /// Removes items for good.
  ///
  /// - Parameters:
  ///   - id: an item; empty for all.
  ///   - set_aside: whether items that were set aside are removed, or those that are owed.
  int64_t remove(const std::string& target, const std::string& id, bool set_aside);

  /// The configurations that Home Assistant's broker retains: the topics with their objects.
  std::map<std::string, std::string> announced(const std::string& target);
  /// Keeps a configuration; an empty object removes it.
  void announce(const std::string& target, const std::string& topic, const std::string& object);

  /// The number of items that were lost with a damaged file; -1 if it is not known.
  int64_t lost() const { return lost_; }

 private:
  class Statement;

  void open();
  void close();
  void prepare_file();
  void open_or_recover();
  void recover(const std::string& problem);
  void take_over(const std::string& damaged);
  void execute(const char* text);
  void begin(bool syncs);
  void commit();
  void roll_back();
  /// Runs a change in a transaction. If the disk is full, the reserve is released and the change
  /// runs again.
  void change(bool syncs, const std::function<void()>& work);
  void change_once(bool syncs, const std::function<void()>& work);
  /// Keeps room on the disk, so that items can be removed when the disk is full.
  void reserve();
  void release_reserve();
  /// Gives the room of removed items back to the disk, as far as that is possible.
  void shrink();
  int64_t free_pages();
  [[noreturn]] void fail(int code);
  void remove_finished(const std::string& target);
  int64_t count(const std::string& target, int state);
  int64_t age(const Statement& row, int kept, int boot, int booted) const;

  std::string path_;
  std::mutex mutex_;
  sqlite3* database_ = nullptr;
  int64_t next_place_ = 1;
  int64_t lost_ = 0;
  bool syncs_ = true;
  bool has_reserve_ = false;
  /// The counts of owed and set aside items by target, in memory.
  std::map<std::string, std::pair<int64_t, int64_t>> counts_;
  /// Items up to this place have arrived, although their removal may have failed.
  std::map<std::string, int64_t> finished_;
  std::string boot_;
};

}  // namespace keybridge::forward
