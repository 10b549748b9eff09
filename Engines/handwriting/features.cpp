// SPDX-License-Identifier: Apache-2.0
#include "features.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "resampling.hpp"

namespace keybridge {
namespace {

/// The slices of an axis in which the density of lines is measured.
constexpr size_t kSlices = 48;
/// How often the density is blurred, so that a straight line at the edge moves as its neighbours do.
constexpr int kDensityPasses = 20;
/// The share of an axis that is independent of the density.
constexpr float kEvenShare = 0.45f;
/// The blur of a place, in places.
constexpr float kBlur = 0.75f;

/// Returns a position as a share of a range, from 0 to 1.
float share(float value, float from, float size) {
  return size > 0 ? std::clamp((value - from) / size, 0.0f, 1.0f) : 0.5f;
}

/// The map of an axis that gives more room where more lines are.
class AxisMap {
 public:
  /// Adds the length of a line across the axis at a place from 0 to 1.
  void add(float place, float length) {
    const float slice = place * kSlices - 0.5f;
    const float below = std::floor(slice);
    const float rest = slice - below;
    density_[index(below)] += length * (1 - rest);
    density_[index(below + 1)] += length * rest;
  }

  /// Sums the densities up; called once.
  void finish() {
    for (int pass = 0; pass < kDensityPasses; pass++) {
      const auto before = density_;
      for (size_t i = 0; i < kSlices; i++) {
        density_[i] =
          (before[i ? i - 1 : 0] + before[i] + before[std::min(i + 1, kSlices - 1)]) / 3;
      }
    }
    float whole = 0;
    for (const float value : density_) whole += value;
    const float even = whole > 0 ? whole / kSlices * kEvenShare / (1 - kEvenShare) : 1;
    whole += even * kSlices;
    for (size_t i = 0; i < kSlices; i++) sums_[i + 1] = sums_[i] + (density_[i] + even) / whole;
  }

  float operator()(float place) const {
    const float slice = place * kSlices;
    const size_t below = std::min(static_cast<size_t>(slice), kSlices - 1);
    return sums_[below] + (slice - static_cast<float>(below)) * (sums_[below + 1] - sums_[below]);
  }

 private:
  static size_t index(float slice) {
    return static_cast<size_t>(std::clamp(slice, 0.0f, static_cast<float>(kSlices - 1)));
  }

  std::array<float, kSlices> density_{};
  std::array<float, kSlices + 1> sums_{};
};

using Weights = std::array<float, kGrid>;

/// Returns how much a place from 0 to 1 belongs to each place of the grid.
Weights weights(float place) {
  Weights result;
  for (size_t i = 0; i < kGrid; i++) {
    const float away = (place * kGrid - 0.5f - static_cast<float>(i)) / kBlur;
    result[i] = std::fabs(away) < 3.2f ? std::exp(-0.5f * away * away) : 0;
  }
  return result;
}

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
  const Box box = box_of(ink);
  const float side = std::max(box.width(), box.height());
  AxisMap map_x;
  AxisMap map_y;
  for (const Stroke& stroke : ink) {
    for (size_t i = 1; i < stroke.size(); i++) {
      const Point& from = stroke[i - 1];
      const Point& to = stroke[i];
      map_x.add(share((from.x + to.x) / 2, box.left, box.width()), std::fabs(to.y - from.y));
      map_y.add(share((from.y + to.y) / 2, box.top, box.height()), std::fabs(to.x - from.x));
    }
  }
  map_x.finish();
  map_y.finish();

  // A narrow character stays narrow, but less so.
  const float ratio = side > 0 ? std::min(box.width(), box.height()) / side : 1;
  const float narrow = std::sin(std::numbers::pi_v<float> / 2 * ratio);
  const float wide = side > 0 ? 1 : 0;
  const float width = box.width() >= box.height() ? wide : narrow;
  const float height = box.width() >= box.height() ? narrow : wide;
  const auto mapped = [&](const Point& point) {
    return Point{0.5f + width * (map_x(share(point.x, box.left, box.width())) - 0.5f),
                 0.5f + height * (map_y(share(point.y, box.top, box.height())) - 0.5f)};
  };

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
