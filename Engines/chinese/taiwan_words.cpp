// SPDX-License-Identifier: Apache-2.0
#include "taiwan_words.hpp"

#include <sstream>

// The linker adds the file taiwan-words.txt to the program under these names.
extern "C" const char _binary_taiwan_words_txt_start[], _binary_taiwan_words_txt_end[];

namespace keybridge {

std::vector<TaiwanWord> taiwan_words() {
  std::istringstream lines(
    std::string(_binary_taiwan_words_txt_start, _binary_taiwan_words_txt_end));
  std::vector<TaiwanWord> words;
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line[0] == '#') continue;
    TaiwanWord word;
    std::istringstream(line) >> word.word >> word.syllables >> word.counterpart;
    if (!word.syllables.empty()) words.push_back(std::move(word));
  }
  return words;
}

}  // namespace keybridge
