// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace keybridge {

/// A syllable of a reading in Zhuyin symbols.
struct ZhuyinSyllable {
  /// The syllable in pinyin; only an initial if nothing else was typed, and empty for symbols that
  /// form no syllable.
  std::string pinyin;
  /// The tone: 1 to 4, 5 for the neutral tone, 0 if none was typed.
  int tone = 0;
  /// The number of symbols, with that of the tone.
  size_t length = 0;
};

/// Returns whether a reading contains Zhuyin symbols.
bool is_zhuyin(std::u32string_view reading);

/// Divides Zhuyin symbols into syllables; symbols of other scripts form syllables without pinyin.
std::vector<ZhuyinSyllable> parse_zhuyin(std::u32string_view reading);

}  // namespace keybridge
