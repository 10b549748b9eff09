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
/// The maximum length of the letters that are converted; the rest of a reading stays.
constexpr size_t kReadingLimit = 1000;
/// The library ends the process if its memory for words is full, which 14 incomplete syllables can
/// do, for example fourteen times z.
constexpr size_t kSyllableLimit = 12;

bool is_vowel(char letter) { return std::string_view("aeiouv").find(letter) != std::string_view::npos; }

/// Returns the length of the syllable at the start of letters; an initial alone is one.
size_t syllable_length(std::string_view letters) {
  static constexpr std::string_view kVowels[] = {
    "iao", "uai", "ai", "ao", "ei", "ia", "ie", "io", "iu", "ou", "ua", "ue", "ui", "uo", "ve"};
  size_t end = 0;
  const auto is_next = [&](char letter) { return end < letters.size() && letters[end] == letter; };
  if (!is_vowel(letters[0])) {
    end = 1;
    if (std::string_view("zcs").find(letters[0]) != std::string_view::npos && is_next('h')) end++;
  }
  if (end < letters.size() && is_vowel(letters[end])) {
    size_t length = 1;
    for (const std::string_view vowels : kVowels) {
      if (letters.substr(end, vowels.size()) == vowels) length = std::max(length, vowels.size());
    }
    end += length;
    for (const char coda : {'n', 'g'}) {
      if (!is_next(coda) || (coda == 'g' && letters[end - 1] != 'n')) break;
      if (end + 1 < letters.size() && is_vowel(letters[end + 1])) break;
      end++;
    }
  }
  while (is_next('\'')) end++;
  return end;
}

/// Returns how many letters the library can convert at once.
size_t part_length(std::string_view letters) {
  size_t end = 0;
  for (size_t syllables = 0; end < letters.size();) {
    const std::string_view rest = letters.substr(end);
    const size_t length = syllable_length(rest);
    // An initial such as zh may also be z and h.
    const bool is_two = rest.size() > 1 && rest[1] == 'h' && (length < 3 || !is_vowel(rest[2]));
    syllables += is_two ? 2 : 1;
    // A separator after an initial is a step of the search as well.
    const bool has_vowel = std::any_of(rest.begin(), rest.begin() + length, is_vowel);
    if (!has_vowel) syllables += std::count(rest.begin(), rest.begin() + length, '\'');
    if (syllables > kSyllableLimit || end + length > GooglePinyin::kLetterLimit) break;
    end += length;
  }
  return std::max<size_t>(end, 1);
}

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

bool GooglePinyin::is_one_part(std::string_view letters) {
  return !letters.empty() && part_length(letters) == letters.size();
}

std::vector<Candidate> GooglePinyin::convert_part(std::string_view letters, size_t count) {
  ime_pinyin::im_reset_search();
  const size_t found = ime_pinyin::im_search(letters.data(), letters.size());
  const ime_pinyin::uint16* starts = nullptr;
  const size_t syllables = ime_pinyin::im_get_spl_start_pos(starts);
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
  if (letters.empty()) return {};
  const size_t limit = part_length(letters);
  std::vector<Candidate> candidates = convert_part(letters.substr(0, limit), count);
  if (limit == letters.size() || candidates.empty()) return candidates;
  // The first candidate goes on with those of the other parts.
  Candidate whole = candidates.front();
  size_t end = limit;
  while (whole.length == end && end < std::min(letters.size(), kReadingLimit)) {
    const std::string_view rest = letters.substr(end);
    const std::vector<Candidate> next = convert_part(rest.substr(0, part_length(rest)), 1);
    if (next.empty()) break;
    whole.text += next.front().text;
    whole.length += next.front().length;
    end += part_length(rest);
  }
  candidates.insert(candidates.begin(), whole);
  if (candidates.size() > count) candidates.resize(count);
  return candidates;
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
