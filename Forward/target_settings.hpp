// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "settings.hpp"

namespace keybridge::forward {

/// Reads a target with its secret files.
///
/// - Parameters:
///   - name: the key of the target.
///   - node: its settings.
///   - mistakes: receives the mistakes.
TargetSettings read_target(const YamlNode& name, const YamlNode& node,
                           std::vector<Mistake>& mistakes);

}  // namespace keybridge::forward
