// SPDX-License-Identifier: Apache-2.0
#include "settings.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include "fields.hpp"
#include "target_settings.hpp"

namespace keybridge::forward {
namespace {

constexpr size_t kSizeLimit = 1 << 20;
/// The longest path of a socket.
constexpr size_t kSocketLimit = 107;
constexpr size_t kNameLimit = 100;

std::string folder(const char* variable, const std::string& otherwise) {
  const char* value = std::getenv(variable);
  if (!value || !*value) return otherwise;
  // systemd separates several folders with colons.
  const std::string folders = value;
  return folders.substr(0, folders.find(':'));
}

std::string host_name() {
  char name[256] = "";
  gethostname(name, sizeof name - 1);
  return name[0] ? name : "localhost";
}

Rule read_rule(const YamlNode& node, const Settings& settings, std::vector<Mistake>& mistakes) {
  Rule rule;
  Fields fields(node, "a rule", mistakes);
  const std::vector<std::string> takes = fields.texts("take");
  for (const std::string& take : takes) {
    if (take == "scan") rule.takes_scans = true;
    else if (take == "command") rule.takes_commands = true;
    else fields.fail("take", "invalid value " + quoted(take) + " for take; expected scan or command");
  }
  if (!fields.has("take")) fields.fail("take", "a rule needs take: scan or take: command");
  rule.device = fields.text("device");
  rule.command = fields.text("id");
  if (!rule.command.empty() && rule.takes_scans) {
    fields.fail("id", "id is the identifier of a command; a rule with it takes commands only");
  }
  rule.targets = fields.texts("to");
  if (rule.targets.empty()) fields.fail("to", "a rule needs to: TARGET");
  for (const std::string& name : rule.targets) {
    if (settings.target(name)) continue;
    fields.fail("to", "unknown target " + quoted(name) + "; add it to targets");
  }
  fields.finish();
  return rule;
}

void read_targets(const YamlNode* node, Settings& settings, std::vector<Mistake>& mistakes) {
  if (!node || node->kind != YamlNode::Kind::mapping || node->members.empty()) {
    mistakes.push_back({node ? node->place : Place(), "no target; write targets: { NAME: { http: … } }"});
    return;
  }
  for (const YamlNode::Member& member : node->members) {
    settings.targets.push_back(read_target(member.key, member.value, mistakes));
  }
}

void read_rules(const YamlNode* node, Settings& settings, std::vector<Mistake>& mistakes) {
  if (!node) return;
  if (node->kind != YamlNode::Kind::list || node->items.empty()) {
    mistakes.push_back({node->place, "rules needs a list; write - { take: scan, to: TARGET }"});
    return;
  }
  for (const YamlNode& item : node->items) {
    settings.rules.push_back(read_rule(item, settings, mistakes));
  }
}

/// Notes at each target which commands it receives.
void note_commands(Settings& settings) {
  for (TargetSettings& target : settings.targets) {
    if (!target.mqtt) continue;
    target.mqtt->takes_all_commands = settings.rules.empty();
    for (const Rule& rule : settings.rules) {
      const auto& names = rule.targets;
      if (!rule.takes_commands || !std::count(names.begin(), names.end(), target.name)) continue;
      if (rule.command.empty()) target.mqtt->takes_all_commands = true;
      else target.mqtt->commands.push_back(rule.command);
    }
    target.fingerprint += target.mqtt->takes_all_commands ? " all" : "";
    for (const std::string& command : target.mqtt->commands) target.fingerprint += " " + command;
  }
}

void check_socket(Fields& fields, const std::string& key, const std::string& path) {
  if (path.size() > kSocketLimit) fields.fail(key, key + " has more than 107 bytes");
}

/// Reads the path of a file, or a mapping with a file and a socket.
void read_metrics(Fields& fields, Settings& settings, std::vector<Mistake>& mistakes) {
  const YamlNode* node = fields.find("metrics");
  if (!node) return;
  if (node->kind != YamlNode::Kind::mapping) {
    settings.metrics = fields.path("metrics");
    return;
  }
  Fields metrics(*node, "metrics", mistakes);
  settings.metrics = metrics.path("file");
  settings.metrics_socket = metrics.path("socket");
  check_socket(metrics, "socket", settings.metrics_socket);
  metrics.finish();
}

void read_top(const YamlNode& root, Settings& settings, std::vector<Mistake>& mistakes) {
  Fields fields(root, "the settings", mistakes);
  settings.name = fields.text("name", settings.name);
  if (settings.name.size() > kNameLimit) fields.fail("name", "name has more than 100 bytes");
  settings.socket = fields.path("socket");
  settings.spool = fields.path("spool");
  if (settings.spool.empty()) settings.spool = state_folder() + "/spool.db";
  settings.control = fields.path("control");
  if (settings.control.empty()) settings.control = runtime_folder() + "/control.sock";
  read_metrics(fields, settings, mistakes);
  settings.host = fields.text("host", host_name());
  check_socket(fields, "socket", settings.socket);
  check_socket(fields, "control", settings.control);
  read_targets(fields.find("targets"), settings, mistakes);
  read_rules(fields.find("rules"), settings, mistakes);
  note_commands(settings);
  fields.finish();
}

std::string read_file(const std::string& path) {
  const int descriptor =
    TEMP_FAILURE_RETRY(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
  if (descriptor < 0) throw std::runtime_error(path + ": " + std::strerror(errno));
  std::string text(kSizeLimit + 1, '\0');
  size_t length = 0;
  ssize_t count = 0;
  while (length < text.size() &&
         (count = read(descriptor, text.data() + length, text.size() - length)) != 0) {
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) break;
    length += static_cast<size_t>(count);
  }
  const int reason = errno;
  close(descriptor);
  if (count < 0) throw std::runtime_error(path + ": " + std::strerror(reason));
  if (length > kSizeLimit) throw std::runtime_error(path + ": the file has more than 1 MiB");
  text.resize(length);
  return text;
}

}  // namespace

std::string state_folder() { return folder("STATE_DIRECTORY", "/var/lib/keybridge-forward"); }
std::string runtime_folder() { return folder("RUNTIME_DIRECTORY", "/run/keybridge-forward"); }

const TargetSettings* Settings::target(const std::string& wanted) const {
  for (const TargetSettings& one : targets) {
    if (one.name == wanted) return &one;
  }
  return nullptr;
}

Settings read_settings(const std::string& text, std::vector<Mistake>& mistakes) {
  Settings settings;
  try {
    read_top(parse_yaml(text), settings, mistakes);
  } catch (const YamlError& error) {
    mistakes.push_back({error.place, error.what()});
  }
  std::stable_sort(mistakes.begin(), mistakes.end(), [](const Mistake& a, const Mistake& b) {
    return std::make_pair(a.place.line, a.place.column) <
           std::make_pair(b.place.line, b.place.column);
  });
  return settings;
}

Settings read_settings_file(const std::string& path, std::vector<Mistake>& mistakes) {
  return read_settings(read_file(path), mistakes);
}

std::string describe(const std::string& path, const Mistake& mistake) {
  return path + ":" + std::to_string(mistake.place.line) + ":" +
         std::to_string(mistake.place.column) + ": " + mistake.message;
}

}  // namespace keybridge::forward
