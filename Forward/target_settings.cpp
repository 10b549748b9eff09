// SPDX-License-Identifier: Apache-2.0
#include "target_settings.hpp"

#include <cctype>

#include "address.hpp"
#include "fields.hpp"
#include "http_module.hpp"
#include "secrets.hpp"
#include "signature.hpp"
#include "topic.hpp"

namespace keybridge::forward {
namespace {

constexpr int64_t kDay = 86400000;

bool is_name(const std::string& name) {
  if (name.empty() || name.size() > 64) return false;
  for (const unsigned char byte : name) {
    if (!std::isalnum(byte) && byte != '-' && byte != '_' && byte != '.') return false;
  }
  return true;
}

/// Reads an address; a mistake does not show it if it may have a password.
Address read_address(Fields& fields, const std::string& key,
                     const std::vector<std::string>& schemes) {
  const std::string value = fields.text(key);
  if (value.empty()) return {};
  const Address address = parse_address(value);
  std::string expected;
  for (const std::string& scheme : schemes) {
    if (address.scheme == scheme && address.problem.empty()) return address;
    expected += (expected.empty() ? "" : " or ") + scheme + "://HOST";
  }
  fields.fail(key, address.problem.empty()
                     ? "invalid address for " + key + "; expected " + expected
                     : key + ": " + address.problem);
  return {};
}

TlsSettings read_tls(Fields& fields, bool is_used, const std::string& scheme) {
  TlsSettings tls;
  tls.authority_file = fields.path("ca-file");
  tls.certificate_file = fields.path("certificate-file");
  tls.key_file = fields.path("key-file");
  if (!tls.key_file.empty()) {
    // The library reads the file; here only its rights are checked.
    fields.secret("key-file", [](const std::string& path) { read_secret(path); });
  }
  if (tls.certificate_file.empty() != tls.key_file.empty()) {
    fields.fail(tls.key_file.empty() ? "certificate-file" : "key-file",
                "certificate-file and key-file need each other");
  }
  for (const char* key : {"ca-file", "certificate-file", "key-file"}) {
    if (is_used || !fields.has(key)) continue;
    fields.fail(key, std::string(key) + " has no effect without TLS; write " + scheme + "://");
  }
  return tls;
}

std::string read_topic(Fields& fields, const std::string& key, const std::string& otherwise) {
  const std::string topic = fields.text(key, otherwise);
  const std::string problem = topic_problem(topic);
  if (problem.empty()) return topic;
  fields.fail(key, "invalid value " + quoted(topic) + " for " + key + "; " + problem);
  return otherwise;
}

void read_discovery(Fields& fields, MqttSettings& mqtt, std::vector<Mistake>& mistakes) {
  const YamlNode* node = fields.find("discovery");
  if (!node) return;
  Fields discovery(*node, "discovery", mistakes);
  mqtt.discovery_prefix = discovery.text("prefix", "homeassistant");
  const std::string problem = topic_problem(mqtt.discovery_prefix);
  if (!problem.empty()) discovery.fail("prefix", "invalid prefix; " + problem);
  discovery.finish();
}

MqttSettings read_mqtt(Fields& fields, std::vector<Mistake>& mistakes) {
  MqttSettings mqtt;
  const Address address = read_address(fields, "mqtt", {"mqtt", "mqtts"});
  mqtt.host = address.host;
  mqtt.uses_tls = address.scheme == "mqtts";
  mqtt.port = address.port ? address.port : mqtt.uses_tls ? 8883 : 1883;
  if (!address.path.empty() && address.path != "/") {
    fields.fail("mqtt", "the address has a path; name the topic with topic");
  }
  mqtt.tls = read_tls(fields, mqtt.uses_tls, "mqtts");
  mqtt.topic = read_topic(fields, "topic", mqtt.topic);
  mqtt.command_topic = read_topic(fields, "command-topic", mqtt.command_topic);
  mqtt.availability_topic = read_topic(fields, "availability-topic", mqtt.availability_topic);
  mqtt.user = fields.text("user");
  fields.secret("password-file",
                [&](const std::string& path) { mqtt.password = read_password(path); });
  if (mqtt.user.empty() && fields.has("password-file")) {
    fields.fail("password-file", "password-file needs a user");
  }
  mqtt.client_id = fields.text("client-id");
  const std::string version = fields.text("version");
  if (version == "5") mqtt.version = 5;
  else if (version == "3.1.1") mqtt.version = 3;
  else if (!version.empty()) {
    fields.fail("version", "invalid value " + quoted(version) + " for version; expected 5 or 3.1.1");
  }
  mqtt.holds_without_subscriber = fields.flag("hold-without-subscriber", false);
  if (mqtt.holds_without_subscriber && mqtt.version == 3) {
    fields.fail("hold-without-subscriber",
                "hold-without-subscriber needs MQTT 5; version 3.1.1 reports no subscribers");
  }
  read_discovery(fields, mqtt, mistakes);
  return mqtt;
}

HttpSettings read_http(Fields& fields, std::vector<Mistake>& mistakes) {
  HttpSettings http;
  const Address address = read_address(fields, "http", {"http", "https"});
  http.url = address.url;
  if (!http.url.empty()) {
    const std::string problem = http_module().address_problem(http.url);
    if (!problem.empty()) fields.fail("http", "http: " + problem);
  }
  http.tls = read_tls(fields, address.scheme == "https", "https");
  fields.secret("headers-file",
                [&](const std::string& path) { http.headers = read_headers(path); });
  if (const YamlNode* node = fields.find("sign")) {
    Fields sign(*node, "sign", mistakes);
    sign.secret("secret-file",
                [&](const std::string& path) { http.signing_keys = read_signing_keys(path); });
    if (!sign.has("secret-file")) sign.fail("secret-file", "sign needs a secret-file");
    sign.finish();
  }
  return http;
}

RunSettings read_run(Fields& fields) {
  RunSettings run;
  run.arguments = fields.texts("run");
  if (run.arguments.empty()) {
    fields.fail("run", "run needs a program; write run: [/path/to/program]");
  } else if (run.arguments.front().front() != '/') {
    fields.fail("run", "invalid program " + quoted(run.arguments.front()) +
                         " for run; expected an absolute path");
  }
  const std::string format = fields.text("format", "json");
  run.writes_text = format == "text";
  if (format != "json" && format != "text") {
    fields.fail("format", "invalid value " + quoted(format) + " for format; expected json or text");
  }
  return run;
}

void read_common(Fields& fields, TargetSettings& target, std::vector<Mistake>& mistakes) {
  target.timeout_ms = fields.milliseconds("timeout", target.timeout_ms, 100, 600000);
  target.owed_limit = fields.number("owed", target.owed_limit, 1, 10000000);
  target.age_limit_ms = fields.milliseconds("age", 0, 1000, 3650 * kDay);
  const YamlNode* node = fields.find("retry");
  if (!node) return;
  Fields retry(*node, "retry", mistakes);
  target.retry.first_ms = retry.milliseconds("first", target.retry.first_ms, 10, kDay);
  target.retry.longest_ms = retry.milliseconds("longest", target.retry.longest_ms, 10, kDay);
  if (target.retry.longest_ms < target.retry.first_ms) {
    retry.fail("longest", "longest is shorter than first");
  }
  retry.finish();
}

/// Writes a node with everything in it, for a comparison.
void dump(const YamlNode& node, std::string& text) {
  text += node.kind == YamlNode::Kind::scalar ? "=" + node.text + '\0' : std::string("(");
  for (const YamlNode& item : node.items) dump(item, text);
  for (const YamlNode::Member& member : node.members) {
    text += member.key.text + '\0';
    dump(member.value, text);
  }
  text += ")";
}

std::string fingerprint(const YamlNode& node, const TargetSettings& target) {
  std::string text;
  dump(node, text);
  if (target.mqtt) text += target.mqtt->password;
  if (target.http) {
    for (const std::string& header : target.http->headers) text += header + '\n';
    for (const std::string& key : target.http->signing_keys) text += key + '\n';
  }
  return text;
}

}  // namespace

TargetSettings read_target(const YamlNode& name, const YamlNode& node,
                           std::vector<Mistake>& mistakes) {
  TargetSettings target;
  target.name = name.text;
  target.place = name.place;
  if (!is_name(name.text)) {
    mistakes.push_back({name.place, "invalid name " + quoted(name.text) +
                                      " of a target; expected letters, digits, - and _"});
  }
  Fields fields(node, "the target " + name.text, mistakes);
  const int kinds = fields.has("mqtt") + fields.has("http") + fields.has("run");
  if (kinds != 1) {
    mistakes.push_back({name.place, "the target " + name.text + " needs one of mqtt, http and run"});
    return target;
  }
  if (fields.has("mqtt")) target.mqtt = read_mqtt(fields, mistakes);
  if (fields.has("http")) target.http = read_http(fields, mistakes);
  if (fields.has("run")) target.run = read_run(fields);
  read_common(fields, target, mistakes);
  fields.finish();
  target.fingerprint = fingerprint(node, target);
  return target;
}

}  // namespace keybridge::forward
