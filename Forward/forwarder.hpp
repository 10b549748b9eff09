// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <list>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "control.hpp"
#include "service.hpp"
#include "settings.hpp"
#include "spool.hpp"
#include "target.hpp"

namespace keybridge::forward {

/// The running program: the service's deliveries, the spool, and the targets.
class Forwarder {
 public:
  /// Opens the spool and the control socket, and starts the targets.
  ///
  /// - Parameters:
  ///   - path: the settings file, which is read again on a reload.
  ///   - settings: its contents.
  /// - Throws: `std::runtime_error`.
  Forwarder(std::string path, Settings settings);
  ~Forwarder();
  Forwarder(const Forwarder&) = delete;
  Forwarder& operator=(const Forwarder&) = delete;

  /// Runs until SIGTERM or SIGINT, which the caller has blocked.
  void run();

 private:
  void store(const std::vector<Item>& items);
  void note_unrouted(const Item& item);
  void end_targets(const Settings& settings);
  void start_targets();
  /// Frees targets whose threads have ended, and starts those that have waited for them.
  void settle_targets();
  void end_all();
  void reload();
  /// Returns false if the program ends.
  bool read_signals(int descriptor);
  void report_foreign_items();

  std::vector<TargetStatus> statuses();
  void write_metrics();
  /// Listens at the socket for metrics that the settings name.
  void serve_metrics();

  Json answer(const json_t* request);
  Json answer_status();
  Json answer_list(const std::string& target, bool set_aside);
  Json answer_retry(const std::string& target, const std::string& id);
  Json answer_drop(const std::string& target, const std::string& id, bool set_aside);
  Target* find(const std::string& name);
  bool has_items(const std::string& name);

  const std::string path_;
  Settings settings_;
  Spool spool_;
  Service service_;
  LocalServer control_;
  std::unique_ptr<LocalServer> metrics_server_;
  std::map<std::string, std::unique_ptr<Target>> targets_;
  /// Targets whose threads have not ended yet: a connection that is being made cannot be interrupted.
  std::list<std::unique_ptr<Target>> ending_;
  /// Sources without a rule, each of which is reported once.
  std::vector<std::string> unrouted_;
  /// When the metrics are written; 0 if nothing has changed.
  int64_t metrics_at_ = 0;
  bool metrics_failed_ = false;
};

}  // namespace keybridge::forward
