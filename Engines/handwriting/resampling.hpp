// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../common/ink.hpp"

namespace keybridge {

/// The smallest rectangle around some ink.
struct Box {
  float left = 0;
  float top = 0;
  float right = 0;
  float bottom = 0;

  float width() const { return right - left; }
  float height() const { return bottom - top; }
};

/// The maximum number of points after resampling.
constexpr size_t kPointLimit = 512;

/// Returns the smallest rectangle around ink that has a point.
Box box_of(const Ink& ink);

/// Replaces the points of each stroke by ones at equal distances.
///
/// The distance is a 64th of the larger side of the ink, or more if there would be more than
/// `kPointLimit` points. A stroke without length becomes one point.
///
/// - Parameter ink: at most `kStrokeLimit` strokes, each with a point or more.
Ink resampled(const Ink& ink);

}  // namespace keybridge
