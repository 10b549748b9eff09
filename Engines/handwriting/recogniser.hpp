// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "../common/engine.hpp"
#include "data_file.hpp"
#include "features.hpp"
#include "network.hpp"

namespace keybridge {

/// Finds the characters that look like some ink.
class Recogniser {
 public:
  /// Opens the data files of a folder.
  ///
  /// - Throws: `RequestError` if a file is missing, damaged, or does not fit the others.
  explicit Recogniser(const std::string& folder);

  /// Returns the characters of a mode that look like the ink, best first.
  ///
  /// - Parameters:
  ///   - drawing: its language is a mode, such as `zh-Hans`, and its ink is resampled.
  ///   - vote: returns the characters that another recogniser finds, best first. It is called only
  ///     if its first one could become the first of all.
  /// - Throws: `RequestError` if the data does not have the mode.
  std::vector<Recognised> recognise(const Drawing& drawing,
                                    const std::function<std::vector<std::string>()>& vote) const;

 private:
  /// The place of a character in its box, in units of 4 thousandths.
  struct Place {
    uint8_t top, bottom, side, strokes;
  };
  static_assert(sizeof(Place) == 4);

  /// The templates of one source.
  struct Templates {
    DataFile file;
    std::span<const uint32_t> characters;
    std::span<const Place> places;
    std::span<const float> factors;
    std::span<const int8_t> values;
  };

  /// The characters of a mode.
  struct Mode {
    std::span<const uint32_t> characters;
    std::span<const uint16_t> levels;
    std::span<const uint64_t> pairs;
    std::span<const uint8_t> gains;
    /// For each template of each source the number of its character; `kNone` outside of the mode.
    std::vector<std::vector<uint16_t>> numbers;
    /// For each character of the net its number; `kNone` outside of the mode.
    std::vector<uint16_t> network_numbers;
  };

  void open_projection(const std::string& path);
  void open_templates(const std::string& path);
  void open_characters(const std::string& path);

  /// Lets characters of few strokes change places among each other, as the net sees them.
  void look_again(const Mode& mode, const Ink& ink, const Features& features,
                  std::u32string_view before, std::vector<float>& scores) const;
  std::vector<int16_t> projected(const Features& features) const;
  void add_votes(const Mode& mode, const std::vector<std::string>& votes,
                 std::vector<float>& scores) const;
  /// The similarity that a character gains without being looked at.
  float prior(const Mode& mode, size_t number, std::u32string_view before) const;
  float context(const Mode& mode, size_t number, std::u32string_view before) const;

  std::vector<DataFile> files_;
  std::span<const float> mean_;
  std::span<const float> projection_;
  std::vector<Templates> sources_;
  std::optional<Network> network_;
  std::map<std::string, Mode> modes_;
};

}  // namespace keybridge
