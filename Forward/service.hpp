// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "../Clients/C/keybridge-client.h"
#include "item.hpp"

namespace keybridge::forward {

/// The counters of the service's side.
struct ServiceStatus {
  bool is_connected = false;
  /// Why nothing is received; empty while the service delivers.
  std::string problem;
  int64_t received = 0, invalid = 0, unrouted = 0;
  int64_t dropped_by_number = 0, dropped_by_bytes = 0, dropped_by_age = 0;
};

/// The receiver of the service's deliveries.
///
/// Items are collected while lines are read, and handed over as a group. They are acknowledged when
/// the group has been stored.
class Service {
 public:
  /// Creates a receiver, which connects when `dispatch` is called.
  ///
  /// - Parameters:
  ///   - name: the name of this program in the service's settings.
  ///   - socket: the socket of programs; empty for the default.
  ///   - store: stores items, each with its place in the group; it throws if that fails.
  /// - Throws: `std::runtime_error`.
  Service(const std::string& name, const std::string& socket,
          std::function<void(const std::vector<Item>&)> store);
  ~Service();
  Service(const Service&) = delete;
  Service& operator=(const Service&) = delete;

  /// The descriptor to wait for; -1 while items wait for the disk.
  int descriptor() const;
  /// For how many milliseconds to wait at most; -1 for no limit.
  int64_t timeout() const;
  /// Reads, stores and acknowledges.
  void dispatch();
  const ServiceStatus& status() const { return status_; }
  void count_unrouted() { status_.unrouted++; }

 private:
  static void on_state(kb_client*, kb_state state, const char* message, void* self);
  static void on_error(kb_client*, const char* message, void* self);
  static void on_notification(kb_client*, const char* method, json_t* params, void* self);
  static void on_receiving(const kb_response* response, void* self);

  void ask();
  void receive(json_t* params);
  void count_dropped(json_t* params);
  void store();
  void acknowledge();

  kb_client* client_ = nullptr;
  std::function<void(const std::vector<Item>&)> store_;
  std::vector<Item> items_;
  /// The highest number that was received, and the highest that was acknowledged.
  int64_t through_ = 0, acknowledged_ = 0;
  /// When the service is asked for deliveries again, and when items are stored again; 0 for never.
  int64_t asks_at_ = 0, stores_at_ = 0;
  ServiceStatus status_;
};

}  // namespace keybridge::forward
