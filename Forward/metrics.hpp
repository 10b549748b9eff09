// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "service.hpp"
#include "target.hpp"

namespace keybridge::forward {

/// Returns the metrics in the text form of Prometheus. They contain no text of items.
std::string metrics_of(const ServiceStatus& service, const std::vector<TargetStatus>& targets);

/// Writes a file aside and renames it, so that readers never see a part of it.
///
/// - Throws: `std::runtime_error`.
void replace_file(const std::string& path, const std::string& text);

}  // namespace keybridge::forward
