// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "data_file.hpp"
#include "details.hpp"

namespace keybridge {

/// A net of one hidden layer that tells characters of few strokes apart: kana, letters, digits,
/// marks, and simple Chinese characters. `data/network.py` trains it.
class Network {
 public:
  /// Opens a file.
  ///
  /// - Throws: `RequestError` if it is damaged, or of another version.
  explicit Network(const std::string& path);

  /// The characters that the net knows, in ascending order.
  std::span<const uint32_t> characters() const { return characters_; }

  /// Returns for each character the logarithm of how likely ink is this one; the same number may
  /// be added to all.
  std::vector<float> logits(const Details& details) const;

 private:
  DataFile file_;
  std::span<const uint32_t> characters_;
  /// The weights of a unit are bytes, which its factor multiplies.
  std::span<const float> hidden_factors_;
  std::span<const float> hidden_biases_;
  std::span<const float> factors_;
  std::span<const float> biases_;
  std::span<const int8_t> hidden_weights_;
  std::span<const int8_t> weights_;
};

}  // namespace keybridge
