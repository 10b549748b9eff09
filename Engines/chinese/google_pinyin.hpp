// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "../common/engine.hpp"

namespace keybridge {

/// The dictionary of libgooglepinyin: simplified characters, small and quick to open.
///
/// The library has one decoder for the whole process.
class GooglePinyin {
 public:
  /// The maximum number of letters that the library decodes.
  static constexpr size_t kLetterLimit = 39;

  /// Opens the dictionary.
  ///
  /// - Throws: `RequestError` if there is none.
  GooglePinyin();
  ~GooglePinyin();
  GooglePinyin(const GooglePinyin&) = delete;
  GooglePinyin& operator=(const GooglePinyin&) = delete;

  /// Converts a reading; the first candidate is for as many letters as possible.
  ///
  /// A reading that is too long is cut at syllables, and the first candidate joins the parts.
  ///
  /// - Parameters:
  ///   - letters: pinyin and `'`, in lower case.
  ///   - count: the maximum number of candidates.
  std::vector<Candidate> convert(std::string_view letters, size_t count);

  /// Returns whether letters need not be cut.
  static bool is_one_part(std::string_view letters);

  /// Suggests what follows a text, best first.
  std::vector<std::string> follow(std::u32string_view text, size_t count);

 private:
  std::vector<Candidate> convert_part(std::string_view letters, size_t count);
};

}  // namespace keybridge
