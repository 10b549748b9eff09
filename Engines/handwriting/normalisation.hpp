// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "../common/ink.hpp"
#include "resampling.hpp"

namespace keybridge {

/// The map of an axis that gives more room where more lines are.
class AxisMap {
 public:
  /// Adds the length of a line across the axis at a place from 0 to 1.
  void add(float place, float length);

  /// Sums the densities up; called once.
  void finish();

  /// Returns where a place from 0 to 1 is in the map, from 0 to 1.
  float operator()(float place) const;

 private:
  /// The slices of an axis in which the density of lines is measured.
  static constexpr size_t kSlices = 48;

  static size_t index(float slice);

  std::array<float, kSlices> density_{};
  std::array<float, kSlices + 1> sums_{};
};

/// Moves the points of ink into a square of 1 by 1, in which its lines are spread evenly.
class Normalisation {
 public:
  /// - Parameter ink: resampled ink.
  explicit Normalisation(const Ink& ink);

  Point operator()(const Point& point) const;

 private:
  Box box_;
  AxisMap map_x_;
  AxisMap map_y_;
  float width_ = 0;
  float height_ = 0;
};

/// The places of a plane on each axis.
constexpr size_t kGrid = 8;

/// How much a place on an axis, from 0 to 1, belongs to each place of a plane.
using Weights = std::array<float, kGrid>;

/// Returns the weights of a place, which is blurred.
Weights weights(float place);

}  // namespace keybridge
