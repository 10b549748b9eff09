// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "features.hpp"

namespace keybridge {

/// The numbers by which characters of few strokes are told apart: the features, the ends of the
/// strokes and the bends at each place, and the place of the ink on the paper.
constexpr size_t kDetails = kFeatures + 2 * kGrid * kGrid + 4;
using Details = std::array<float, kDetails>;

/// Describes ink by numbers of about the same size.
///
/// - Parameters:
///   - ink: resampled ink, on paper from 0 to 1.
///   - features: its features.
Details details_of(const Ink& ink, const Features& features);

}  // namespace keybridge
