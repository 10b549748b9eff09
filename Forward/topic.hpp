// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

namespace keybridge::forward {

/// Returns why a text cannot be the topic of a message; empty if it can. It may have the words
/// `{host}`, `{device}`, `{device-id}` and `{command}`.
std::string topic_problem(const std::string& topic);

/// Replaces the words of a topic. In the values, characters with a meaning in topics become `_`.
///
/// - Parameters:
///   - topic: a topic without problems.
///   - values: the values by their words, without braces.
std::string fill_topic(const std::string& topic, const std::map<std::string, std::string>& values);

}  // namespace keybridge::forward
