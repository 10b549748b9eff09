// SPDX-License-Identifier: Apache-2.0
#include "fields.hpp"

#include <cstdlib>
#include <map>

#include "secrets.hpp"

namespace keybridge::forward {
namespace {

constexpr size_t kShownLength = 60;

/// Hints for keys that do not exist.
const std::map<std::string, std::string>& hints() {
  static const std::string file = "a secret in the settings file is refused; write it into a file "
                                  "of its own, and name the file with ";
  static const std::map<std::string, std::string> table = {
    {"password", file + "password-file"},
    {"secret", file + "sign: { secret-file: … }"},
    {"token", file + "headers-file, as Authorization: Bearer …"},
    {"headers", file + "headers-file"},
    {"authorization", file + "headers-file, as Authorization: …"},
    {"url", "the address is the value of mqtt or http"},
    {"host", "the address is the value of mqtt or http"},
    {"port", "the port is a part of the address, after a colon"},
    {"insecure", "certificates are always verified; name the authority with ca-file"},
    {"qos", "every item is sent with QoS 1"},
    {"retain", "scans are never retained"},
  };
  return table;
}

bool is_true(const std::string& text) { return text == "true" || text == "yes" || text == "on"; }
bool is_false(const std::string& text) {
  return text == "false" || text == "no" || text == "off";
}

/// Reads digits with a unit behind them; nothing if the text has another form or is too large.
std::optional<int64_t> measure(const std::string& text,
                               const std::map<std::string, int64_t>& units) {
  const size_t end = text.find_first_not_of("0123456789");
  const size_t length = end == std::string::npos ? text.size() : end;
  if (length == 0 || length > 12) return std::nullopt;
  const auto unit = units.find(text.substr(length));
  if (unit == units.end()) return std::nullopt;
  return std::stoll(text.substr(0, length)) * unit->second;
}

}  // namespace

std::string quoted(const std::string& value) {
  if (value.size() <= kShownLength) return "\"" + value + "\"";
  size_t length = kShownLength;
  // A character is not divided.
  while (length > 0 && (static_cast<unsigned char>(value[length]) & 0xC0) == 0x80) length--;
  return "\"" + value.substr(0, length) + "…\"";
}

Fields::Fields(const YamlNode& node, std::string what, std::vector<Mistake>& mistakes)
    : node_(node), what_(std::move(what)), mistakes_(mistakes) {
  const bool is_empty = node.kind == YamlNode::Kind::scalar && node.is_null;
  if (node.kind != YamlNode::Kind::mapping && !is_empty) {
    mistakes_.push_back({node.place, what_ + " must be a mapping; write key: value"});
  }
}

const YamlNode* Fields::find(const std::string& key) {
  known_.insert(key);
  return node_.find(key);
}

Place Fields::place_of(const std::string& key) const {
  const YamlNode* value = node_.find(key);
  return value ? value->place : node_.place;
}

void Fields::fail(const std::string& key, const std::string& message) {
  mistakes_.push_back({place_of(key), message});
}

std::string Fields::text(const std::string& key, const std::string& otherwise) {
  const YamlNode* value = find(key);
  if (!value) return otherwise;
  if (value->kind != YamlNode::Kind::scalar || value->text.empty() || value->is_null) {
    fail(key, key + " needs a text");
    return otherwise;
  }
  for (const unsigned char byte : value->text) {
    if (byte >= 0x20 && byte != 0x7F) continue;
    fail(key, key + " has a control character");
    return otherwise;
  }
  return value->text;
}

std::string Fields::path(const std::string& key) {
  std::string path = text(key);
  if (path.empty() || path.front() == '/') return path;
  fail(key, "invalid value " + quoted(path) + " for " + key + "; expected an absolute path");
  return "";
}

bool Fields::flag(const std::string& key, bool otherwise) {
  const std::string value = text(key);
  if (value.empty()) return otherwise;
  if (!is_true(value) && !is_false(value)) {
    fail(key, "invalid value " + quoted(value) + " for " + key + "; expected true or false");
  }
  return is_true(value);
}

int64_t Fields::number(const std::string& key, int64_t otherwise, int64_t least, int64_t most) {
  const std::string value = text(key);
  if (value.empty()) return otherwise;
  const std::optional<int64_t> number = measure(value, {{"", 1}});
  if (number && *number >= least && *number <= most) return *number;
  fail(key, "invalid value " + quoted(value) + " for " + key + "; expected a number from " +
              std::to_string(least) + " to " + std::to_string(most));
  return otherwise;
}

int64_t Fields::milliseconds(const std::string& key, int64_t otherwise, int64_t least,
                             int64_t most) {
  static const std::map<std::string, int64_t> units = {
    {"ms", 1}, {"s", 1000}, {"m", 60000}, {"h", 3600000}, {"d", 86400000}};
  const std::string value = text(key);
  if (value.empty()) return otherwise;
  const std::optional<int64_t> time = measure(value, units);
  if (time && *time >= least && *time <= most) return *time;
  const bool is_short = time && *time < least;
  fail(key, "invalid value " + quoted(value) + " for " + key + "; " +
              (!time ? "expected a time such as 500ms, 3s, 5m, 2h or 7d"
                     : is_short ? "at least " + std::to_string(least) + "ms are allowed"
                                : "at most " + std::to_string(most / 1000) + "s are allowed"));
  return otherwise;
}

std::vector<std::string> Fields::texts(const std::string& key) {
  const YamlNode* value = find(key);
  if (!value) return {};
  if (value->kind == YamlNode::Kind::scalar) {
    const std::string single = text(key);
    return single.empty() ? std::vector<std::string>() : std::vector<std::string>{single};
  }
  std::vector<std::string> result;
  for (const YamlNode& item : value->items) {
    if (item.kind == YamlNode::Kind::scalar && !item.text.empty() &&
        item.text.find('\0') == std::string::npos) {
      result.push_back(item.text);
    } else {
      mistakes_.push_back({item.place, key + " needs a list of texts"});
    }
  }
  if (value->kind == YamlNode::Kind::mapping) fail(key, key + " needs a text or a list of texts");
  return result;
}

void Fields::secret(const std::string& key,
                    const std::function<void(const std::string&)>& read) {
  const std::string file = path(key);
  if (file.empty()) return;
  try {
    read(file);
  } catch (const SecretError& error) {
    fail(key, key + " " + file + ": " + error.what());
  }
}

void Fields::finish() {
  for (const YamlNode::Member& member : node_.members) {
    const std::string& key = member.key.text;
    if (known_.count(key)) continue;
    const auto hint = hints().find(key);
    std::string message = "unknown key " + quoted(key) + " in " + what_ + "; ";
    if (hint != hints().end()) {
      message += hint->second;
    } else {
      message += "expected";
      const char* separator = " ";
      for (const std::string& name : known_) {
        message += separator + name;
        separator = ", ";
      }
    }
    mistakes_.push_back({member.key.place, message});
  }
}

}  // namespace keybridge::forward
