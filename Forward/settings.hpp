// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "yaml.hpp"

namespace keybridge::forward {

/// A mistake in a settings file, or in a file that it names.
struct Mistake {
  Place place;
  /// The error, with the hint after a semicolon.
  std::string message;
};

/// Which items a target receives.
struct Rule {
  bool takes_scans = false;
  bool takes_commands = false;
  /// The vendor and product, the name, or the stable path of the scanner; empty for all.
  std::string device;
  /// The command; empty for all.
  std::string command;
  std::vector<std::string> targets;
};

struct RetrySettings {
  /// The pause after the first failure; it doubles with each further one.
  int64_t first_ms = 1000;
  int64_t longest_ms = 300000;
};

struct TlsSettings {
  /// Empty for the authorities of the system.
  std::string authority_file;
  std::string certificate_file;
  std::string key_file;
};

struct MqttSettings {
  std::string host;
  int port = 1883;
  bool uses_tls = false;
  TlsSettings tls;
  std::string topic = "keybridge/{host}/scans/{device}";
  std::string command_topic = "keybridge/{host}/commands/{command}";
  std::string availability_topic = "keybridge/{host}/availability";
  std::string user;
  std::string password;
  std::string client_id;
  /// 5 or 3; nothing for 5 with a fallback.
  std::optional<int> version;
  bool holds_without_subscriber = false;
  /// The prefix of Home Assistant's discovery; empty for no discovery.
  std::string discovery_prefix;
  /// The commands that rules name for this target, and whether a rule takes all commands.
  std::vector<std::string> commands;
  bool takes_all_commands = false;
};

struct HttpSettings {
  std::string url;
  TlsSettings tls;
  /// Lines of the form `Name: value`.
  std::vector<std::string> headers;
  /// The keys of signatures, without prefix and encoding.
  std::vector<std::string> signing_keys;
};

struct RunSettings {
  std::vector<std::string> arguments;
  /// Whether the line has only the text instead of an object of JSON.
  bool writes_text = false;
};

struct TargetSettings {
  std::string name;
  Place place;
  /// One of these is set.
  std::optional<MqttSettings> mqtt;
  std::optional<HttpSettings> http;
  std::optional<RunSettings> run;

  int64_t timeout_ms = 20000;
  RetrySettings retry;
  /// The maximum number of items that are owed to the target.
  int64_t owed_limit = 100000;
  /// The maximum age of an item; 0 for no limit.
  int64_t age_limit_ms = 0;
  /// A text that is equal for equal settings and secret files. It is not a hash, because the
  /// first use of libcrypto takes 2 MB of memory.
  std::string fingerprint;
};

struct Settings {
  std::string name = "forward";
  /// The socket of the service; empty for the default.
  std::string socket;
  std::string spool;
  std::string control;
  /// The file with the metrics; empty for none.
  std::string metrics;
  /// The socket with the metrics; empty for none.
  std::string metrics_socket;
  std::string host;
  /// Empty: each target receives everything.
  std::vector<Rule> rules;
  std::vector<TargetSettings> targets;

  const TargetSettings* target(const std::string& name) const;
};

/// Reads settings and appends the mistakes in the order of their places.
///
/// - Parameter text: the settings file.
Settings read_settings(const std::string& text, std::vector<Mistake>& mistakes);

/// Reads a settings file.
///
/// - Throws: `std::runtime_error` with the path if the file cannot be read.
Settings read_settings_file(const std::string& path, std::vector<Mistake>& mistakes);

/// Returns `FILE:LINE:COLUMN: MESSAGE`.
std::string describe(const std::string& path, const Mistake& mistake);

/// Returns the folder of the program's state, from STATE_DIRECTORY of systemd.
std::string state_folder();
/// Returns the folder of the control socket, from RUNTIME_DIRECTORY of systemd.
std::string runtime_folder();

}  // namespace keybridge::forward
