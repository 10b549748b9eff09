// SPDX-License-Identifier: Apache-2.0
#include "item.hpp"

#include <strings.h>

#include <algorithm>
#include <cctype>

namespace keybridge::forward {
namespace {

constexpr size_t kBodyLimit = 1 << 20;

bool is_uuid(const std::string& text) {
  if (text.size() != 36) return false;
  for (size_t index = 0; index < text.size(); index++) {
    const bool is_dash = index == 8 || index == 13 || index == 18 || index == 23;
    const auto byte = static_cast<unsigned char>(text[index]);
    if (is_dash ? byte != '-' : !std::isxdigit(byte)) return false;
  }
  return true;
}

/// Whether a time has the form of RFC 3339 in UTC.
bool is_time(const std::string& text) {
  return text.size() >= 20 && text.size() <= 40 && text[4] == '-' && text[10] == 'T' &&
         text.back() == 'Z';
}

std::string dump(const json_t* value) {
  char* text = json_dumps(value, JSON_COMPACT);
  if (!text) return "";
  std::string result = text;
  free(text);
  return result;
}

/// Fills the members from the object; returns the name of the first that is invalid.
std::string fill(Item& item, const json_t* object) {
  const std::string kind = text_of(object, "kind").value_or("");
  item.id = text_of(object, "id").value_or("");
  item.is_scan = kind == "scan";
  if (!is_uuid(item.id)) return "id";
  if (!is_time(text_of(object, "time").value_or(""))) return "time";
  if (!item.is_scan && kind != "command") return "kind";
  const json_t* device = json_object_get(object, "device");
  item.device_name = text_of(device, "name").value_or("");
  item.device_id = text_of(device, "id").value_or("");
  item.device_path = text_of(device, "path").value_or("");
  item.device_uniq = text_of(device, "uniq").value_or("");
  item.command = item.is_scan ? "" : text_of(object, "command").value_or("");
  item.title = text_of(object, "title").value_or("");
  if (item.is_scan && !json_is_object(device)) return "device";
  if (item.is_scan && !text_of(object, "text")) return "text";
  if (!item.is_scan && item.command.empty()) return "command";
  return "";
}

bool matches(const Rule& rule, const Item& item) {
  if (!(item.is_scan ? rule.takes_scans : rule.takes_commands)) return false;
  if (!rule.command.empty() && rule.command != item.command) return false;
  return rule.device.empty() || rule.device == item.device_id || rule.device == item.device_name ||
         rule.device == item.device_path ||
         // The kernel writes addresses in small letters, labels of scanners in capitals.
         strcasecmp(rule.device.c_str(), item.device_uniq.c_str()) == 0;
}

}  // namespace

std::optional<Item> read_item(json_t* params, std::string& problem) {
  Item item;
  const std::optional<long long> number = number_of(params, "number");
  if (!number || *number < 1) {
    problem = "number";
    return std::nullopt;
  }
  item.number = *number;
  problem = fill(item, params);
  if (!problem.empty()) return std::nullopt;
  const Json object(json_copy(params));
  json_object_del(object.get(), "number");
  item.body = dump(object.get());
  if (item.body.empty() || item.body.size() > kBodyLimit) {
    problem = "size";
    return std::nullopt;
  }
  return item;
}

std::optional<Item> read_body(const std::string& body) {
  Item item;
  const Json object(json_loadb(body.data(), body.size(), JSON_ALLOW_NUL, nullptr));
  if (!json_is_object(object.get()) || !fill(item, object.get()).empty()) return std::nullopt;
  return item;
}

std::vector<std::string> targets_of(const Item& item, const Settings& settings) {
  std::vector<std::string> names;
  for (const TargetSettings& target : settings.targets) {
    bool receives = settings.rules.empty();
    for (const Rule& rule : settings.rules) {
      receives |= matches(rule, item) &&
                  std::count(rule.targets.begin(), rule.targets.end(), target.name) > 0;
    }
    if (receives) names.push_back(target.name);
  }
  return names;
}

std::string payload_of(const std::string& body, const std::string& host, int64_t number,
                       int attempt, bool has_event_type) {
  Json object(json_loadb(body.data(), body.size(), JSON_ALLOW_NUL, nullptr));
  if (!object.get()) object = Json::object();
  object.set("seq", Json::number(number)).set("host", Json::text(host));
  object.set("attempt", Json::number(attempt));
  if (has_event_type) {
    const bool is_scan = text_of(object.get(), "kind") == "scan";
    object.set("event_type", Json::text(is_scan ? "scan" : "pressed"));
  }
  return dump(object.get());
}

}  // namespace keybridge::forward
