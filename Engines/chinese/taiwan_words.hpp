// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace keybridge {

/// A word that is read or used in another way in Taiwan, in simplified characters.
struct TaiwanWord {
  std::string word;
  /// Its syllables, such as `ruan'ti`.
  std::string syllables;
  /// The word of the language model that is as frequent elsewhere; empty for none.
  std::string counterpart;
};

/// Returns the words of taiwan-words.txt.
std::vector<TaiwanWord> taiwan_words();

}  // namespace keybridge
