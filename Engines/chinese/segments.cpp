// SPDX-License-Identifier: Apache-2.0
#include "segments.hpp"

#include "../common/utf8.hpp"

namespace keybridge {

std::u32string han_suffix(const std::string& text) {
  const std::u32string characters = from_utf8(text);
  size_t start = characters.size();
  while (start > 0 && is_han(characters[start - 1])) start--;
  return characters.substr(start);
}

}  // namespace keybridge
