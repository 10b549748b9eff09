// SPDX-License-Identifier: Apache-2.0
#include "forwarder.hpp"

#include <poll.h>
#include <sys/signalfd.h>
#include <systemd/sd-daemon.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <csignal>
#include <stdexcept>

#include "journal.hpp"
#include "metrics.hpp"

namespace keybridge::forward {
namespace {

constexpr int64_t kMetricsInterval = 10000;
constexpr size_t kReportedSources = 100;
/// How often threads that end are looked for, and for how long at the end of the program.
constexpr int kEndingInterval = 20;
constexpr int64_t kEndMilliseconds = 8000;
/// Only the program's user may connect to the control socket, and its group to the one for metrics.
constexpr mode_t kControlMode = 0600;
constexpr mode_t kMetricsMode = 0660;

int64_t sooner(int64_t one, int64_t other) {
  if (one < 0 || other < 0) return std::max(one, other);
  return std::min(one, other);
}

}  // namespace

Forwarder::Forwarder(std::string path, Settings settings)
    : path_(std::move(path)),
      settings_(std::move(settings)),
      spool_(settings_.spool),
      service_(settings_.name, settings_.socket, [this](const std::vector<Item>& items) { store(items); }),
      control_(settings_.control, kControlMode,
               control_answer([this](const json_t* request) { return answer(request); })) {
  serve_metrics();
  start_targets();
  report_foreign_items();
}

// All threads end at the same time, and not one after the other.
Forwarder::~Forwarder() {
  for (auto& [name, target] : targets_) target->ask_to_stop(false);
}

/// Ends the targets whose settings have changed, and those that are gone.
void Forwarder::end_targets(const Settings& settings) {
  for (auto entry = targets_.begin(); entry != targets_.end();) {
    const TargetSettings* wanted = settings.target(entry->first);
    const bool is_same = wanted && wanted->fingerprint == entry->second->settings().fingerprint &&
                         settings.host == settings_.host;
    if (is_same) {
      entry++;
      continue;
    }
    entry->second->ask_to_stop(!wanted);
    ending_.push_back(std::move(entry->second));
    entry = targets_.erase(entry);
  }
}

/// Starts the targets that do not run, except for those whose earlier thread has not ended.
void Forwarder::start_targets() {
  for (const TargetSettings& target : settings_.targets) {
    bool must_wait = targets_.count(target.name) > 0;
    for (const auto& ending : ending_) must_wait |= ending->settings().name == target.name;
    if (must_wait) continue;
    auto started = make_target(target, settings_.host, spool_);
    started->start();
    targets_[target.name] = std::move(started);
  }
}

void Forwarder::settle_targets() {
  ending_.remove_if([](const std::unique_ptr<Target>& target) { return target->has_ended(); });
  start_targets();
}

void Forwarder::end_all() {
  for (auto& [name, target] : targets_) target->ask_to_stop(false);
  const int64_t end = now_ms() + kEndMilliseconds;
  bool has_ended = false;
  while (!has_ended && now_ms() < end) {
    has_ended = true;
    for (const auto& [name, target] : targets_) has_ended &= target->has_ended();
    for (const auto& target : ending_) has_ended &= target->has_ended();
    if (!has_ended) poll(nullptr, 0, kEndingInterval);
  }
  write_metrics();
  if (has_ended) return;
  report(Priority::notice, "a target does not end in time; its items are kept",
         {{"KEYBRIDGE_EVENT", "ended"}});
  // A thread that connects cannot be ended in another way. Everything is on the disk.
  unlink(settings_.control.c_str());
  _exit(0);
}

void Forwarder::report_foreign_items() {
  for (const std::string& name : spool_.targets()) {
    if (settings_.target(name)) continue;
    report(Priority::warning, name + ": " + std::to_string(spool_.counts(name).owed) +
                                " items are kept for a target that the settings do not have; "
                                "remove them with: keybridge-forward drop " + name,
           {{"KEYBRIDGE_TARGET", name}, {"KEYBRIDGE_EVENT", "foreign"}});
  }
}

void Forwarder::note_unrouted(const Item& item) {
  service_.count_unrouted();
  const std::string source = item.is_scan ? "scanner " + item.device_name + " " + item.device_id
                                          : "command " + item.command;
  const bool is_known = std::count(unrouted_.begin(), unrouted_.end(), source) > 0;
  if (is_known || unrouted_.size() >= kReportedSources) return;
  unrouted_.push_back(source);
  report(Priority::warning, "no rule sends items of the " + source + " to a target; they are dropped",
         {{"KEYBRIDGE_EVENT", "unrouted"}});
}

void Forwarder::store(const std::vector<Item>& items) {
  std::vector<Routed> routed;
  for (const Item& item : items) routed.push_back({item, targets_of(item, settings_)});
  spool_.append(routed);
  for (auto& [name, target] : targets_) {
    const int64_t dropped = spool_.limit(name, target->settings().owed_limit);
    if (dropped) {
      target->count_dropped(dropped);
      report(Priority::error, name + ": " + std::to_string(dropped) +
                                " of the oldest items are dropped, because more than " +
                                std::to_string(target->settings().owed_limit) + " are owed",
             {{"KEYBRIDGE_TARGET", name}, {"KEYBRIDGE_EVENT", "dropped"},
              {"KEYBRIDGE_COUNT", std::to_string(dropped)}});
    }
    target->wake();
  }
  // The targets send meanwhile: until the items are on the disk, the service has them.
  spool_.sync();
  for (const Routed& one : routed) {
    if (one.targets.empty()) note_unrouted(one.item);
  }
}

void Forwarder::reload() {
  sd_notify(0, "RELOADING=1");
  std::vector<Mistake> mistakes;
  try {
    Settings settings = read_settings_file(path_, mistakes);
    for (const Mistake& mistake : mistakes) {
      report(Priority::error, describe(path_, mistake), {{"KEYBRIDGE_EVENT", "settings"}});
    }
    if (mistakes.empty()) {
      for (const auto& [name, before, after] :
           {std::make_tuple("name", &settings_.name, &settings.name),
            std::make_tuple("socket", &settings_.socket, &settings.socket),
            std::make_tuple("spool", &settings_.spool, &settings.spool),
            std::make_tuple("control", &settings_.control, &settings.control)}) {
        if (*before == *after) continue;
        report(Priority::warning, std::string(name) + " takes effect after a restart",
               {{"KEYBRIDGE_EVENT", "settings"}});
        *after = *before;
      }
      end_targets(settings);
      settings_ = std::move(settings);
      settle_targets();
      unrouted_.clear();
      serve_metrics();
      report_foreign_items();
      report(Priority::info, "the settings were read again", {{"KEYBRIDGE_EVENT", "reloaded"}});
    } else {
      report(Priority::error, path_ + ": the earlier settings stay in use", {{"KEYBRIDGE_EVENT", "settings"}});
    }
  } catch (const std::exception& error) {
    report(Priority::error, std::string(error.what()) + "; the earlier settings stay in use",
           {{"KEYBRIDGE_EVENT", "settings"}});
  }
  sd_notify(0, "READY=1");
}

bool Forwarder::read_signals(int descriptor) {
  signalfd_siginfo info = {};
  while (read(descriptor, &info, sizeof info) == sizeof info) {
    if (info.ssi_signo != SIGHUP) return false;
    reload();
  }
  return true;
}

std::vector<TargetStatus> Forwarder::statuses() {
  std::vector<TargetStatus> result;
  for (const auto& [name, target] : targets_) result.push_back(target->status());
  return result;
}

void Forwarder::write_metrics() {
  metrics_at_ = 0;
  if (settings_.metrics.empty()) return;
  try {
    const std::vector<TargetStatus> targets = statuses();
    replace_file(settings_.metrics, metrics_of(service_.status(), targets));
    metrics_failed_ = false;
    // The age of owed items grows without any event.
    for (const TargetStatus& target : targets) {
      if (target.counts.owed) metrics_at_ = now_ms() + kMetricsInterval;
    }
  } catch (const std::exception& error) {
    if (!metrics_failed_) report(Priority::warning, error.what(), {{"KEYBRIDGE_EVENT", "metrics"}});
    metrics_failed_ = true;
  }
}

void Forwarder::serve_metrics() {
  if (metrics_server_ && metrics_server_->path() == settings_.metrics_socket) return;
  metrics_server_.reset();
  if (settings_.metrics_socket.empty()) return;
  const LocalAnswer respond = [this](const std::string& request) {
    return respond_with_metrics(request, [this] { return metrics_of(service_.status(), statuses()); });
  };
  metrics_server_ = std::make_unique<LocalServer>(settings_.metrics_socket, kMetricsMode, respond);
}

void Forwarder::run() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int number : {SIGTERM, SIGINT, SIGHUP}) sigaddset(&signals, number);
  const int descriptor = signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
  if (descriptor < 0) throw std::runtime_error("no descriptor is left");
  sd_notify(0, "READY=1");
  write_metrics();
  int64_t received = 0;
  bool goes_on = true;
  while (goes_on) {
    int64_t timeout = sooner(service_.timeout(), control_.timeout());
    if (metrics_server_) timeout = sooner(timeout, metrics_server_->timeout());
    if (metrics_at_) timeout = sooner(timeout, std::max<int64_t>(0, metrics_at_ - now_ms()));
    if (!ending_.empty()) timeout = sooner(timeout, kEndingInterval);
    std::vector<pollfd> waited = {{descriptor, POLLIN, 0}, {service_.descriptor(), POLLIN, 0}};
    control_.add(waited);
    if (metrics_server_) metrics_server_->add(waited);
    poll(waited.data(), waited.size(), static_cast<int>(std::min<int64_t>(timeout, INT_MAX)));
    if (waited[0].revents) goes_on = read_signals(descriptor);
    if (!ending_.empty()) settle_targets();
    service_.dispatch();
    control_.dispatch();
    if (metrics_server_) metrics_server_->dispatch();
    const bool is_counted = !settings_.metrics.empty() && service_.status().received != received;
    if (is_counted && !metrics_at_) metrics_at_ = now_ms() + kMetricsInterval;
    received = service_.status().received;
    if (metrics_at_ && now_ms() >= metrics_at_) write_metrics();
  }
  close(descriptor);
  sd_notify(0, "STOPPING=1");
  end_all();
}

}  // namespace keybridge::forward
