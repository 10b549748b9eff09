// SPDX-License-Identifier: Apache-2.0
#include "probe.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>

#include "http_module.hpp"
#include "mqtt_target.hpp"

namespace keybridge::forward {
namespace {

std::string probe_mqtt(const TargetSettings& target) {
  const int wake = eventfd(0, EFD_CLOEXEC);
  const int64_t end = now_ms() + target.timeout_ms;
  std::string problem;
  for (const int version : {target.mqtt->version.value_or(5), 3}) {
    // Another identifier: the broker disconnects a client whose identifier is used again.
    MqttSession session(*target.mqtt, client_id_of(target) + "-check", "", version);
    problem = session.connect(*target.mqtt, wake, [&] { return now_ms() < end; });
    session.disconnect();
    const bool may_fall_back = version == 5 && !target.mqtt->version && session.refusal() == 0x84;
    if (!may_fall_back) break;
  }
  close(wake);
  return problem;
}

std::string probe_run(const TargetSettings& target) {
  const std::string& program = target.run->arguments.front();
  return access(program.c_str(), X_OK) == 0 ? "" : program + ": " + std::strerror(errno);
}

}  // namespace

std::string probe(const TargetSettings& target) {
  try {
    if (target.mqtt) return probe_mqtt(target);
    if (target.http) return http_module().probe(target);
    return probe_run(target);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
}

}  // namespace keybridge::forward
