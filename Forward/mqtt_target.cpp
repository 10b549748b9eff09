// SPDX-License-Identifier: Apache-2.0
#include "mqtt_target.hpp"

#include <algorithm>
#include <stdexcept>

#include "journal.hpp"
#include "topic.hpp"

namespace keybridge::forward {
namespace {

/// A connection that lasts this long counts as good.
constexpr int64_t kGoodMilliseconds = 60000;
/// Several connections in a row that end sooner than this are suspicious.
constexpr int64_t kShortMilliseconds = 5000;
constexpr int kSuspiciousConnections = 3;
/// How long Home Assistant gets to subscribe to the topic of a new device.
constexpr int64_t kSubscribeMilliseconds = 1000;
/// The configurations are sent again within this time after the birth message.
constexpr uint64_t kBirthMilliseconds = 2000;
constexpr int64_t kFarewellMilliseconds = 2000;

constexpr int kNoSubscriber = 0x10, kUnsupportedVersion = 0x84, kNotAuthorized = 0x87;

}  // namespace

Outcome outcome_of_reason(int code, bool holds) {
  const std::string reason = std::string("the broker answered: ") + mosquitto_reason_string(code);
  switch (code) {
    case 0: return {};
    case kNoSubscriber: return holds ? Outcome::again(reason) : Outcome();
    case kNotAuthorized: return Outcome::pause(reason);
    case 0x90: case 0x99: return Outcome::aside(reason);  // the topic, the payload
    default: return code < 0x80 ? Outcome() : Outcome::again(reason);
  }
}

bool is_wrong_setting(int code, int version) {
  if (version != 5) return code == 1 || code == 2 || code == 4 || code == 5;
  // The version, the client, the user, the rights, a ban, the method, another server.
  for (const int wrong : {0x84, 0x85, 0x86, 0x87, 0x8A, 0x8C, 0x9C, 0x9D}) {
    if (code == wrong) return true;
  }
  return false;
}

std::string client_id_of(const TargetSettings& settings) {
  if (!settings.mqtt->client_id.empty()) return settings.mqtt->client_id;
  return "keybridge-" + machine_identifier() + "-" + settings.name;
}

MqttTarget::MqttTarget(TargetSettings settings, std::string host, Spool& spool)
    : Target(std::move(settings), std::move(host), spool) {
  version_ = mqtt().version.value_or(5);
  availability_topic_ = fill_topic(mqtt().availability_topic, {{"host", host_}});
  context_ = {mqtt().discovery_prefix, host_, machine_identifier(), availability_topic_};
}

std::map<std::string, std::string> MqttTarget::words_of(const Item& item) const {
  return {{"host", host_}, {"device", item.device_name.empty() ? item.device_id : item.device_name},
          {"device-id", item.device_id}, {"command", item.command}};
}

std::string MqttTarget::topic_of(const Item& item) const {
  return fill_topic(item.is_scan ? mqtt().topic : mqtt().command_topic, words_of(item));
}

Outcome MqttTarget::connect(int version) {
  session_ = std::make_unique<MqttSession>(mqtt(), client_id_of(settings()), availability_topic_,
                                           version);
  const int64_t begun = now_ms();
  const std::string problem = session_->connect(mqtt(), wake_descriptor(), [&] {
    clear_wake();
    return now_ms() < deadline(begun);
  });
  if (problem.empty()) return {};
  const int refusal = session_->refusal();
  session_.reset();
  if (refusal && is_wrong_setting(refusal, version)) return Outcome::pause(problem);
  return Outcome::again(problem);
}

Outcome MqttTarget::connect() {
  Outcome outcome = connect(version_);
  // A broker without MQTT 5 refuses this version.
  const bool may_fall_back = version_ == 5 && !mqtt().version && outcome.kind == Outcome::Kind::pause &&
                             outcome.reason.find(mosquitto_reason_string(kUnsupportedVersion)) != std::string::npos;
  if (may_fall_back) {
    version_ = 3;
    report_state(4, "the broker does not know MQTT 5; with MQTT 3.1.1, items are lost without an "
                    "error if the broker's access list forbids their topic", "fallback");
    outcome = connect(version_);
  }
  if (outcome.kind != Outcome::Kind::arrived) return outcome;
  connected_at_ = now_ms();
  set_connected(true);
  recover();
  return outcome;
}

/// Frees a session whose connection was lost, and returns the reason.
Outcome MqttTarget::leave_session() {
  std::string problem = session_->problem();
  session_.reset();
  set_connected(false);
  const int64_t lasted = now_ms() - connected_at_;
  if (lasted >= kGoodMilliseconds) forget_failures();
  short_connections_ = lasted < kShortMilliseconds ? short_connections_ + 1 : 0;
  // Mosquitto closes the older connection of two clients with one identifier without a reason.
  if (short_connections_ >= kSuspiciousConnections) {
    problem += "; another client may have the same client-id";
  }
  return Outcome::again(problem);
}

Outcome MqttTarget::prepare() {
  if (session_ && !session_->is_connected()) return leave_session();
  if (!session_) {
    const Outcome outcome = connect();
    if (outcome.kind != Outcome::Kind::arrived) return outcome;
    if (has_discovery()) subscribe_to_birth();
    announces_at_ = now_ms();
  }
  if (announces_at_ && now_ms() >= announces_at_) {
    announces_at_ = 0;
    announce();
    if (!session_->is_connected()) return leave_session();
  }
  return {};
}

void MqttTarget::subscribe_to_birth() {
  session_->subscribe(mqtt().discovery_prefix + "/status",
                      [this](const std::string& payload, bool is_retained) {
                        if (payload != "online" || is_retained) return;
                        const uint64_t delay = random()() % kBirthMilliseconds;
                        announces_at_ = now_ms() + static_cast<int64_t>(delay) + 1;
                      });
}

void MqttTarget::idle(int64_t milliseconds) {
  if (!session_ || !session_->is_connected()) {
    Target::idle(milliseconds);
    return;
  }
  if (announces_at_) {
    const int64_t left = std::max<int64_t>(0, announces_at_ - now_ms());
    milliseconds = milliseconds < 0 ? left : std::min(milliseconds, left);
  }
  if (session_->wait(milliseconds, wake_descriptor())) clear_wake();
}

void MqttTarget::linger(int64_t milliseconds) {
  const int64_t end = now_ms() + milliseconds;
  while (session_->is_connected() && now_ms() < end && !is_stopping()) {
    if (session_->wait(end - now_ms(), wake_descriptor())) clear_wake();
  }
}

Publication MqttTarget::publish(const std::string& topic, const std::string& payload, bool retains,
                                bool is_json) {
  const int64_t begun = now_ms();
  return session_->publish(topic, payload, retains, is_json, wake_descriptor(), [&] {
    clear_wake();
    return now_ms() < deadline(begun);
  });
}

Outcome MqttTarget::outcome_of(const Publication& publication) {
  switch (publication.kind) {
    case Publication::Kind::acknowledged:
      if (publication.reason_code == kNoSubscriber) count_without_subscriber();
      return outcome_of_reason(publication.reason_code, mqtt().holds_without_subscriber);
    case Publication::Kind::refused_locally:
      return Outcome::aside("the message cannot be sent: " + publication.problem);
    default:
      return Outcome::again(publication.problem);
  }
}

Outcome MqttTarget::deliver(const Owed& owed, int attempt) {
  const std::optional<Item> item = read_body(owed.body);
  if (!item) return Outcome::aside("the item is damaged");
  if (has_discovery()) announce_source(*item);
  if (!session_->is_connected()) return Outcome::again(session_->problem());
  return outcome_of(publish(topic_of(*item),
                            payload_of(owed.body, host_, owed.number, attempt, has_discovery()),
                            false, true));
}

void MqttTarget::announce() {
  announced_ = spool_.announced(settings().name);
  remove_announcements(false);
  if (has_discovery()) {
    announce_machine();
    for (const auto& [topic, configuration] : announced_) {
      if (topic != machine_topic(context_)) publish_retained(topic, configuration, true);
    }
  }
  publish_retained(availability_topic_, "online", false);
}

/// Removes the configurations of another prefix, or all.
void MqttTarget::remove_announcements(bool all) {
  const std::string prefix = mqtt().discovery_prefix + "/device/";
  const std::map<std::string, std::string> before = announced_;
  for (const auto& [topic, configuration] : before) {
    const bool is_wanted = has_discovery() && topic.compare(0, prefix.size(), prefix) == 0;
    if (is_wanted && !all) continue;
    if (publish(topic, "", true, false).kind != Publication::Kind::acknowledged) return;
    spool_.announce(settings().name, topic, "");
    announced_.erase(topic);
  }
}

void MqttTarget::announce_machine() {
  const std::string topic = machine_topic(context_);
  std::map<std::string, AnnouncedCommand> commands = commands_of(announced_[topic]);
  std::vector<std::string> removed;
  const auto& named = mqtt().commands;
  for (const auto& [command, announced] : commands) {
    if (mqtt().takes_all_commands || std::count(named.begin(), named.end(), command)) continue;
    removed.push_back(command);
  }
  for (const std::string& command : removed) commands.erase(command);
  for (const std::string& command : named) commands[command];
  for (auto& [command, announced] : commands) {
    Item item;
    item.command = command;
    announced.topic = topic_of(item);
  }
  const std::string configuration = machine_configuration(context_, commands, removed);
  if (!publish_retained(topic, configuration, true)) return;
  const std::string kept = without_removed(configuration);
  // The broker retains the last message, in which nothing is removed.
  if (!removed.empty()) publish(topic, kept, true, true);
  announced_[topic] = kept;
  spool_.announce(settings().name, topic, kept);
}

bool MqttTarget::publish_retained(const std::string& topic, const std::string& payload,
                                  bool is_json) {
  // Mosquitto 2.0.11 ends the connection after a refusal, so that a topic that is sent at each
  // connection would keep items from being sent.
  if (refused_.count(topic)) return false;
  const Publication sent = publish(topic, payload, true, is_json);
  if (sent.kind != Publication::Kind::acknowledged) return false;
  if (sent.reason_code < 0x80) return true;
  refused_.insert(topic);
  report_state(4, "the broker refuses the topic " + topic + ", which is not sent again: " +
                    mosquitto_reason_string(sent.reason_code), "refused");
  return false;
}

bool MqttTarget::announce_if_new(const std::string& topic, const std::string& configuration) {
  const auto known = announced_.find(topic);
  if (known != announced_.end() && known->second == configuration) return false;
  if (!publish_retained(topic, configuration, true)) return false;
  announced_[topic] = configuration;
  spool_.announce(settings().name, topic, configuration);
  return true;
}

void MqttTarget::announce_source(const Item& item) {
  bool is_new = false;
  if (item.is_scan) {
    is_new = announce_if_new(scanner_topic(context_, item),
                             scanner_configuration(context_, item, topic_of(item)));
  } else {
    const std::string topic = machine_topic(context_);
    std::map<std::string, AnnouncedCommand> commands = commands_of(announced_[topic]);
    // An empty title is kept as the identifier.
    commands[item.command] = {item.title.empty() ? item.command : item.title, topic_of(item)};
    is_new = announce_if_new(topic, machine_configuration(context_, commands, {}));
  }
  if (is_new) linger(kSubscribeMilliseconds);
}

void MqttTarget::end() {
  if (!session_ || !session_->is_connected()) return;
  const int64_t begun = now_ms();
  const auto goes_on = [&] {
    clear_wake();
    return now_ms() < begun + kFarewellMilliseconds;
  };
  try {
    if (is_retiring()) {
      announced_ = spool_.announced(settings().name);
      remove_announcements(true);
    }
    // The will is not published after a disconnection without a fault.
    const std::string state = is_retiring() ? "" : "offline";
    session_->publish(availability_topic_, state, true, false, wake_descriptor(), goes_on);
  } catch (const std::exception& error) {
    report_state(4, error.what(), "spool");
  }
  session_->disconnect();
  set_connected(false);
}

}  // namespace keybridge::forward
