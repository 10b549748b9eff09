// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace keybridge {

/// The readings with tones and the traditional forms of Chinese characters.
class HanReadings {
 public:
  /// Reads the table that is part of the program (make_readings.py).
  HanReadings();

  /// Whether a character may be read as a syllable with a tone.
  enum class Fit {
    /// The character has this reading.
    yes,
    /// The character has the syllable in other tones, or has a full tone where the neutral one was
    /// typed.
    nearly,
    /// The character has no such reading.
    no,
  };

  /// Compares a reading of a character.
  ///
  /// - Parameters:
  ///   - character: the character.
  ///   - syllable: the syllable in pinyin.
  ///   - tone: 1 to 5; 0 for any.
  Fit fit(char32_t character, std::string_view syllable, int tone) const;

  /// Returns the traditional forms of a simplified character, most frequent first; empty if they
  /// are unknown.
  std::u32string traditional(char32_t character) const;

 private:
  /// The line of a character: its readings, a tab and its traditional forms.
  struct Row {
    char32_t character;
    uint32_t start, end;
  };

  std::string_view line(char32_t character) const;

  std::string_view table_;
  std::vector<Row> rows_;
};

}  // namespace keybridge
