// SPDX-License-Identifier: Apache-2.0
#include "resampling.hpp"

#include <algorithm>
#include <cmath>

namespace keybridge {
namespace {

constexpr float kSteps = 64;

float distance(const Point& one, const Point& other) {
  return std::hypot(other.x - one.x, other.y - one.y);
}

float length_of(const Stroke& stroke) {
  float length = 0;
  for (size_t i = 1; i < stroke.size(); i++) length += distance(stroke[i - 1], stroke[i]);
  return length;
}

/// Replaces the points of a stroke by `count` ones at equal distances.
Stroke divided(const Stroke& stroke, float length, size_t count) {
  Stroke result{stroke.front()};
  const float step = length / static_cast<float>(count - 1);
  float passed = 0;
  for (size_t i = 1; i < stroke.size() && result.size() + 1 < count; i++) {
    const float part = distance(stroke[i - 1], stroke[i]);
    while (result.size() + 1 < count) {
      const float rest = step * static_cast<float>(result.size()) - passed;
      if (rest > part || part <= 0) break;
      const float share = rest / part;
      result.push_back({stroke[i - 1].x + share * (stroke[i].x - stroke[i - 1].x),
                        stroke[i - 1].y + share * (stroke[i].y - stroke[i - 1].y)});
    }
    passed += part;
  }
  result.push_back(stroke.back());
  return result;
}

}  // namespace

Box box_of(const Ink& ink) {
  const Point first = ink.front().front();
  Box box{first.x, first.y, first.x, first.y};
  for (const Stroke& stroke : ink) {
    for (const Point& point : stroke) {
      box.left = std::min(box.left, point.x);
      box.top = std::min(box.top, point.y);
      box.right = std::max(box.right, point.x);
      box.bottom = std::max(box.bottom, point.y);
    }
  }
  return box;
}

Ink resampled(const Ink& ink) {
  const Box box = box_of(ink);
  float whole = 0;
  for (const Stroke& stroke : ink) whole += length_of(stroke);
  // Each stroke may need two points more than its length asks for.
  const float most = static_cast<float>(kPointLimit - 2 * ink.size());
  const float step = std::max(std::max(box.width(), box.height()) / kSteps, whole / most);
  Ink result;
  for (const Stroke& stroke : ink) {
    const float length = length_of(stroke);
    if (!(length > 0) || !(step > 0)) {
      result.push_back({stroke.front()});
    } else {
      result.push_back(divided(stroke, length, static_cast<size_t>(length / step) + 2));
    }
  }
  return result;
}

}  // namespace keybridge
