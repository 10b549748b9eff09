// SPDX-License-Identifier: Apache-2.0
#include "distortion.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "resampling.hpp"

namespace keybridge {
namespace {

/// The larger side of a usual character.
constexpr float kUsualSide = 0.8f;
constexpr float kTurn = 2 * std::numbers::pi_v<float>;

/// Moves points by waves that are longer than half of the box.
struct Wave {
  float x, y, phase, amount;

  Wave(Random& random, float noise)
    : x(random.normal() * 0.8f),
      y(random.normal() * 0.8f),
      phase(random.share() * kTurn),
      amount(random.normal() * 0.025f * noise) {}

  float at(const Point& point) const {
    return amount * std::sin(kTurn * (x * point.x + y * point.y) + phase);
  }
};

Point middle(const Stroke& stroke) {
  Point sum;
  for (const Point& point : stroke) {
    sum.x += point.x;
    sum.y += point.y;
  }
  const float count = static_cast<float>(stroke.size());
  return {sum.x / count, sum.y / count};
}

/// Moves, turns and resizes a stroke around its middle.
void shift(Stroke& stroke, Random& random, float noise) {
  const Point center = middle(stroke);
  const float angle = random.normal() * 0.05f * noise;
  const float size = std::exp(random.normal() * 0.06f * noise);
  const float right = random.normal() * 0.016f * noise;
  const float down = random.normal() * 0.016f * noise;
  for (Point& point : stroke) {
    const float x = (point.x - center.x) * size;
    const float y = (point.y - center.y) * size;
    point.x = center.x + right + x * std::cos(angle) - y * std::sin(angle);
    point.y = center.y + down + x * std::sin(angle) + y * std::cos(angle);
  }
}

/// Cuts corners: each point becomes a mean of its neighbours.
void round_off(Stroke& stroke, size_t passes) {
  for (size_t pass = 0; pass < passes; pass++) {
    const Stroke before = stroke;
    for (size_t i = 1; i + 1 < stroke.size(); i++) {
      stroke[i].x = (before[i - 1].x + before[i].x + before[i + 1].x) / 3;
      stroke[i].y = (before[i - 1].y + before[i].y + before[i + 1].y) / 3;
    }
  }
}

/// Makes an end of a stroke longer or shorter; a short stroke changes less.
void stretch(Stroke& stroke, Random& random, float noise) {
  if (stroke.size() < 4) return;
  const float amount = random.normal() * 0.022f * noise;
  const Point& near = stroke[stroke.size() - 3];
  Point& end = stroke.back();
  const float length = std::hypot(end.x - near.x, end.y - near.y);
  if (length <= 0) return;
  if (amount > 0) {
    end.x += (end.x - near.x) / length * amount;
    end.y += (end.y - near.y) / length * amount;
  } else {
    const float step = length / 2;
    const size_t dropped =
      std::min(static_cast<size_t>(-amount / step), stroke.size() / 4);
    stroke.resize(stroke.size() - dropped);
  }
}

/// Adds the small turn with which a fast hand lands or lifts.
void hook(Stroke& stroke, Random& random, float noise) {
  const float angle = random.share() * kTurn;
  const float length = 0.025f * random.share() * noise;
  const Point end = stroke.back();
  stroke.push_back({end.x + length * std::cos(angle), end.y + length * std::sin(angle)});
}

}  // namespace

uint64_t Random::next() {
  // SplitMix64.
  state_ += 0x9E3779B97F4A7C15;
  uint64_t value = state_;
  value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9;
  value = (value ^ (value >> 27)) * 0x94D049BB133111EB;
  return value ^ (value >> 31);
}

float Random::share() { return static_cast<float>(next() >> 40) / static_cast<float>(1 << 24); }

float Random::normal() {
  // The sum of twelve has the variance 1.
  float sum = -6;
  for (int i = 0; i < 12; i++) sum += share();
  return sum;
}

Ink distorted(const Ink& ink, const Distortion& distortion, Random& random) {
  // A hand is as much more exact as it writes smaller.
  const Box box = box_of(ink);
  const float scale = std::max(0.05f, std::max(box.width(), box.height())) / kUsualSide;
  const Point corner{(box.left + box.right - scale) / 2, (box.top + box.bottom - scale) / 2};
  Ink result = ink;
  for (Stroke& stroke : result) {
    for (Point& point : stroke) {
      point = {(point.x - corner.x) / scale, (point.y - corner.y) / scale};
    }
  }
  const float noise = distortion.noise;
  if (distortion.is_cut && result.size() > 1) result.pop_back();
  for (size_t i = 0; i < distortion.swapped && result.size() > 1; i++) {
    const size_t first = random.below(result.size() - 1);
    std::swap(result[first], result[first + 1]);
  }
  if (noise > 0) {
    result = resampled(result);
    for (Stroke& stroke : result) {
      shift(stroke, random, noise);
      for (int end = 0; end < 2; end++) {
        stretch(stroke, random, noise);
        if (random.share() < 0.1f * noise) hook(stroke, random, noise);
        std::reverse(stroke.begin(), stroke.end());
      }
      round_off(stroke, static_cast<size_t>(random.share() * 4 * noise));
    }
  }
  for (size_t i = 0; i < distortion.joined && result.size() > 1; i++) {
    const size_t first = random.below(result.size() - 1);
    result[first].insert(result[first].end(), result[first + 1].begin(), result[first + 1].end());
    result.erase(result.begin() + static_cast<std::ptrdiff_t>(first) + 1);
  }
  if (noise > 0) {
    // The connecting lines bend as the strokes do.
    result = resampled(result);
    const Wave waves[] = {{random, noise}, {random, noise}, {random, noise}, {random, noise}};
    const float slant = random.normal() * 0.13f * noise;
    const float shear = random.normal() * 0.07f * noise;
    const float aspect = std::exp(random.normal() * 0.1f * noise);
    const float taper_x = random.normal() * 0.12f * noise;
    const float taper_y = random.normal() * 0.12f * noise;
    for (Stroke& stroke : result) {
      for (Point& point : stroke) {
        float x = point.x - 0.5f + waves[0].at(point) + waves[1].at(point);
        float y = point.y - 0.5f + waves[2].at(point) + waves[3].at(point);
        x *= 1 + taper_x * y;
        y *= 1 + taper_y * x;
        point.x = 0.5f + (x - slant * y) * aspect + random.normal() * 0.002f * noise;
        point.y = 0.5f + (y + shear * x) / aspect + random.normal() * 0.002f * noise;
      }
    }
  }
  for (Stroke& stroke : result) {
    for (Point& point : stroke) {
      point = {corner.x + point.x * scale, corner.y + point.y * scale};
    }
  }
  return result;
}

}  // namespace keybridge
