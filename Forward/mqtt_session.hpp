// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mosquitto.h>

#include <functional>
#include <optional>
#include <string>

#include "settings.hpp"

namespace keybridge::forward {

/// The result of a publication.
struct Publication {
  enum class Kind { acknowledged, lost, refused_locally };
  Kind kind = Kind::lost;
  /// The reason code of MQTT 5; 0 with MQTT 3.1.1.
  int reason_code = 0;
  /// The error of the library, or why the connection was lost.
  std::string problem;
};

/// A connection to a broker, with one message in flight at most.
///
/// All functions run on the thread that owns the session. A session that is lost is not used
/// again, because the library would send the messages of the earlier connection once more.
class MqttSession {
 public:
  /// Creates a session that is not connected.
  ///
  /// - Parameters:
  ///   - settings: the broker.
  ///   - client_id: the identifier of the client.
  ///   - will_topic: the topic of the will, `offline`; empty for no will.
  ///   - version: 5 or 3.
  /// - Throws: `std::runtime_error`.
  MqttSession(const MqttSettings& settings, const std::string& client_id,
              const std::string& will_topic, int version);
  ~MqttSession();
  MqttSession(const MqttSession&) = delete;
  MqttSession& operator=(const MqttSession&) = delete;

  /// Connects. Returns an empty text, or why the connection failed.
  ///
  /// - Parameters:
  ///   - settings: the broker.
  ///   - wake: a descriptor that interrupts the waiting.
  ///   - goes_on: whether to go on, asked after each interruption.
  std::string connect(const MqttSettings& settings, int wake, const std::function<bool()>& goes_on);
  /// The reason code of a refused connection; 0 if the broker did not refuse.
  int refusal() const { return refusal_; }

  bool is_connected() const { return is_connected_; }
  const std::string& problem() const { return problem_; }

  /// Subscribes to a topic with QoS 0.
  void subscribe(const std::string& topic, std::function<void(const std::string&, bool)> handler);

  /// Publishes with QoS 1 and waits for the acknowledgement.
  ///
  /// - Parameters:
  ///   - topic: the topic.
  ///   - payload: the message.
  ///   - retains: whether the broker retains it.
  ///   - is_json: whether it is an object of JSON, for its properties.
  ///   - wake: a descriptor that interrupts the waiting.
  ///   - goes_on: whether to go on, asked after each interruption.
  Publication publish(const std::string& topic, const std::string& payload, bool retains,
                      bool is_json, int wake, const std::function<bool()>& goes_on);

  /// Disconnects, so that the broker does not publish the will.
  void disconnect();

  /// Waits for the broker or for a descriptor, and processes messages of the broker.
  ///
  /// - Parameters:
  ///   - milliseconds: how long to wait; -1 until the next keep-alive.
  ///   - wake: the descriptor.
  /// - Returns: whether the descriptor is readable.
  bool wait(int64_t milliseconds, int wake);

 private:
  static void on_connect(mosquitto*, void* self, int reason, int flags, const mosquitto_property*);
  static void on_disconnect(mosquitto*, void* self, int reason, const mosquitto_property*);
  static void on_publish(mosquitto*, void* self, int id, int reason, const mosquitto_property*);
  static void on_message(mosquitto*, void* self, const mosquitto_message* message,
                         const mosquitto_property*);
  static void on_log(mosquitto*, void* self, int level, const char* text);

  void lose(const std::string& problem);
  int64_t until_keep_alive() const;

  mosquitto* client_ = nullptr;
  const int version_;
  bool is_connected_ = false, is_lost_ = false;
  int refusal_ = 0;
  std::string problem_, last_log_;
  int64_t last_sent_ = 0;
  int in_flight_ = 0;
  std::optional<int> acknowledged_;
  std::function<void(const std::string&, bool)> handler_;
};

}  // namespace keybridge::forward
