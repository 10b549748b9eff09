// SPDX-License-Identifier: Apache-2.0
#include "normalisation.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace keybridge {
namespace {

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

}  // namespace

void AxisMap::add(float place, float length) {
  const float slice = place * kSlices - 0.5f;
  const float below = std::floor(slice);
  const float rest = slice - below;
  density_[index(below)] += length * (1 - rest);
  density_[index(below + 1)] += length * rest;
}

void AxisMap::finish() {
  for (int pass = 0; pass < kDensityPasses; pass++) {
    const auto before = density_;
    for (size_t i = 0; i < kSlices; i++) {
      density_[i] = (before[i ? i - 1 : 0] + before[i] + before[std::min(i + 1, kSlices - 1)]) / 3;
    }
  }
  float whole = 0;
  for (const float value : density_) whole += value;
  const float even = whole > 0 ? whole / kSlices * kEvenShare / (1 - kEvenShare) : 1;
  whole += even * kSlices;
  for (size_t i = 0; i < kSlices; i++) sums_[i + 1] = sums_[i] + (density_[i] + even) / whole;
}

float AxisMap::operator()(float place) const {
  const float slice = place * kSlices;
  const size_t below = std::min(static_cast<size_t>(slice), kSlices - 1);
  return sums_[below] + (slice - static_cast<float>(below)) * (sums_[below + 1] - sums_[below]);
}

size_t AxisMap::index(float slice) {
  return static_cast<size_t>(std::clamp(slice, 0.0f, static_cast<float>(kSlices - 1)));
}

Normalisation::Normalisation(const Ink& ink) : box_(box_of(ink)) {
  for (const Stroke& stroke : ink) {
    for (size_t i = 1; i < stroke.size(); i++) {
      const Point& from = stroke[i - 1];
      const Point& to = stroke[i];
      map_x_.add(share((from.x + to.x) / 2, box_.left, box_.width()), std::fabs(to.y - from.y));
      map_y_.add(share((from.y + to.y) / 2, box_.top, box_.height()), std::fabs(to.x - from.x));
    }
  }
  map_x_.finish();
  map_y_.finish();
  // A narrow character stays narrow, but less so.
  const float side = std::max(box_.width(), box_.height());
  const float ratio = side > 0 ? std::min(box_.width(), box_.height()) / side : 1;
  const float narrow = std::sin(std::numbers::pi_v<float> / 2 * ratio);
  const float wide = side > 0 ? 1 : 0;
  width_ = box_.width() >= box_.height() ? wide : narrow;
  height_ = box_.width() >= box_.height() ? narrow : wide;
}

Point Normalisation::operator()(const Point& point) const {
  return {0.5f + width_ * (map_x_(share(point.x, box_.left, box_.width())) - 0.5f),
          0.5f + height_ * (map_y_(share(point.y, box_.top, box_.height())) - 0.5f)};
}

Weights weights(float place) {
  Weights result;
  for (size_t i = 0; i < kGrid; i++) {
    const float away = (place * kGrid - 0.5f - static_cast<float>(i)) / kBlur;
    result[i] = std::fabs(away) < 3.2f ? std::exp(-0.5f * away * away) : 0;
  }
  return result;
}

}  // namespace keybridge
