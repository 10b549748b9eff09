// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <libime/pinyin/pinyindictionary.h>

#include <string>
#include <vector>

#include "han_readings.hpp"

namespace keybridge {

/// The tone of a syllable that was typed.
struct TypedTone {
  std::string syllable;
  int tone = 0;
};

/// A dictionary that prefers the words with the tones that were typed.
class TonedDictionary : public libime::PinyinDictionary {
 public:
  /// Creates an empty dictionary.
  ///
  /// - Parameter readings: the readings with tones.
  explicit TonedDictionary(const HanReadings& readings) : readings_(readings) {}

  /// Sets the syllables of the next graph, by the letter at which they begin; empty for pinyin
  /// without tones.
  void set_tones(std::vector<TypedTone> tones) { tones_ = std::move(tones); }

  /// Returns whether a word has the tones that were typed.
  bool fits(const libime::LatticeNode& word) const;

 protected:
  void matchPrefixImpl(
    const libime::SegmentGraph& graph, const libime::GraphMatchCallback& callback,
    const std::unordered_set<const libime::SegmentGraphNode*>& ignore,
    void* helper) const override;

 private:
  /// Returns how well the characters of a word fit the tones along a path, as a cost from 0 down.
  float cost(const libime::SegmentGraphPath& path, std::string_view word) const;

  const HanReadings& readings_;
  std::vector<TypedTone> tones_;
};

}  // namespace keybridge
