// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace keybridge {

/// A place on the paper. The paper is 1 high; y grows downwards.
struct Point {
  float x = 0;
  float y = 0;
};

/// A line that is drawn without lifting the pen.
using Stroke = std::vector<Point>;

/// The strokes of a character, in the order in which they were drawn.
using Ink = std::vector<Stroke>;

/// The maximum number of strokes of a character.
constexpr size_t kStrokeLimit = 64;

}  // namespace keybridge
