// SPDX-License-Identifier: Apache-2.0
#include "han_readings.hpp"

#include <algorithm>

#include "../common/utf8.hpp"

// The linker adds the file han-readings.txt to the program under these names.
extern "C" const char _binary_han_readings_txt_start[], _binary_han_readings_txt_end[];

namespace keybridge {

HanReadings::HanReadings()
    : table_(
        _binary_han_readings_txt_start,
        static_cast<size_t>(_binary_han_readings_txt_end - _binary_han_readings_txt_start)) {
  for (size_t start = 0; start < table_.size();) {
    const size_t end = table_.find('\n', start);
    const size_t tab = table_.find('\t', start);
    if (end == std::string_view::npos || tab > end) break;
    const std::u32string name = from_utf8(table_.substr(start, tab - start));
    if (name.size() == 1) {
      rows_.push_back({name[0], static_cast<uint32_t>(tab + 1), static_cast<uint32_t>(end)});
    }
    start = end + 1;
  }
}

std::string_view HanReadings::line(char32_t character) const {
  const auto row = std::lower_bound(
    rows_.begin(), rows_.end(), character,
    [](const Row& row, char32_t sought) { return row.character < sought; });
  if (row == rows_.end() || row->character != character) return {};
  return table_.substr(row->start, row->end - row->start);
}

HanReadings::Fit HanReadings::fit(char32_t character, std::string_view syllable, int tone) const {
  if (tone == 0) return Fit::yes;
  std::string_view readings = line(character);
  readings = readings.substr(0, readings.find('\t'));
  // Characters that the table does not have are read as the dictionary says.
  if (readings.empty()) return Fit::yes;
  Fit best = Fit::no;
  while (!readings.empty()) {
    const size_t end = std::min(readings.find(' '), readings.size());
    const std::string_view reading = readings.substr(0, end);
    readings.remove_prefix(std::min(end + 1, readings.size()));
    const std::string_view letters = reading.substr(0, reading.size() - 1);
    if (letters != syllable) continue;
    if (reading.back() - '0' == tone) return Fit::yes;
    best = Fit::nearly;
  }
  return best;
}

std::u32string HanReadings::traditional(char32_t character) const {
  const std::string_view row = line(character);
  const size_t tab = row.find('\t');
  return tab == std::string_view::npos ? std::u32string() : from_utf8(row.substr(tab + 1));
}

}  // namespace keybridge
