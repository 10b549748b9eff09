// SPDX-License-Identifier: Apache-2.0
#include "details.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace keybridge {
namespace {

/// The points along which a bend is measured, on both sides.
constexpr size_t kReach = 3;
/// The distance of the ends from which on a stroke is no ring, by its length.
constexpr float kRing = 0.25f;

// The scales give all kinds of numbers about the same influence.

constexpr float kFeatureScale = 4;
constexpr float kEndScale = 1.2f;
constexpr float kBendScale = 0.6f;
constexpr float kPlaceScale = 2;

using Plane = std::array<float, kGrid * kGrid>;

void add(Plane& plane, const Point& point, float amount) {
  const Weights x = weights(point.x);
  const Weights y = weights(point.y);
  for (size_t row = 0; row < kGrid; row++) {
    for (size_t column = 0; column < kGrid; column++) {
      plane[row * kGrid + column] += amount * x[column] * y[row];
    }
  }
}

/// Returns how much a stroke has ends, from 0 to 1: a ring has none, wherever it begins.
float openness(const Stroke& stroke) {
  float length = 0;
  for (size_t i = 1; i < stroke.size(); i++) {
    length += std::hypot(stroke[i].x - stroke[i - 1].x, stroke[i].y - stroke[i - 1].y);
  }
  const Point& first = stroke.front();
  const Point& last = stroke.back();
  const float distance = std::hypot(last.x - first.x, last.y - first.y);
  return length > 0 ? std::min(1.0f, distance / (kRing * length)) : 1;
}

float direction(const Point& from, const Point& to) {
  return std::atan2(to.y - from.y, to.x - from.x);
}

}  // namespace

Details details_of(const Ink& ink, const Features& features) {
  const Normalisation mapped(ink);
  Plane ends{};
  Plane bends{};
  for (const Stroke& stroke : ink) {
    const float amount = openness(stroke);
    add(ends, mapped(stroke.front()), amount);
    add(ends, mapped(stroke.back()), amount);
    for (size_t i = kReach; i + kReach < stroke.size(); i++) {
      const Point before = mapped(stroke[i - kReach]);
      const Point here = mapped(stroke[i]);
      const Point after = mapped(stroke[i + kReach]);
      const float bend = std::remainder(direction(here, after) - direction(before, here),
                                        2 * std::numbers::pi_v<float>);
      add(bends, here, std::fabs(bend));
    }
  }
  float whole = 0;
  for (const float value : ends) whole += value;

  Details details;
  auto next = details.begin();
  for (const float value : features) *next++ = kFeatureScale * value;
  for (const float value : ends) *next++ = whole > 0 ? kEndScale * std::sqrt(value / whole) : 0;
  for (const float value : bends) *next++ = kBendScale * std::sqrt(value);
  const Box box = box_of(ink);
  const float side = std::max(box.width(), box.height());
  const float ratio = side > 0 ? std::min(box.width(), box.height()) / side : 1;
  for (const float value : {box.top, box.bottom, side, ratio}) {
    *next++ = kPlaceScale * (std::clamp(value, 0.0f, 1.0f) - 0.5f);
  }
  return details;
}

}  // namespace keybridge
