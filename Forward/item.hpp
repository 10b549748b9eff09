// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <jansson.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "../Engines/common/json.hpp"
#include "settings.hpp"

namespace keybridge::forward {

/// A scan or a command that the service delivers.
struct Item {
  int64_t number = 0;
  /// A UUID.
  std::string id;
  bool is_scan = false;
  std::string device_name, device_id, device_path, device_uniq;
  /// Empty for a scan.
  std::string command;
  std::string title;
  /// The object that is kept in the spool: the members of the notification except its number.
  std::string body;
};

/// Reads the parameters of `delivery.item`.
///
/// - Parameters:
///   - params: the parameters.
///   - problem: receives the reason if they are invalid.
std::optional<Item> read_item(json_t* params, std::string& problem);

/// Reads the object of the spool again; nothing if it is damaged.
std::optional<Item> read_body(const std::string& body);

/// Returns the names of the targets that receive an item, each once, in the order of the settings.
std::vector<std::string> targets_of(const Item& item, const Settings& settings);

/// Returns the object that a target receives.
///
/// - Parameters:
///   - body: the object of the spool.
///   - host: the name of this machine.
///   - number: the number of the item in the service.
///   - attempt: the number of the attempt, from 1.
///   - has_event_type: whether the object has Home Assistant's `event_type`.
std::string payload_of(const std::string& body, const std::string& host, int64_t number,
                       int attempt, bool has_event_type = false);

}  // namespace keybridge::forward
