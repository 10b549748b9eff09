// SPDX-License-Identifier: Apache-2.0
#include "http_module.hpp"
#include "mqtt_target.hpp"
#include "run_target.hpp"

namespace keybridge::forward {

std::unique_ptr<Target> make_target(const TargetSettings& settings, const std::string& host,
                                    Spool& spool) {
  if (settings.mqtt) return std::make_unique<MqttTarget>(settings, host, spool);
  if (settings.http) return http_module().make(settings, host, spool);
  return std::make_unique<RunTarget>(settings, host, spool);
}

}  // namespace keybridge::forward
