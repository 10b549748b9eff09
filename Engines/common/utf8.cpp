// SPDX-License-Identifier: Apache-2.0
#include "utf8.hpp"

namespace keybridge {

std::u32string from_utf8(std::string_view text) {
  std::u32string characters;
  characters.reserve(text.size());
  for (size_t i = 0; i < text.size();) {
    const auto first = static_cast<unsigned char>(text[i]);
    const size_t length = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 0;
    if (length == 0 || i + length > text.size()) {
      characters.push_back(0xFFFD);
      i += 1;
      continue;
    }
    char32_t character = length == 1 ? first : first & (0x7F >> length);
    for (size_t k = 1; k < length; k++) {
      character = character << 6 | (static_cast<unsigned char>(text[i + k]) & 0x3F);
    }
    characters.push_back(character);
    i += length;
  }
  return characters;
}

void append_utf8(char32_t character, std::string& text) {
  const auto byte = [&text](char32_t value) { text.push_back(static_cast<char>(value)); };
  if (character < 0x80) {
    byte(character);
  } else if (character < 0x800) {
    byte(0xC0 | character >> 6);
    byte(0x80 | (character & 0x3F));
  } else if (character < 0x10000) {
    byte(0xE0 | character >> 12);
    byte(0x80 | (character >> 6 & 0x3F));
    byte(0x80 | (character & 0x3F));
  } else {
    byte(0xF0 | character >> 18);
    byte(0x80 | (character >> 12 & 0x3F));
    byte(0x80 | (character >> 6 & 0x3F));
    byte(0x80 | (character & 0x3F));
  }
}

std::string to_utf8(std::u32string_view characters) {
  std::string text;
  text.reserve(characters.size() * 3);
  for (const char32_t character : characters) append_utf8(character, text);
  return text;
}

bool is_han(char32_t character) {
  return character == 0x3007 || (character >= 0x3400 && character <= 0x4DBF)
    || (character >= 0x4E00 && character <= 0x9FFF) || (character >= 0xF900 && character <= 0xFAFF)
    || (character >= 0x20000 && character <= 0x323AF);
}

}  // namespace keybridge
