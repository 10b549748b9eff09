// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <future>
#include <memory>

#include "../common/engine.hpp"
#include "google_pinyin.hpp"
#include "libime_pinyin.hpp"
#include "opencc_converter.hpp"

namespace keybridge {

/// Pinyin and Zhuyin with libime; libgooglepinyin answers until libime is loaded, knows better how
/// frequent words are, and completes phrases.
class ChineseEngine : public Engine {
 public:
  /// Creates an engine.
  ///
  /// - Parameter fuzzy: the pairs that sound alike, for requests that name none.
  explicit ChineseEngine(std::vector<std::string> fuzzy) : fuzzy_(std::move(fuzzy)) {}

  std::string name() const override { return "libime"; }
  std::vector<std::string> verbs() const override { return {"convert", "follow"}; }
  void set_language(const std::string& tag) override;
  void prepare(std::function<void(std::string)> done) override;
  std::vector<Segment> convert(const Reading& reading) override;
  std::vector<Candidate> follow(const std::string& text, size_t count) override;

 private:
  /// The parts that take time to load.
  struct Dictionaries {
    explicit Dictionaries(bool is_traditional);
    HanReadings readings;
    LibimePinyin libime;
    std::unique_ptr<OpenCC> to_traditional, to_simplified;
  };

  /// Returns the dictionaries; null while they load.
  Dictionaries* dictionaries();
  std::u32string simplified(const std::u32string& text);
  std::vector<Candidate> convert(
    std::u32string_view part, const std::string& before, const Reading& reading);
  std::vector<Candidate> convert_pinyin(
    const std::string& letters, const std::u32string& before, size_t count);
  std::vector<Candidate> convert_zhuyin(
    std::u32string_view part, const std::u32string& before, size_t count);
  /// Sorts the words that are a whole reading as libgooglepinyin does, which knows better how
  /// frequent words are without a context.
  ///
  /// - Parameters:
  ///   - found: the candidates.
  ///   - letters: the reading in pinyin.
  ///   - length: the length of candidates for the whole reading.
  void sort_words(
    std::vector<LibimeCandidate>& found, const std::string& letters, size_t length);
  /// Returns the candidates in traditional characters.
  ///
  /// - Parameter typed: the syllables and their tones, which the forms of characters should fit;
  ///   empty for pinyin.
  std::vector<Candidate> traditional(
    const std::vector<Candidate>& candidates, const std::vector<ZhuyinSyllable>& typed,
    size_t count) const;

  bool is_traditional_ = false;
  std::vector<std::string> fuzzy_;
  GooglePinyin google_;
  /// Ready when the dictionaries are loaded, or cannot be; invalid before they are requested.
  std::future<void> loading_;
  /// The loading thread writes it before loading_ is ready; later only the main thread uses it.
  std::unique_ptr<Dictionaries> loaded_;
};

}  // namespace keybridge
