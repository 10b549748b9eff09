// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "../common/engine.hpp"

namespace keybridge {

/// Converts the segments of a reading one after another.
///
/// - Parameters:
///   - reading: the reading.
///   - convert: returns the candidates of a part of the reading after a text.
inline std::vector<Segment> convert_segments(
    const Reading& reading,
    const std::function<std::vector<Candidate>(std::u32string_view, const std::string&)>& convert) {
  std::vector<size_t> lengths = reading.boundaries;
  size_t rest = reading.text.size();
  for (const size_t length : lengths) rest -= length;
  if (rest) lengths.push_back(rest);
  std::vector<Segment> segments;
  std::string before = reading.before;
  size_t start = 0;
  for (const size_t length : lengths) {
    const std::u32string part = reading.text.substr(start, length);
    start += length;
    segments.push_back({part, convert(part, before)});
    if (!segments.back().candidates.empty()) before += segments.back().candidates.front().text;
  }
  return segments;
}

/// Returns the letters of pinyin at the start of a reading: `a` to `z` and `'`.
inline std::string pinyin_letters(std::u32string_view reading) {
  std::string letters;
  for (const char32_t character : reading) {
    if (!(character >= U'a' && character <= U'z') && character != U'\'') break;
    letters.push_back(static_cast<char>(character));
  }
  return letters;
}

/// Returns the Chinese characters at the end of a text.
std::u32string han_suffix(const std::string& text);

}  // namespace keybridge
