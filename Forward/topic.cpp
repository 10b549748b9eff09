// SPDX-License-Identifier: Apache-2.0
#include "topic.hpp"

#include <set>

namespace keybridge::forward {
namespace {

const std::set<std::string>& words() {
  static const std::set<std::string> table = {"host", "device", "device-id", "command"};
  return table;
}

/// Returns a value as a level of a topic, which is never empty.
std::string level(const std::string& value) {
  std::string result;
  for (const unsigned char byte : value) {
    const bool is_special = byte < 0x20 || byte == 0x7F || byte == '/' || byte == '+' || byte == '#';
    result += is_special ? '_' : static_cast<char>(byte);
  }
  if (!result.empty() && result.front() == '$') result.front() = '_';
  return result.empty() ? "_" : result;
}

}  // namespace

std::string topic_problem(const std::string& topic) {
  if (topic.empty()) return "it is empty";
  if (topic.size() > 1000) return "it has more than 1000 bytes";
  if (topic.find_first_of("+#") != std::string::npos) return "+ and # are not allowed";
  if (topic.front() == '$') return "topics that begin with $ belong to the broker";
  size_t start = 0;
  while ((start = topic.find_first_of("{}", start)) != std::string::npos) {
    const size_t end = topic.find('}', start);
    if (topic[start] == '}' || end == std::string::npos) return "a brace has no counterpart";
    if (!words().count(topic.substr(start + 1, end - start - 1))) {
      return "expected {host}, {device}, {device-id} or {command}";
    }
    start = end + 1;
  }
  return "";
}

std::string fill_topic(const std::string& topic, const std::map<std::string, std::string>& values) {
  std::string result;
  size_t start = 0;
  for (;;) {
    const size_t open = topic.find('{', start);
    if (open == std::string::npos) return result + topic.substr(start);
    const size_t close = topic.find('}', open);
    const auto value = values.find(topic.substr(open + 1, close - open - 1));
    result += topic.substr(start, open - start) + level(value == values.end() ? "" : value->second);
    start = close + 1;
  }
}

}  // namespace keybridge::forward
