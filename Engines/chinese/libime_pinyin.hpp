// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <libime/core/prediction.h>
#include <libime/pinyin/pinyincontext.h>
#include <libime/pinyin/pinyinime.h>
#include <libime/pinyin/pinyinmatchstate.h>

#include <memory>
#include <string>
#include <vector>

#include "../common/engine.hpp"
#include "toned_dictionary.hpp"
#include "zhuyin.hpp"

namespace keybridge {

/// A conversion by libime, in simplified characters.
struct LibimeCandidate {
  std::string text;
  /// The number of letters that it replaces.
  size_t length;
  /// Whether it is one word of the dictionary, and has the tones that were typed.
  bool is_word;
};

/// The language model and the dictionary of libime: simplified characters. Nothing is learned.
class LibimePinyin {
 public:
  /// Loads the language model and the dictionary, which takes about 0.1 s.
  ///
  /// - Parameter readings: the readings with tones.
  /// - Throws: an exception if a file is missing.
  explicit LibimePinyin(const HanReadings& readings);

  /// Sets the pairs that sound alike, such as `z-zh`.
  ///
  /// - Throws: `RequestError` for an unknown name.
  void set_fuzzy(const std::vector<std::string>& names);

  /// Converts pinyin.
  ///
  /// - Parameters:
  ///   - letters: pinyin and `'`, in lower case.
  ///   - before: simplified characters before the caret.
  ///   - count: the maximum number of candidates.
  std::vector<LibimeCandidate> convert(
    std::string letters, std::u32string_view before, size_t count);

  /// Converts syllables with tones; the lengths of the candidates are numbers of letters.
  ///
  /// - Parameters:
  ///   - syllables: the syllables; each has pinyin.
  ///   - before: simplified characters before the caret.
  ///   - count: the maximum number of candidates.
  std::vector<LibimeCandidate> convert(
    const std::vector<ZhuyinSyllable>& syllables, std::u32string_view before, size_t count);

  /// Suggests words that follow a text, best first.
  std::vector<std::string> follow(std::u32string_view text, size_t count);

  /// Adds a word.
  ///
  /// - Parameters:
  ///   - word: the word.
  ///   - syllables: its syllables, such as `ni'hao`.
  ///   - counterpart: a word of the language model that the word is as frequent as, if the model says
  ///     less; empty for none.
  void add_word(
    const std::string& word, const std::string& syllables, const std::string& counterpart);

 private:
  std::vector<LibimeCandidate> decode(
    const libime::SegmentGraph& graph, void* match, bool is_cut, std::u32string_view before,
    size_t count);
  /// Divides the end of a text into words of the language model.
  std::vector<std::string> words(std::u32string_view text) const;

  TonedDictionary* dictionary_;
  std::unique_ptr<libime::PinyinIME> method_;
  std::unique_ptr<libime::PinyinContext> context_;
  std::unique_ptr<libime::PinyinMatchState> match_;
  libime::Prediction prediction_;
};

}  // namespace keybridge
