// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "../common/ink.hpp"

namespace keybridge {

/// Random numbers that are the same everywhere.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}

  uint64_t next();
  /// A number from 0 to 1.
  float share();
  /// A number from the normal distribution.
  float normal();
  /// A number below a limit, which is not 0.
  size_t below(size_t limit) { return next() % limit; }

 private:
  uint64_t state_;
};

/// Mistakes that a hand makes, in ink in a box of 1 by 1.
struct Distortion {
  /// How far strokes, points and the whole leave their places; 1 is usual.
  float noise = 0;
  /// The number of strokes that go on in the next one without lifting the pen.
  size_t joined = 0;
  /// The number of pairs of strokes that are drawn in the other order.
  size_t swapped = 0;
  /// Whether the last stroke is missing.
  bool is_cut = false;
};

/// Draws a character as a hand would.
Ink distorted(const Ink& ink, const Distortion& distortion, Random& random);

}  // namespace keybridge
