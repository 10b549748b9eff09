// SPDX-License-Identifier: Apache-2.0
#include "taiwan_words.hpp"

#include <sstream>

// The linker adds the file taiwan-words.txt to the program under these names.
extern "C" const char _binary_taiwan_words_txt_start[], _binary_taiwan_words_txt_end[];

namespace keybridge {

std::vector<std::pair<std::string, std::string>> taiwan_words() {
  std::istringstream lines(
    std::string(_binary_taiwan_words_txt_start, _binary_taiwan_words_txt_end));
  std::vector<std::pair<std::string, std::string>> words;
  for (std::string line; std::getline(lines, line);) {
    const size_t space = line.find(' ');
    if (line.empty() || line[0] == '#' || space == std::string::npos) continue;
    words.emplace_back(line.substr(0, space), line.substr(space + 1));
  }
  return words;
}

}  // namespace keybridge
