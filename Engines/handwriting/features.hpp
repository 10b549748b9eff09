// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "../common/ink.hpp"
#include "normalisation.hpp"

namespace keybridge {

/// The planes of directions. A line and its reverse have the same direction.
constexpr size_t kDirections = 8;
constexpr size_t kFeatures = kDirections * kGrid * kGrid;

/// How much of each direction ink has at each place; the sum of the squares is 1.
using Features = std::array<float, kFeatures>;

/// Describes ink independently of its place, its size, and the order and number of its strokes.
///
/// - Parameter ink: resampled ink.
Features features_of(const Ink& ink);

}  // namespace keybridge
