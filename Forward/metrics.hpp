// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "service.hpp"
#include "target.hpp"

namespace keybridge::forward {

/// Returns the metrics in the text form of Prometheus. They contain no text of items.
std::string metrics_of(const ServiceStatus& service, const std::vector<TargetStatus>& targets);

/// Returns the response to a request of HTTP for metrics; nothing if the request is not complete.
///
/// - Parameter metrics: returns the metrics.
std::optional<std::string> respond_with_metrics(const std::string& request,
                                                const std::function<std::string()>& metrics);

/// Writes a file aside and renames it, so that readers never see a part of it.
///
/// - Throws: `std::runtime_error`.
void replace_file(const std::string& path, const std::string& text);

}  // namespace keybridge::forward
