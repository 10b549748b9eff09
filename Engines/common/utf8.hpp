// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace keybridge {

/// Decodes valid UTF-8; a byte that does not belong to a character becomes U+FFFD.
std::u32string from_utf8(std::string_view text);

/// Appends a character as UTF-8.
void append_utf8(char32_t character, std::string& text);

/// Encodes characters as UTF-8.
std::string to_utf8(std::u32string_view characters);

/// Returns whether a character is a Chinese character.
bool is_han(char32_t character);

}  // namespace keybridge
