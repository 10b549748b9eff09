// SPDX-License-Identifier: Apache-2.0
#include "target.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <stdexcept>
#include <utility>

#include "journal.hpp"

namespace keybridge::forward {
namespace {

/// How long an attempt may go on after the program was asked to end.
constexpr int64_t kLastMilliseconds = 2000;
/// When a target tries again whose settings were wrong: the server's settings may have changed.
constexpr int64_t kPause = 600000;
/// The longest pause that a server can ask for.
constexpr int64_t kLongestRetryAfter = 3600000;
/// Failures with another reason are reported again after this time.
constexpr int64_t kReportInterval = 60000;

}  // namespace

int64_t now_ms() {
  timespec time = {};
  clock_gettime(CLOCK_BOOTTIME, &time);
  return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

Target::Target(TargetSettings settings, std::string host, Spool& spool)
    : host_(std::move(host)),
      spool_(spool),
      settings_(std::move(settings)),
      wake_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      random_(std::random_device()()) {
  if (wake_ < 0) throw std::runtime_error("no descriptor is left");
}

Target::~Target() {
  if (thread_.joinable()) thread_.join();
  close(wake_);
}

void Target::start() { thread_ = std::thread([this] { run(); }); }

void Target::ask_to_stop(bool retires) {
  stopping_since_ = now_ms();
  is_retiring_ = retires;
  is_stopping_ = true;
  wake();
}

void Target::join() {
  if (thread_.joinable()) thread_.join();
}

void Target::leave() {
  if (thread_.joinable()) ask_to_stop(false);
  join();
}

void Target::wake() {
  const uint64_t one = 1;
  // A count that is too large to be added to wakes the thread, too.
  while (write(wake_, &one, sizeof one) < 0 && errno == EINTR) {
  }
}

void Target::retry() {
  must_retry_ = true;
  wake();
}

void Target::clear_wake() {
  uint64_t count = 0;
  const ssize_t ignored = read(wake_, &count, sizeof count);
  (void)ignored;
}

int64_t Target::deadline(int64_t begun) const {
  const int64_t usual = begun + settings_.timeout_ms;
  return is_stopping_ ? std::min(usual, stopping_since_ + kLastMilliseconds) : usual;
}

void Target::idle(int64_t milliseconds) {
  pollfd waited = {wake_, POLLIN, 0};
  poll(&waited, 1, static_cast<int>(std::clamp<int64_t>(milliseconds, -1, INT_MAX)));
  clear_wake();
}

void Target::run() {
  while (!is_stopping_) {
    int64_t wait = 0;
    try {
      wait = turn();
    } catch (const std::exception& error) {
      // The spool cannot be read or written.
      fail(Outcome::again(error.what()));
    }
    if (wait && !is_stopping_) idle(wait);
  }
  end();
  has_ended_ = true;
}

int64_t Target::turn() {
  if (must_retry_.exchange(false)) {
    paused_until_ = 0;
    streak_ = 0;
  }
  if (const int64_t left = pause_left()) return left;
  const Outcome ready = prepare();
  if (ready.kind != Outcome::Kind::arrived) {
    if (!is_stopping_) fail(ready);
    return 0;
  }
  const std::optional<Owed> owed = spool_.first(settings_.name);
  if (!owed) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (reason_.empty()) state_ = "idle";
    return -1;
  }
  if (settings_.age_limit_ms && owed->age_ms > settings_.age_limit_ms) {
    spool_.drop(*owed);
    if (dropped_by_age_++ == 0) {
      report_state(4, "items that are older than the age limit are dropped", "dropped", "age");
    }
    return 0;
  }
  attempt(*owed);
  return 0;
}

void Target::attempt(const Owed& owed) {
  int number;
  try {
    number = spool_.begin_attempt(owed);
  } catch (const SpoolError& error) {
    // The item can still arrive.
    number = owed.attempts + 1;
    report_state(4, error.what(), "spool");
  }
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    state_ = "sending";
  }
  const int64_t begun = now_ms();
  const Outcome outcome = deliver(owed, number);
  settle(owed, number, outcome, now_ms() - begun);
}

void Target::settle(const Owed& owed, int attempt, const Outcome& outcome, int64_t duration_ms) {
  switch (outcome.kind) {
    case Outcome::Kind::arrived:
      sent_++;
      count_duration(duration_ms);
      succeed();
      spool_.finish(settings_.name, owed);
      break;
    case Outcome::Kind::aside:
      failures_++;
      report(Priority::warning,
             settings_.name + ": the item " + owed.id + " is set aside: " + outcome.reason,
             {{"KEYBRIDGE_TARGET", settings_.name}, {"KEYBRIDGE_EVENT", "aside"},
              {"KEYBRIDGE_ITEM", owed.id}, {"KEYBRIDGE_REASON", outcome.reason},
              {"KEYBRIDGE_ATTEMPT", std::to_string(attempt)}});
      succeed();
      spool_.set_aside(owed, outcome.reason);
      break;
    default:
      fail(outcome);
  }
}

void Target::succeed() {
  streak_ = 0;
  recover();
}

void Target::recover() {
  paused_until_ = 0;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    state_ = "idle";
    reason_.clear();
  }
  if (std::exchange(is_failure_reported_, false)) report_state(5, "the target can be reached again", "recovered");
}

void Target::fail(const Outcome& outcome) {
  failures_++;
  const bool stops = outcome.kind == Outcome::Kind::stop;
  const bool pauses = outcome.kind == Outcome::Kind::pause;
  streak_ = std::min(streak_ + 1, 62);
  // Half of the pause is random, so that the machines of a fleet do not try at the same time.
  int64_t pause = settings_.retry.longest_ms;
  // The shift does not overflow: the first pause is a day at most.
  if (streak_ < 30) pause = std::min(pause, settings_.retry.first_ms << (streak_ - 1));
  if (pauses) pause = std::max(pause, kPause);
  pause = pause / 2 + static_cast<int64_t>(random_() % static_cast<uint64_t>(pause / 2 + 1));
  if (outcome.after_ms > 0) pause = std::max(pause, std::min(outcome.after_ms, kLongestRetryAfter));
  paused_until_ = stops ? INT64_MAX : now_ms() + pause;
  const std::string state = stops ? "stopped" : pauses ? "paused" : "retrying";
  bool is_new = false;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    is_new = state != state_ && (stops || pauses);
    // A connection that is lost again and again is not reported each time.
    is_new |= reason_ != outcome.reason &&
              (reported_reason_ != outcome.reason || now_ms() - reported_at_ > kReportInterval);
    state_ = state;
    reason_ = outcome.reason;
  }
  if (!is_new) return;
  reported_at_ = now_ms();
  reported_reason_ = outcome.reason;
  is_failure_reported_ = true;
  std::string hint;
  if (stops || pauses) {
    hint = "; change the settings or the server, then: keybridge-forward retry " + settings_.name;
  }
  report_state(4, state + ": " + outcome.reason + hint, state, outcome.reason);
}

void Target::report_state(int priority, const std::string& message, const std::string& event,
                          const std::string& reason) {
  JournalFields fields = {{"KEYBRIDGE_TARGET", settings_.name}, {"KEYBRIDGE_EVENT", event}};
  if (!reason.empty()) fields.push_back({"KEYBRIDGE_REASON", reason});
  report(static_cast<Priority>(priority), settings_.name + ": " + message, fields);
}

int64_t Target::pause_left() {
  const int64_t until = paused_until_;
  if (until == 0) return 0;
  if (until == INT64_MAX) return -1;
  const int64_t left = until - now_ms();
  return left > 0 ? left : 0;
}

void Target::count_duration(int64_t duration_ms) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const double seconds = static_cast<double>(duration_ms) / 1000;
  size_t index = 0;
  while (index < kDurations.size() && seconds > kDurations[index]) index++;
  durations_[index]++;
  seconds_ += seconds;
}

TargetStatus Target::status() {
  TargetStatus status;
  status.name = settings_.name;
  status.kind = kind();
  status.counts = spool_.counts(settings_.name);
  status.is_connected = is_connected_;
  status.sent = sent_;
  status.failures = failures_;
  status.without_subscriber = without_subscriber_;
  status.dropped_by_number = dropped_by_number_;
  status.dropped_by_age = dropped_by_age_;
  const int64_t until = paused_until_;
  if (until && until != INT64_MAX) status.next_attempt_ms = std::max<int64_t>(0, until - now_ms());
  const std::lock_guard<std::mutex> lock(mutex_);
  status.state = state_;
  status.reason = reason_;
  status.durations = durations_;
  status.seconds = seconds_;
  return status;
}

}  // namespace keybridge::forward
