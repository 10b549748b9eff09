// SPDX-License-Identifier: Apache-2.0
#include "network.hpp"

#include <algorithm>

#include "../common/engine.hpp"

namespace keybridge {
namespace {

/// Returns the sum of each value times its weight.
float product(const std::span<const int8_t> weights, const float* values) {
  // Several sums, so that they need not wait for each other.
  float sums[8] = {};
  size_t i = 0;
  for (; i + 8 <= weights.size(); i += 8) {
    for (size_t j = 0; j < 8; j++) sums[j] += static_cast<float>(weights[i + j]) * values[i + j];
  }
  float sum = 0;
  for (; i < weights.size(); i++) sum += static_cast<float>(weights[i]) * values[i];
  for (const float part : sums) sum += part;
  return sum;
}

}  // namespace

Network::Network(const std::string& path) : file_(path, "NETW") {
  if (file_.features() != kDetails || file_.values() == 0 || file_.values() > kDetails) {
    throw RequestError(path + ": the features are of another version; install keybridge-handwriting again");
  }
  const size_t count = file_.items();
  const size_t hidden = file_.values();
  characters_ = file_.take<uint32_t>(count);
  hidden_factors_ = file_.take<float>(hidden);
  hidden_biases_ = file_.take<float>(hidden);
  factors_ = file_.take<float>(count);
  biases_ = file_.take<float>(count);
  hidden_weights_ = file_.take<int8_t>(hidden * kDetails);
  weights_ = file_.take<int8_t>(count * hidden);
  file_.finish();
}

std::vector<float> Network::logits(const Details& details) const {
  std::vector<float> units(hidden_biases_.size());
  for (size_t i = 0; i < units.size(); i++) {
    const float sum = product(hidden_weights_.subspan(i * kDetails, kDetails), details.data());
    units[i] = std::max(0.0f, hidden_factors_[i] * sum + hidden_biases_[i]);
  }
  std::vector<float> result(biases_.size());
  for (size_t i = 0; i < result.size(); i++) {
    result[i] = factors_[i] * product(weights_.subspan(i * units.size(), units.size()), units.data()) +
                biases_[i];
  }
  return result;
}

}  // namespace keybridge
