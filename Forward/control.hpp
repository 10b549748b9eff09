// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "../Engines/common/json.hpp"
#include "local_server.hpp"

namespace keybridge::forward {

/// Returns the answers of the socket to which `status`, `retry` and the other commands connect: a
/// line of JSON in each direction.
///
/// - Parameter answer: returns the response to a request.
LocalAnswer control_answer(std::function<Json(const json_t*)> answer);

/// Sends a request to a running program and returns its response.
///
/// - Throws: `std::runtime_error` with the path and a hint.
Json request(const std::string& path, const Json& request);

}  // namespace keybridge::forward
