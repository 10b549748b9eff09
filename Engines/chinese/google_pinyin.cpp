// SPDX-License-Identifier: Apache-2.0
#include "google_pinyin.hpp"

#include <googlepinyin/pinyinime.h>

#include <algorithm>

#include "../common/utf8.hpp"

#ifndef GOOGLEPINYIN_DICTIONARY
#define GOOGLEPINYIN_DICTIONARY "/usr/lib/googlepinyin/data/dict_pinyin.dat"
#endif

namespace keybridge {
namespace {

/// The library knows words of up to this many characters before what follows.
constexpr size_t kHistoryLimit = 6;
/// The letters of a part of a long reading: the rest up to the limit is for its last syllable.
constexpr size_t kSyllableLimit = 6;

using Unit = ime_pinyin::char16;

std::string to_text(const Unit* units, size_t limit) {
  std::u32string characters;
  for (size_t i = 0; i < limit && units[i]; i++) characters.push_back(units[i]);
  return to_utf8(characters);
}

}  // namespace

GooglePinyin::GooglePinyin() {
  // Without a user dictionary nothing is learned.
  if (!ime_pinyin::im_open_decoder(GOOGLEPINYIN_DICTIONARY, "")) {
    throw RequestError("the dictionary of libgooglepinyin cannot be opened");
  }
  ime_pinyin::im_set_max_lens(kLetterLimit + 1, kLetterLimit + 1);
}

GooglePinyin::~GooglePinyin() { ime_pinyin::im_close_decoder(); }

std::vector<Candidate> GooglePinyin::convert_part(
    std::string_view letters, size_t count, size_t& decoded) {
  letters = letters.substr(0, kLetterLimit);
  ime_pinyin::im_reset_search();
  const size_t found = ime_pinyin::im_search(letters.data(), letters.size());
  const ime_pinyin::uint16* starts = nullptr;
  const size_t syllables = ime_pinyin::im_get_spl_start_pos(starts);
  decoded = syllables ? std::min<size_t>(starts[syllables], letters.size()) : 0;
  std::vector<Candidate> candidates;
  for (size_t i = 0; i < found && candidates.size() < count; i++) {
    Unit units[ime_pinyin::kMaxSearchSteps + 1] = {};
    if (!ime_pinyin::im_get_candidate(i, units, ime_pinyin::kMaxSearchSteps)) break;
    size_t characters = 0;
    while (characters < ime_pinyin::kMaxSearchSteps && units[characters]) characters++;
    if (characters == 0 || characters > syllables) continue;
    const size_t length = std::min<size_t>(starts[characters], letters.size());
    if (length == 0) continue;
    candidates.push_back({to_text(units, characters), length, ""});
  }
  return candidates;
}

std::vector<Candidate> GooglePinyin::convert(std::string_view letters, size_t count) {
  size_t decoded = 0;
  if (letters.size() <= kLetterLimit) return convert_part(letters, count, decoded);
  Candidate whole = {"", 0, ""};
  std::vector<Candidate> first;
  while (whole.length < letters.size()) {
    const std::string_view rest = letters.substr(whole.length);
    auto candidates = convert_part(rest, count, decoded);
    if (candidates.empty()) break;
    if (rest.size() > kLetterLimit) {
      // The last syllable of a part may be incomplete: the next part begins before it.
      const ime_pinyin::uint16* starts = nullptr;
      size_t syllables = ime_pinyin::im_get_spl_start_pos(starts);
      while (syllables > 1 && starts[syllables] + kSyllableLimit > kLetterLimit) syllables--;
      candidates = convert_part(rest.substr(0, starts[syllables]), count, decoded);
      if (candidates.empty()) break;
    }
    if (first.empty()) first = candidates;
    whole.text += candidates.front().text;
    whole.length += candidates.front().length;
  }
  if (whole.length) first.insert(first.begin(), whole);
  if (first.size() > count) first.resize(count);
  return first;
}

std::vector<std::string> GooglePinyin::follow(std::u32string_view text, size_t count) {
  Unit history[kHistoryLimit + 1] = {};
  text = text.substr(text.size() - std::min(text.size(), kHistoryLimit));
  size_t size = 0;
  for (const char32_t character : text) {
    if (character > 0xFFFF) size = 0;
    else history[size++] = static_cast<Unit>(character);
  }
  history[size] = 0;
  Unit(*found)[ime_pinyin::kMaxPredictSize + 1] = nullptr;
  const size_t number = size ? ime_pinyin::im_get_predicts(history, found) : 0;
  std::vector<std::string> words;
  for (size_t i = 0; i < number && words.size() < count; i++) {
    std::string word = to_text(found[i], ime_pinyin::kMaxPredictSize);
    if (!word.empty()) words.push_back(std::move(word));
  }
  return words;
}

}  // namespace keybridge
