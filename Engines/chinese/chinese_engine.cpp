// SPDX-License-Identifier: Apache-2.0
#include "chinese_engine.hpp"

#include <algorithm>
#include <chrono>
#include <thread>
#include <unordered_map>
#include <unordered_set>

#include "../common/utf8.hpp"
#include "segments.hpp"
#include "taiwan_words.hpp"

namespace keybridge {
namespace {

/// The time that a request waits for the dictionaries, if nothing else can answer it.
constexpr auto kLoadingLimit = std::chrono::milliseconds(250);
/// The number of words of libgooglepinyin that are compared.
constexpr size_t kFrequentLimit = 100;
/// The number of characters of a word whose place libgooglepinyin knows better.
constexpr size_t kWordLimit = 4;

/// Joins syllables with `'`, so that they cannot be divided in another way.
std::string separated(const std::vector<ZhuyinSyllable>& syllables) {
  std::string letters;
  for (const ZhuyinSyllable& syllable : syllables) {
    if (!letters.empty()) letters += '\'';
    letters += syllable.pinyin;
  }
  return letters;
}

bool starts_with(const std::string& text, std::string_view start) {
  return text.compare(0, start.size(), start) == 0;
}

}  // namespace

ChineseEngine::Dictionaries::Dictionaries(bool is_traditional) : libime(readings) {
  if (!is_traditional) return;
  to_traditional = std::make_unique<OpenCC>("s2tw.json");
  to_simplified = std::make_unique<OpenCC>("tw2s.json");
  for (const TaiwanWord& word : taiwan_words()) {
    libime.add_word(word.word, word.syllables, word.counterpart);
  }
}

void ChineseEngine::set_language(const std::string& tag) {
  if (tag != "zh" && !starts_with(tag, "zh-")) throw RequestError("the language must be zh");
  is_traditional_ = starts_with(tag, "zh-Hant") || tag == "zh-TW" || tag == "zh-HK";
}

void ChineseEngine::prepare(std::function<void(std::string)> done) {
  if (loading_.valid()) {
    loading_.wait();
    return done(loaded_ ? "" : "the dictionaries cannot be loaded");
  }
  std::promise<void> promise;
  loading_ = promise.get_future();
  std::thread([this, done, promise = std::move(promise)]() mutable {
    std::string fault;
    try {
      loaded_ = std::make_unique<Dictionaries>(is_traditional_);
    } catch (const std::exception& error) {
      fault = std::string("the dictionaries cannot be loaded: ") + error.what();
    }
    // Requests that follow the answer find the dictionaries.
    promise.set_value();
    done(fault);
  }).detach();
}

ChineseEngine::Dictionaries* ChineseEngine::dictionaries() {
  if (!loading_.valid()) prepare([](const std::string&) {});
  const auto limit = is_traditional_ ? kLoadingLimit : std::chrono::milliseconds(0);
  if (loading_.wait_for(limit) != std::future_status::ready) return nullptr;
  return loaded_.get();
}

std::u32string ChineseEngine::simplified(const std::u32string& text) {
  const Dictionaries* known = dictionaries();
  if (!known || !known->to_simplified) return text;
  return from_utf8(known->to_simplified->convert(to_utf8(text)));
}

std::vector<Segment> ChineseEngine::convert(const Reading& reading) {
  return convert_segments(reading, [&](std::u32string_view part, const std::string& before) {
    return convert(part, before, reading);
  });
}

std::vector<Candidate> ChineseEngine::convert(
    std::u32string_view part, const std::string& before, const Reading& reading) {
  if (Dictionaries* known = dictionaries()) {
    known->libime.set_fuzzy(reading.fuzzy.value_or(fuzzy_));
  } else if (is_traditional_) {
    throw RequestError("the dictionaries are not loaded");
  }
  const std::u32string context = simplified(han_suffix(before));
  if (is_zhuyin(part)) return convert_zhuyin(part, context, reading.count);
  const std::string letters = pinyin_letters(part);
  return letters.empty() ? std::vector<Candidate>() : convert_pinyin(letters, context, reading.count);
}

std::vector<Candidate> ChineseEngine::convert_pinyin(
    const std::string& letters, const std::u32string& before, size_t count) {
  Dictionaries* known = dictionaries();
  if (!known) return google_.convert(letters, count);
  std::vector<LibimeCandidate> found = known->libime.convert(letters, before, count);
  if (before.empty()) sort_words(found, letters, letters.size());
  std::vector<Candidate> candidates;
  for (LibimeCandidate& candidate : found) {
    candidates.push_back({std::move(candidate.text), candidate.length, ""});
  }
  return is_traditional_ ? traditional(candidates, {}, count) : candidates;
}

void ChineseEngine::sort_words(
    std::vector<LibimeCandidate>& found, const std::string& letters, size_t length) {
  if (!GooglePinyin::is_one_part(letters)) return;
  std::unordered_map<std::string, size_t> ranks;
  for (const Candidate& frequent : google_.convert(letters, kFrequentLimit)) {
    if (frequent.length == letters.size()) ranks.emplace(frequent.text, ranks.size());
  }
  // The words that both know change places with each other only.
  std::vector<size_t> places;
  std::vector<LibimeCandidate> words;
  for (size_t i = 0; i < found.size(); i++) {
    if (!found[i].is_word || found[i].length != length || !ranks.count(found[i].text)) {
      continue;
    }
    if (from_utf8(found[i].text).size() > kWordLimit) continue;
    places.push_back(i);
    words.push_back(found[i]);
  }
  std::stable_sort(words.begin(), words.end(), [&](const auto& a, const auto& b) {
    return ranks[a.text] < ranks[b.text];
  });
  for (size_t i = 0; i < places.size(); i++) found[places[i]] = std::move(words[i]);
}

std::vector<Candidate> ChineseEngine::convert_zhuyin(
    std::u32string_view part, const std::u32string& before, size_t count) {
  std::vector<ZhuyinSyllable> syllables = parse_zhuyin(part);
  const auto end = std::find_if(
    syllables.begin(), syllables.end(),
    [](const ZhuyinSyllable& syllable) { return syllable.pinyin.empty(); });
  syllables.erase(end, syllables.end());
  Dictionaries* known = dictionaries();
  if (syllables.empty() || !known) return {};
  // The lengths of candidates are numbers of letters, and become numbers of symbols.
  std::vector<size_t> symbols(1, 0);
  for (const ZhuyinSyllable& syllable : syllables) {
    const size_t letters = symbols.size() - 1 + syllable.pinyin.size();
    symbols.resize(letters, 0);
    symbols.push_back(0);
  }
  size_t letters = 0, total = 0;
  for (const ZhuyinSyllable& syllable : syllables) {
    letters += syllable.pinyin.size();
    total += syllable.length;
    symbols[letters] = total;
  }
  std::vector<LibimeCandidate> found = known->libime.convert(syllables, before, count);
  if (before.empty()) sort_words(found, separated(syllables), symbols.size() - 1);
  std::vector<Candidate> candidates;
  for (LibimeCandidate& candidate : found) {
    candidates.push_back({std::move(candidate.text), symbols[candidate.length], ""});
  }
  return is_traditional_ ? traditional(candidates, syllables, count) : candidates;
}

std::vector<Candidate> ChineseEngine::traditional(
    const std::vector<Candidate>& candidates, const std::vector<ZhuyinSyllable>& typed,
    size_t count) const {
  const auto fits = [&](char32_t form, size_t place) {
    return place >= typed.size()
      || loaded_->readings.fit(form, typed[place].pinyin, typed[place].tone)
      == HanReadings::Fit::yes;
  };
  std::vector<Candidate> converted;
  std::unordered_set<std::string> known;
  const auto add = [&](const std::u32string& characters, size_t length) {
    std::string text = to_utf8(characters);
    if (converted.size() < count && known.insert(text).second) {
      converted.push_back({std::move(text), length, ""});
    }
  };
  for (const Candidate& candidate : candidates) {
    const std::u32string characters = from_utf8(candidate.text);
    std::u32string text = from_utf8(loaded_->to_traditional->convert(candidate.text));
    // A character may have several traditional forms, each with readings of its own.
    for (size_t i = 0; i < text.size() && text.size() == characters.size(); i++) {
      if (fits(text[i], i)) continue;
      for (const char32_t form : loaded_->readings.traditional(characters[i])) {
        if (!fits(form, i)) continue;
        text[i] = form;
        break;
      }
    }
    // Both forms are usual in Taiwan; in everyday texts the shorter one is.
    std::u32string everyday = text;
    std::replace(everyday.begin(), everyday.end(), U'臺', U'台');
    add(everyday, candidate.length);
    add(text, candidate.length);
    if (characters.size() != 1) continue;
    for (const char32_t form : loaded_->readings.traditional(characters[0])) {
      if (fits(form, 0)) add(std::u32string(1, form), candidate.length);
    }
  }
  return converted;
}

std::vector<Candidate> ChineseEngine::follow(const std::string& text, size_t count) {
  const std::u32string written = han_suffix(text);
  if (written.empty()) return {};
  Dictionaries* known = dictionaries();
  const std::u32string end = simplified(written);
  // Phrases of one and words of the other in turn: they cover each other.
  const std::vector<std::string> phrases = google_.follow(end, count);
  const std::vector<std::string> words =
    known ? known->libime.follow(end, count) : std::vector<std::string>();
  std::vector<Candidate> suggestions;
  std::unordered_set<std::string> added;
  const auto add = [&](const std::vector<std::string>& list, size_t place) {
    if (place >= list.size() || suggestions.size() >= count) return;
    std::u32string word = from_utf8(list[place]);
    if (word.empty() || !std::all_of(word.begin(), word.end(), is_han)) return;
    if (known && known->to_traditional) {
      // The form of a character depends on the characters before it.
      const size_t length = word.size();
      word = from_utf8(known->to_traditional->convert(to_utf8(end + word)));
      word = word.substr(word.size() - std::min(word.size(), length));
      std::replace(word.begin(), word.end(), U'臺', U'台');
    }
    std::string suggestion = to_utf8(word);
    if (added.insert(suggestion).second) suggestions.push_back({suggestion, 0, ""});
  };
  for (size_t i = 0; i < std::max(phrases.size(), words.size()); i++) {
    add(phrases, i);
    add(words, i);
  }
  return suggestions;
}

}  // namespace keybridge
