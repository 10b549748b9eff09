// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "settings.hpp"

namespace keybridge::forward {

/// Tests whether a target can be reached, without sending an item. Returns an empty text, or the
/// problem.
std::string probe(const TargetSettings& target);

}  // namespace keybridge::forward
