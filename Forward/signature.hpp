// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace keybridge::forward {

std::string encode_base64(const std::string& bytes);
/// Returns nothing if the text is not base64 with its padding.
std::optional<std::string> decode_base64(const std::string& text);

/// Returns the value of `webhook-signature` of Standard Webhooks 1.0: a signature for each key.
///
/// - Parameters:
///   - keys: the keys, the newest first.
///   - id: the identifier of the message, equal for all attempts.
///   - timestamp: the time of the attempt in seconds.
///   - body: the bytes of the request.
std::string webhook_signature(const std::vector<std::string>& keys, const std::string& id,
                              int64_t timestamp, const std::string& body);

}  // namespace keybridge::forward
