// SPDX-License-Identifier: Apache-2.0
#include "features.hpp"

#include <cmath>
#include <numbers>

namespace keybridge {
namespace {

/// Adds a line at a place to a plane.
void add(Features& planes, size_t direction, float amount, const Weights& x, const Weights& y) {
  float* plane = &planes[direction * kGrid * kGrid];
  for (size_t row = 0; row < kGrid; row++) {
    if (y[row] == 0) continue;
    for (size_t column = 0; column < kGrid; column++) {
      plane[row * kGrid + column] += amount * y[row] * x[column];
    }
  }
}

}  // namespace

Features features_of(const Ink& ink) {
  const Normalisation mapped(ink);
  Features planes{};
  for (const Stroke& stroke : ink) {
    Point from = mapped(stroke.front());
    if (stroke.size() == 1) {
      const Weights x = weights(from.x);
      const Weights y = weights(from.y);
      for (size_t direction = 0; direction < kDirections; direction++) {
        add(planes, direction, 0.02f / kDirections, x, y);
      }
    }
    for (size_t i = 1; i < stroke.size(); i++) {
      const Point to = mapped(stroke[i]);
      const float dx = to.x - from.x;
      const float dy = to.y - from.y;
      const float length = std::hypot(dx, dy);
      float direction = std::atan2(dy, dx) / std::numbers::pi_v<float> * kDirections;
      if (direction < 0) direction += kDirections;
      // Three directions share a line, as a quadratic spline does, so that one that is exactly
      // level has almost the features of one that is nearly level.
      const float nearest = std::floor(direction + 0.5f);
      const float rest = direction - nearest;
      const size_t center = static_cast<size_t>(nearest);
      const Weights x = weights((from.x + to.x) / 2);
      const Weights y = weights((from.y + to.y) / 2);
      const auto squared = [](float value) { return value * value; };
      add(planes, (center + kDirections - 1) % kDirections, length * squared(0.5f - rest) / 2, x, y);
      add(planes, center % kDirections, length * (0.75f - squared(rest)), x, y);
      add(planes, (center + 1) % kDirections, length * squared(0.5f + rest) / 2, x, y);
      from = to;
    }
  }
  float whole = 0;
  for (const float value : planes) whole += value;
  // The square root of each share: the sum of the squares is 1.
  for (float& value : planes) value = std::sqrt(value / whole);
  return planes;
}

}  // namespace keybridge
