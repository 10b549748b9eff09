// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace keybridge::forward {

/// The priorities of syslog.
enum class Priority { error = 3, warning = 4, notice = 5, info = 6 };

/// A field of the journal and its value.
using JournalFields = std::vector<std::pair<std::string, std::string>>;

/// Writes a message to the journal with its fields, or to standard error if that is no journal.
/// Messages contain no text of items and no secret.
///
/// - Parameters:
///   - priority: its importance.
///   - message: a line.
///   - fields: further fields, such as `KEYBRIDGE_TARGET`.
void report(Priority priority, const std::string& message, const JournalFields& fields = {});

}  // namespace keybridge::forward
