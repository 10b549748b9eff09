// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace keybridge {

/// Returns the words of taiwan-words.txt, each with its syllables.
std::vector<std::pair<std::string, std::string>> taiwan_words();

}  // namespace keybridge
