// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <thread>

#include "settings.hpp"
#include "spool.hpp"

namespace keybridge::forward {

/// The result of an attempt.
struct Outcome {
  enum class Kind {
    /// The target has the item.
    arrived,
    /// Another attempt may succeed.
    again,
    /// The settings are wrong, and not the item: the target pauses.
    pause,
    /// The target wants no further items.
    stop,
    /// The item is wrong: it is set aside.
    aside,
  };
  Kind kind = Kind::arrived;
  /// One line without secrets and without the text of items.
  std::string reason;
  /// The pause that the target asks for; 0 for none.
  int64_t after_ms = 0;

  static Outcome again(const std::string& reason, int64_t after_ms = 0) {
    return {Kind::again, reason, after_ms};
  }
  static Outcome pause(const std::string& reason) { return {Kind::pause, reason, 0}; }
  static Outcome aside(const std::string& reason) { return {Kind::aside, reason, 0}; }
};

/// The upper bounds of the metric of durations, in seconds.
constexpr std::array<double, 6> kDurations = {0.005, 0.025, 0.1, 0.5, 2.5, 10};

/// The state of a target, for `status` and the metrics.
struct TargetStatus {
  std::string name;
  std::string kind;
  /// idle, sending, retrying, paused or stopped.
  std::string state;
  /// The reason of the last failure; empty if the last attempt succeeded.
  std::string reason;
  bool is_connected = false;
  Counts counts;
  int64_t sent = 0;
  int64_t failures = 0;
  int64_t without_subscriber = 0;
  int64_t dropped_by_number = 0;
  int64_t dropped_by_age = 0;
  /// In how many milliseconds the next attempt begins; -1 if none is planned.
  int64_t next_attempt_ms = -1;
  std::array<int64_t, kDurations.size() + 1> durations = {};
  double seconds = 0;
};

/// A receiver of items, with a thread of its own.
class Target {
 public:
  Target(TargetSettings settings, std::string host, Spool& spool);
  virtual ~Target();
  Target(const Target&) = delete;
  Target& operator=(const Target&) = delete;

  const TargetSettings& settings() const { return settings_; }

  void start();
  /// Asks the thread to end; an attempt that has begun gets two more seconds.
  ///
  /// - Parameter retires: whether the target is removed from the settings.
  void ask_to_stop(bool retires);
  void join();
  /// Whether the thread has ended, so that `join` does not wait.
  bool has_ended() const { return has_ended_; }
  /// Reports new items.
  void wake();
  /// Ends a pause.
  void retry();
  /// Counts items that were dropped because too many are owed.
  void count_dropped(int64_t number) { dropped_by_number_ += number; }
  TargetStatus status();

 protected:
  /// Prepares for an item: connects, for example. Called only if no pause is due.
  virtual Outcome prepare() { return {}; }
  /// Delivers an item.
  virtual Outcome deliver(const Owed& owed, int attempt) = 0;
  /// Waits until `wake`, `retry` or `ask_to_stop` is called, or for a time; -1 for no limit.
  virtual void idle(int64_t milliseconds);
  /// Called at the end of the thread.
  virtual void end() {}
  virtual std::string kind() const = 0;

  /// Ends the thread. Destructors call it before the members are gone that the thread uses.
  void leave();

  bool is_stopping() const { return is_stopping_; }
  bool is_retiring() const { return is_retiring_; }
  /// The descriptor that becomes readable with `wake`.
  int wake_descriptor() const { return wake_; }
  void clear_wake();
  /// Returns the deadline of an attempt, which moves when the target is asked to stop.
  int64_t deadline(int64_t begun) const;
  void set_connected(bool is_connected) { is_connected_ = is_connected; }
  void count_without_subscriber() { without_subscriber_++; }
  /// Reports that the target can be reached again. Pauses go on growing until `forget_failures`.
  void recover();
  /// The next failure counts as the first one.
  void forget_failures() { streak_ = 0; }
  std::mt19937_64& random() { return random_; }
  void report_state(int priority, const std::string& message, const std::string& event,
                    const std::string& reason = "");

  const std::string host_;
  Spool& spool_;

 private:
  void run();
  /// Prepares and delivers an item. Returns for how long to wait; 0 to go on at once.
  int64_t turn();
  void attempt(const Owed& owed);
  void settle(const Owed& owed, int attempt, const Outcome& outcome, int64_t duration_ms);
  void fail(const Outcome& outcome);
  void succeed();
  int64_t pause_left();
  void count_duration(int64_t duration_ms);

  const TargetSettings settings_;
  const int wake_;
  std::thread thread_;
  std::atomic<bool> is_stopping_ = false, is_retiring_ = false, must_retry_ = false;
  std::atomic<bool> is_connected_ = false, has_ended_ = false;
  std::atomic<int64_t> stopping_since_ = 0;
  std::atomic<int64_t> sent_ = 0, failures_ = 0, without_subscriber_ = 0;
  std::atomic<int64_t> dropped_by_number_ = 0, dropped_by_age_ = 0;
  /// When the pause ends; 0 without a pause, INT64_MAX if the target is stopped.
  std::atomic<int64_t> paused_until_ = 0;
  std::mt19937_64 random_;
  /// Failures since the last success.
  int streak_ = 0;
  int64_t reported_at_ = 0;
  std::string reported_reason_;
  bool is_failure_reported_ = false;

  std::mutex mutex_;
  std::string state_ = "idle";
  std::string reason_;
  std::array<int64_t, kDurations.size() + 1> durations_ = {};
  double seconds_ = 0;
};

/// Creates the target that the settings describe.
std::unique_ptr<Target> make_target(const TargetSettings& settings, const std::string& host,
                                    Spool& spool);

/// The monotonic clock in milliseconds.
int64_t now_ms();

}  // namespace keybridge::forward
