// SPDX-License-Identifier: Apache-2.0
#include "mqtt_session.hpp"

#include <mqtt_protocol.h>
#include <poll.h>

#include <algorithm>
#include <climits>
#include <cstring>
#include <stdexcept>

#include "target.hpp"

namespace keybridge::forward {
namespace {

constexpr int kKeepAlive = 60;
constexpr const char* kAuthorities = "/etc/ssl/certs";

const char* or_null(const std::string& text) { return text.empty() ? nullptr : text.c_str(); }

void check(int code, const char* action) {
  if (code == MOSQ_ERR_SUCCESS) return;
  throw std::runtime_error(std::string(action) + ": " + mosquitto_strerror(code));
}

void set_tls(mosquitto* client, const TlsSettings& tls) {
  // Without authorities, the library would not use TLS at all.
  const bool is_own = !tls.authority_file.empty();
  check(mosquitto_tls_set(client, or_null(tls.authority_file), is_own ? nullptr : kAuthorities,
                          or_null(tls.certificate_file), or_null(tls.key_file), nullptr),
        "the certificates cannot be used");
  // 1: the broker's certificate is verified.
  check(mosquitto_tls_opts_set(client, 1, "tlsv1.2", nullptr), "TLS 1.2 cannot be used");
}

}  // namespace

MqttSession::MqttSession(const MqttSettings& settings, const std::string& client_id,
                         const std::string& will_topic, int version)
    : client_(mosquitto_new(client_id.c_str(), true, this)), version_(version) {
  if (!client_) throw std::runtime_error("no memory is left");
  try {
    mosquitto_int_option(client_, MOSQ_OPT_PROTOCOL_VERSION,
                         version == 5 ? MQTT_PROTOCOL_V5 : MQTT_PROTOCOL_V311);
    mosquitto_int_option(client_, MOSQ_OPT_SEND_MAXIMUM, 1);
    mosquitto_int_option(client_, MOSQ_OPT_TCP_NODELAY, 1);
    if (!settings.user.empty()) {
      check(mosquitto_username_pw_set(client_, settings.user.c_str(), or_null(settings.password)),
            "the user cannot be used");
    }
    if (settings.uses_tls) set_tls(client_, settings.tls);
    if (!will_topic.empty()) {
      check(mosquitto_will_set(client_, will_topic.c_str(), 7, "offline", 1, true),
            "the will cannot be set");
    }
  } catch (...) {
    mosquitto_destroy(client_);
    throw;
  }
  mosquitto_connect_v5_callback_set(client_, &MqttSession::on_connect);
  mosquitto_disconnect_v5_callback_set(client_, &MqttSession::on_disconnect);
  mosquitto_publish_v5_callback_set(client_, &MqttSession::on_publish);
  mosquitto_message_v5_callback_set(client_, &MqttSession::on_message);
  mosquitto_log_callback_set(client_, &MqttSession::on_log);
}

MqttSession::~MqttSession() { mosquitto_destroy(client_); }

void MqttSession::on_connect(mosquitto*, void* self, int reason, int, const mosquitto_property*) {
  auto* session = static_cast<MqttSession*>(self);
  if (reason == 0) session->is_connected_ = true;
  else session->refusal_ = reason;
}

void MqttSession::on_disconnect(mosquitto*, void* self, int reason, const mosquitto_property*) {
  auto* session = static_cast<MqttSession*>(self);
  // Reasons of the broker are 128 and greater, those of the library are smaller.
  if (reason == MQTT_RC_SESSION_TAKEN_OVER) {
    session->lose("another client has the same client-id");
  } else if (reason >= 128) {
    session->lose(std::string("the broker disconnected: ") + mosquitto_reason_string(reason));
  } else {
    session->lose("the connection to the broker was lost");
  }
}

void MqttSession::on_publish(mosquitto*, void* self, int id, int reason,
                             const mosquitto_property*) {
  auto* session = static_cast<MqttSession*>(self);
  if (id == session->in_flight_) session->acknowledged_ = reason;
}

void MqttSession::on_message(mosquitto*, void* self, const mosquitto_message* message,
                             const mosquitto_property*) {
  auto* session = static_cast<MqttSession*>(self);
  if (!session->handler_ || message->payloadlen < 0 || message->payloadlen > 1000) return;
  session->handler_(std::string(static_cast<const char*>(message->payload),
                                static_cast<size_t>(message->payloadlen)),
                    message->retain);
}

void MqttSession::on_log(mosquitto*, void* self, int level, const char* text) {
  // Messages about errors only: others contain topics.
  if (level == MOSQ_LOG_ERR) static_cast<MqttSession*>(self)->last_log_ = text;
}

void MqttSession::lose(const std::string& problem) {
  is_connected_ = false;
  is_lost_ = true;
  if (problem_.empty()) problem_ = problem;
}

std::string MqttSession::connect(const MqttSettings& settings, int wake,
                                 const std::function<bool()>& goes_on) {
  last_sent_ = now_ms();
  const int code = version_ == 5
                     ? mosquitto_connect_bind_v5(client_, settings.host.c_str(), settings.port,
                                                 kKeepAlive, nullptr, nullptr)
                     : mosquitto_connect(client_, settings.host.c_str(), settings.port, kKeepAlive);
  if (code != MOSQ_ERR_SUCCESS) {
    const int reason = errno;
    if (code == MOSQ_ERR_ERRNO) return std::strerror(reason);
    if (code == MOSQ_ERR_EAI) return "the name " + settings.host + " cannot be resolved";
    return !last_log_.empty() ? last_log_ : mosquitto_strerror(code);
  }
  while (!is_connected_ && !is_lost_ && !refusal_ && goes_on()) wait(1000, wake);
  if (is_connected_) return "";
  if (refusal_) {
    return std::string("the broker refused: ") + (version_ == 5 ? mosquitto_reason_string(refusal_)
                                                                 : mosquitto_connack_string(refusal_));
  }
  if (!last_log_.empty()) return last_log_;
  return is_lost_ ? problem_ : "the broker did not answer in time";
}

void MqttSession::subscribe(const std::string& topic,
                            std::function<void(const std::string&, bool)> handler) {
  handler_ = std::move(handler);
  if (mosquitto_subscribe(client_, nullptr, topic.c_str(), 0) == MOSQ_ERR_SUCCESS) {
    last_sent_ = now_ms();
  }
}

Publication MqttSession::publish(const std::string& topic, const std::string& payload, bool retains,
                                 bool is_json, int wake, const std::function<bool()>& goes_on) {
  Publication result;
  if (!is_connected_) {
    result.problem = problem_;
    return result;
  }
  mosquitto_property* properties = nullptr;
  if (version_ == 5 && is_json) {
    mosquitto_property_add_byte(&properties, MQTT_PROP_PAYLOAD_FORMAT_INDICATOR, 1);
    mosquitto_property_add_string(&properties, MQTT_PROP_CONTENT_TYPE, "application/json");
  }
  acknowledged_.reset();
  in_flight_ = 0;
  last_sent_ = now_ms();
  const int code = mosquitto_publish_v5(client_, &in_flight_, topic.c_str(),
                                        static_cast<int>(payload.size()), payload.data(), 1,
                                        retains, properties);
  mosquitto_property_free_all(&properties);
  if (code != MOSQ_ERR_SUCCESS) {
    result.problem = mosquitto_strerror(code);
    const bool is_refusal = code == MOSQ_ERR_PAYLOAD_SIZE || code == MOSQ_ERR_OVERSIZE_PACKET ||
                            code == MOSQ_ERR_MALFORMED_UTF8 || code == MOSQ_ERR_INVAL;
    if (is_refusal) result.kind = Publication::Kind::refused_locally;
    // The library may have queued the message. Another session sends it again.
    else lose(result.problem);
    return result;
  }
  while (!acknowledged_ && is_connected_ && goes_on()) wait(1000, wake);
  if (acknowledged_) {
    result.kind = Publication::Kind::acknowledged;
    result.reason_code = *acknowledged_;
    return result;
  }
  if (is_connected_) lose("the broker did not acknowledge in time");
  result.problem = problem_;
  return result;
}

void MqttSession::disconnect() {
  if (!is_connected_) return;
  mosquitto_disconnect(client_);
  mosquitto_loop(client_, 0, 1);
  is_connected_ = false;
}

int64_t MqttSession::until_keep_alive() const {
  // The library counts in whole seconds.
  return std::max<int64_t>(1, last_sent_ + (kKeepAlive + 1) * 1000 - now_ms());
}

bool MqttSession::wait(int64_t milliseconds, int wake) {
  const int socket = mosquitto_socket(client_);
  if (socket < 0) {
    lose("the connection to the broker was lost");
    return false;
  }
  const int64_t keep_alive = until_keep_alive();
  const int64_t time = milliseconds < 0 ? keep_alive : std::min(milliseconds, keep_alive);
  const short events = mosquitto_want_write(client_) ? POLLIN | POLLOUT : POLLIN;
  pollfd waited[] = {{socket, events, 0}, {wake, POLLIN, 0}};
  poll(waited, 2, static_cast<int>(std::min<int64_t>(time, INT_MAX)));
  if (until_keep_alive() <= 1) last_sent_ = now_ms();  // the library sends a ping below
  const int code = mosquitto_loop(client_, 0, 1);
  if (code != MOSQ_ERR_SUCCESS) {
    lose(!last_log_.empty() ? last_log_ : std::string("the connection to the broker was lost: ") + mosquitto_strerror(code));
  }
  return waited[1].revents != 0;
}

}  // namespace keybridge::forward
