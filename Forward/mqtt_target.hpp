// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>

#include "discovery.hpp"
#include "mqtt_session.hpp"
#include "target.hpp"

namespace keybridge::forward {

/// Returns the outcome of a reason code of MQTT 5 in the acknowledgement of a message.
///
/// - Parameter holds: whether an item waits for a subscriber.
Outcome outcome_of_reason(int code, bool holds);

/// Returns whether a refused connection is a matter of the settings.
///
/// - Parameters:
///   - code: the reason code of MQTT 5, or the return code of MQTT 3.1.1.
///   - version: 5 or 3.
bool is_wrong_setting(int code, int version);

/// Returns the identifier of a client: the setting, or one that no other machine has.
std::string client_id_of(const TargetSettings& settings);

/// A broker that receives a message for each item.
class MqttTarget : public Target {
 public:
  MqttTarget(TargetSettings settings, std::string host, Spool& spool);
  ~MqttTarget() override { leave(); }

 protected:
  Outcome prepare() override;
  Outcome deliver(const Owed& owed, int attempt) override;
  void idle(int64_t milliseconds) override;
  void end() override;
  std::string kind() const override { return "mqtt"; }

 private:
  const MqttSettings& mqtt() const { return *settings().mqtt; }
  std::map<std::string, std::string> words_of(const Item& item) const;
  std::string topic_of(const Item& item) const;

  Outcome connect();
  Outcome connect(int version);
  Outcome leave_session();
  Publication publish(const std::string& topic, const std::string& payload, bool retains,
                      bool is_json);
  Outcome outcome_of(const Publication& publication);

  bool has_discovery() const { return !mqtt().discovery_prefix.empty(); }
  void subscribe_to_birth();
  /// Sends the availability and the configurations for Home Assistant.
  void announce();
  void remove_announcements(bool all);
  void announce_machine();
  /// Sends a message that the broker retains. A topic that the broker refuses is sent once.
  bool publish_retained(const std::string& topic, const std::string& payload, bool is_json);
  /// Sends a configuration if it differs from the one that was sent last.
  bool announce_if_new(const std::string& topic, const std::string& configuration);
  void announce_source(const Item& item);
  /// Processes messages of the broker for a time.
  void linger(int64_t milliseconds);

  std::unique_ptr<MqttSession> session_;
  int version_ = 5;
  int64_t connected_at_ = 0;
  int short_connections_ = 0;
  /// When the configurations are sent again; 0 for never.
  int64_t announces_at_ = 0;
  DiscoveryContext context_;
  std::string availability_topic_;
  /// Retained topics that the broker refuses.
  std::set<std::string> refused_;
  /// The configurations that the broker retains, by their topics.
  std::map<std::string, std::string> announced_;
};

}  // namespace keybridge::forward
