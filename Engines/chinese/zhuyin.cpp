// SPDX-License-Identifier: Apache-2.0
#include "zhuyin.hpp"

#include <array>
#include <utility>

namespace keybridge {
namespace {

using Pair = std::pair<std::u32string_view, std::string_view>;

constexpr std::array<Pair, 21> kInitials = {{
  {U"ㄅ", "b"}, {U"ㄆ", "p"}, {U"ㄇ", "m"}, {U"ㄈ", "f"}, {U"ㄉ", "d"}, {U"ㄊ", "t"}, {U"ㄋ", "n"},
  {U"ㄌ", "l"}, {U"ㄍ", "g"}, {U"ㄎ", "k"}, {U"ㄏ", "h"}, {U"ㄐ", "j"}, {U"ㄑ", "q"}, {U"ㄒ", "x"},
  {U"ㄓ", "zh"}, {U"ㄔ", "ch"}, {U"ㄕ", "sh"}, {U"ㄖ", "r"}, {U"ㄗ", "z"}, {U"ㄘ", "c"}, {U"ㄙ", "s"},
}};

/// A medial and a final: after an initial, and alone.
struct Rhyme {
  std::u32string_view symbols;
  std::string_view after, alone;
};

// ㄧㄞ is a syllable in Taiwan only; its characters are under "ya" elsewhere.
constexpr std::array<Rhyme, 38> kRhymes = {{
  {U"ㄚ", "a", "a"}, {U"ㄛ", "o", "o"}, {U"ㄜ", "e", "e"}, {U"ㄝ", "e", "e"}, {U"ㄞ", "ai", "ai"},
  {U"ㄟ", "ei", "ei"}, {U"ㄠ", "ao", "ao"}, {U"ㄡ", "ou", "ou"}, {U"ㄢ", "an", "an"},
  {U"ㄣ", "en", "en"}, {U"ㄤ", "ang", "ang"}, {U"ㄥ", "eng", "eng"}, {U"ㄦ", "er", "er"},
  {U"ㄧ", "i", "yi"}, {U"ㄧㄚ", "ia", "ya"}, {U"ㄧㄛ", "o", "yo"}, {U"ㄧㄝ", "ie", "ye"},
  {U"ㄧㄞ", "ai", "ya"}, {U"ㄧㄠ", "iao", "yao"}, {U"ㄧㄡ", "iu", "you"}, {U"ㄧㄢ", "ian", "yan"},
  {U"ㄧㄣ", "in", "yin"}, {U"ㄧㄤ", "iang", "yang"}, {U"ㄧㄥ", "ing", "ying"},
  {U"ㄨ", "u", "wu"}, {U"ㄨㄚ", "ua", "wa"}, {U"ㄨㄛ", "uo", "wo"}, {U"ㄨㄞ", "uai", "wai"},
  {U"ㄨㄟ", "ui", "wei"}, {U"ㄨㄢ", "uan", "wan"}, {U"ㄨㄣ", "un", "wen"},
  {U"ㄨㄤ", "uang", "wang"}, {U"ㄨㄥ", "ong", "weng"},
  {U"ㄩ", "v", "yu"}, {U"ㄩㄝ", "ve", "yue"}, {U"ㄩㄢ", "van", "yuan"}, {U"ㄩㄣ", "vn", "yun"},
  {U"ㄩㄥ", "iong", "yong"},
}};

/// The place of a symbol in a syllable: initial, medial, final, tone; -1 for other characters.
int kind_of(char32_t symbol) {
  switch (symbol) {
    case U'ˉ': case U'ˊ': case U'ˇ': case U'ˋ': case U'˙': return 3;
    case U'ㄧ': case U'ㄨ': case U'ㄩ': return 1;
    default: return symbol < U'ㄅ' || symbol > U'ㄩ' ? -1 : symbol <= U'ㄙ' ? 0 : 2;
  }
}

int tone_of(char32_t symbol) {
  switch (symbol) {
    case U'ˉ': return 1;
    case U'ˊ': return 2;
    case U'ˇ': return 3;
    case U'ˋ': return 4;
    default: return 5;
  }
}

std::string pinyin_of(std::u32string_view initial, std::u32string_view rhyme, bool has_tone) {
  std::string_view start;
  for (const auto& [symbols, letters] : kInitials) {
    if (symbols == initial) start = letters;
  }
  if (rhyme.empty()) {
    // ㄓ with a tone is a syllable; without one its rhyme has yet to be typed.
    const bool stands = initial >= U"ㄓ" && initial <= U"ㄙ";
    if (!has_tone) return std::string(start);
    return stands ? std::string(start) + "i" : std::string();
  }
  for (const Rhyme& candidate : kRhymes) {
    if (candidate.symbols != rhyme) continue;
    if (start.empty()) return std::string(candidate.alone);
    std::string end(candidate.after);
    const bool is_palatal = start == "j" || start == "q" || start == "x";
    if (end.front() == 'v') {
      // The letter ü is written u after j, q and x, and exists after n and l only.
      if (is_palatal) end.front() = 'u';
      else if (start != "n" && start != "l") return std::string();
    } else if (is_palatal && end.front() != 'i') {
      return std::string();
    }
    return std::string(start) + end;
  }
  return std::string();
}

}  // namespace

bool is_zhuyin(std::u32string_view reading) {
  for (const char32_t symbol : reading) {
    if (kind_of(symbol) >= 0) return true;
  }
  return false;
}

std::vector<ZhuyinSyllable> parse_zhuyin(std::u32string_view reading) {
  std::vector<ZhuyinSyllable> syllables;
  for (size_t i = 0; i < reading.size();) {
    std::u32string initial, rhyme;
    ZhuyinSyllable syllable;
    // Each symbol comes after those of the kinds before it.
    int last = -1;
    size_t end = i;
    for (; end < reading.size(); end++) {
      const int kind = kind_of(reading[end]);
      if (kind <= last) break;
      last = kind;
      if (kind == 0) initial.push_back(reading[end]);
      else if (kind == 3) syllable.tone = tone_of(reading[end]);
      else rhyme.push_back(reading[end]);
    }
    if (end == i) end++;
    syllable.length = end - i;
    syllable.pinyin = pinyin_of(initial, rhyme, syllable.tone != 0);
    syllables.push_back(std::move(syllable));
    i = end;
  }
  return syllables;
}

}  // namespace keybridge
