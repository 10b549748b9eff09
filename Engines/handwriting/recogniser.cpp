// SPDX-License-Identifier: Apache-2.0
#include "recogniser.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <functional>
#include <utility>

#include "../common/utf8.hpp"
#include "resampling.hpp"

namespace keybridge {
namespace {

constexpr uint16_t kNone = 0xFFFF;
/// The length of projected ink, in the numbers that are multiplied.
constexpr float kLength = 8192;
/// A level at which a character has no frequency; `RARE` in `data/characters.py`.
constexpr float kRare = 850;

// The similarity of a template is at most 1. Look-alikes differ by a few hundredths.

/// The similarity that the most frequent character gains over one without frequency.
constexpr float kFrequencyWeight = 0.06f;
/// The similarity that the most likely successor gains over a character that does not follow.
constexpr float kPairWeight = 0.06f;
/// The similarity that a digit gains after a digit, a letter after a letter, and so on.
constexpr float kRunWeight = 0.06f;
/// The similarity that a mark or a letter loses if it is drawn at quite another place.
constexpr float kPlaceWeight = 0.3f;
/// The similarity that the first vote gains; the others gain less and less.
constexpr float kVoteWeight = 0.08f;
/// The similarity that a character gains if the net finds it e times as likely.
constexpr float kNetworkWeight = 0.05f;
/// How much more the frequency and the text before count for the net, which is surer than a
/// template.
constexpr float kNetworkPrior = 1.5f;
/// The similarity that a character loses if hardly a word has it, such as the radical 囗, which is
/// drawn as 口 is.
constexpr float kSeldomWeight = 0.15f;
/// The level of a character of which there is one among a million.
constexpr uint16_t kSeldom = 600;
/// The similarity of a template with all that it can gain, which is the score 1000.
constexpr float kHighest = 1 + kFrequencyWeight + std::max(kPairWeight, kRunWeight) + kVoteWeight;

/// Characters that hardly a word has, with ones that are drawn alike: a ruled square is closer to
/// the templates of 囗, but 口 is meant.
constexpr std::pair<char32_t, char32_t> kDrawnAlike[] = {{U'囗', U'口'}, {U'囗', U'ロ'}};

/// The writing to which a character belongs.
enum class Writing { han, hiragana, katakana, digit, latin, other };

Writing writing_of(char32_t character) {
  if (is_han(character)) return Writing::han;
  if (character >= 0x3041 && character <= 0x309F) return Writing::hiragana;
  if (character >= 0x30A0 && character <= 0x30FF && character != 0x30FB) return Writing::katakana;
  if (character >= '0' && character <= '9') return Writing::digit;
  const char32_t small = character | 0x20;
  if (character < 0x80 && small >= 'a' && small <= 'z') return Writing::latin;
  return Writing::other;
}

/// Returns the number of a character among those of a mode; `kNone` for another one.
uint16_t number_of(uint32_t character, std::span<const uint32_t> mode) {
  const auto found = std::lower_bound(mode.begin(), mode.end(), character);
  const bool is_member = found != mode.end() && *found == character;
  return is_member ? static_cast<uint16_t>(found - mode.begin()) : kNone;
}

std::vector<uint16_t> numbers_of(std::span<const uint32_t> characters,
                                 std::span<const uint32_t> mode) {
  std::vector<uint16_t> numbers;
  numbers.reserve(characters.size());
  for (const uint32_t character : characters) numbers.push_back(number_of(character, mode));
  return numbers;
}

/// Whether characters of a writing follow each other, independently of words.
bool runs(Writing writing) {
  return writing == Writing::katakana || writing == Writing::digit || writing == Writing::latin;
}

}  // namespace

Recogniser::Recogniser(const std::string& folder) {
  const std::filesystem::path base(folder);
  open_projection((base / "projection.data").string());
  for (const char* source : {"arphic", "kanjivg", "hershey", "dejavu"}) {
    const std::filesystem::path path = base / (std::string(source) + ".data");
    // A build may have fewer sources: each has a licence of its own.
    std::error_code fault;
    if (std::filesystem::exists(path, fault)) open_templates(path.string());
  }
  if (sources_.empty()) {
    throw RequestError(folder + ": there are no templates; install keybridge-handwriting again");
  }
  const std::filesystem::path network = base / "few-strokes.data";
  std::error_code fault;
  if (std::filesystem::exists(network, fault)) network_.emplace(network.string());
  open_characters((base / "characters.data").string());
}

void Recogniser::open_projection(const std::string& path) {
  DataFile file(path, "PROJ");
  if (file.features() != kFeatures || file.values() == 0 || file.values() > kFeatures) {
    throw RequestError(path + ": the features are of another version; install keybridge-handwriting again");
  }
  mean_ = file.take<float>(kFeatures);
  projection_ = file.take<float>(kFeatures * file.values());
  file.finish();
  files_.push_back(std::move(file));
}

void Recogniser::open_templates(const std::string& path) {
  DataFile file(path, "TMPL");
  if (file.values() != files_.front().values()) {
    throw RequestError(path + ": the templates do not fit the projection; install keybridge-handwriting again");
  }
  const size_t count = file.items();
  const auto characters = file.take<uint32_t>(count);
  const auto places = file.take<Place>(count);
  const auto factors = file.take<float>(count);
  const auto values = file.take<int8_t>(count * file.values());
  file.finish();
  sources_.push_back({std::move(file), characters, places, factors, values});
}

void Recogniser::open_characters(const std::string& path) {
  DataFile file(path, "CHAR");
  for (uint32_t i = 0; i < file.items(); i++) {
    const auto name = file.take<char>(16);
    const auto counts = file.take<uint32_t>(2);
    Mode mode;
    mode.characters = file.take<uint32_t>(counts[0]);
    file.align();
    mode.levels = file.take<uint16_t>(counts[0]);
    file.align();
    mode.pairs = file.take<uint64_t>(counts[1]);
    mode.gains = file.take<uint8_t>(counts[1]);
    file.align();
    if (counts[0] >= kNone) throw RequestError(path + ": a mode has too many characters");
    for (const Templates& source : sources_) {
      mode.numbers.push_back(numbers_of(source.characters, mode.characters));
    }
    if (network_) mode.network_numbers = numbers_of(network_->characters(), mode.characters);
    modes_.emplace(std::string(name.data(), strnlen(name.data(), name.size())), std::move(mode));
  }
  file.finish();
  files_.push_back(std::move(file));
}

std::vector<int16_t> Recogniser::projected(const Features& features) const {
  const size_t count = files_.front().values();
  std::vector<float> sums(count);
  for (size_t i = 0; i < kFeatures; i++) {
    const float value = features[i] - mean_[i];
    const float* row = &projection_[i * count];
    for (size_t j = 0; j < count; j++) sums[j] += value * row[j];
  }
  float square = 0;
  for (const float value : sums) square += value * value;
  std::vector<int16_t> result(count);
  // Damaged data may contain numbers that are none.
  if (!(square > 0) || !std::isfinite(square)) return result;
  const float scale = kLength / std::sqrt(square);
  for (size_t j = 0; j < count; j++) {
    result[j] = static_cast<int16_t>(std::lround(sums[j] * scale));
  }
  return result;
}

float Recogniser::prior(const Mode& mode, size_t number, std::u32string_view before) const {
  return kFrequencyWeight * (1 - static_cast<float>(mode.levels[number]) / kRare) +
         context(mode, number, before);
}

float Recogniser::context(const Mode& mode, size_t number, std::u32string_view before) const {
  if (before.empty()) return 0;
  const uint32_t character = mode.characters[number];
  const Writing writing = writing_of(character);
  if (runs(writing)) return writing_of(before.back()) == writing ? kRunWeight : 0;
  const uint64_t key = static_cast<uint64_t>(before.back()) << 32 | character;
  const auto found = std::lower_bound(mode.pairs.begin(), mode.pairs.end(), key);
  if (found == mode.pairs.end() || *found != key) return 0;
  return kPairWeight * static_cast<float>(mode.gains[found - mode.pairs.begin()]) / 255;
}

void Recogniser::look_again(const Mode& mode, const Ink& ink, const Features& features,
                            std::u32string_view before, std::vector<float>& scores) const {
  if (!network_) return;
  const std::vector<float> logits = network_->logits(details_of(ink, features));
  struct Member {
    size_t number;
    float score;
  };
  std::vector<Member> members;
  std::vector<float> places;
  for (size_t i = 0; i < logits.size(); i++) {
    const uint16_t number = mode.network_numbers[i];
    if (number == kNone || scores[number] <= -1 || !std::isfinite(logits[i])) continue;
    members.push_back({number, scores[number] + kNetworkWeight * logits[i] +
                                 kNetworkPrior * prior(mode, number, before) -
                                 (mode.levels[number] >= kSeldom ? kSeldomWeight : 0)});
    places.push_back(scores[number]);
  }
  // Only the order of these characters changes: how they compare with one of many strokes, which
  // the net does not know, stays as it is.
  std::sort(places.begin(), places.end(), std::greater());
  std::sort(members.begin(), members.end(), [](const Member& one, const Member& other) {
    return one.score != other.score ? one.score > other.score : one.number < other.number;
  });
  for (size_t i = 0; i < members.size(); i++) scores[members[i].number] = places[i];
}

void Recogniser::add_votes(const Mode& mode, const std::vector<std::string>& votes,
                           std::vector<float>& scores) const {
  for (size_t i = 0; i < votes.size(); i++) {
    const std::u32string text = from_utf8(votes[i]);
    if (text.size() != 1) continue;
    const uint16_t number = number_of(text[0], mode.characters);
    if (number == kNone) continue;
    float& score = scores[number];
    const float rank = static_cast<float>(i) / static_cast<float>(votes.size());
    if (score > -1) score += kVoteWeight * (1 - rank);
  }
}

std::vector<Recognised> Recogniser::recognise(const Drawing& drawing,
                                              const std::function<std::vector<std::string>()>& vote) const {
  const auto found = modes_.find(drawing.language);
  if (found == modes_.end()) {
    throw RequestError("there are no characters of " + drawing.language + "; install keybridge-handwriting again");
  }
  const Mode& mode = found->second;
  const Features features = features_of(drawing.ink);
  const std::vector<int16_t> wanted = projected(features);
  const size_t count = wanted.size();
  const Box box = box_of(drawing.ink);
  const float side = std::max(box.width(), box.height());

  std::vector<float> scores(mode.characters.size(), -1);
  for (size_t i = 0; i < sources_.size(); i++) {
    const Templates& source = sources_[i];
    for (size_t j = 0; j < source.characters.size(); j++) {
      const uint16_t number = mode.numbers[i][j];
      if (number == kNone) continue;
      const int8_t* values = &source.values[j * count];
      int32_t product = 0;
      for (size_t k = 0; k < count; k++) product += values[k] * wanted[k];
      float score = static_cast<float>(product) * source.factors[j] / kLength;
      if (writing_of(source.characters[j]) != Writing::han) {
        const Place& place = source.places[j];
        const auto away = [](float value, uint8_t expected) {
          return std::fabs(value - static_cast<float>(expected) / 250);
        };
        const float distance =
          away(box.top, place.top) + away(box.bottom, place.bottom) + away(side, place.side);
        score -= kPlaceWeight * std::min(1.0f, distance / 2);
      }
      scores[number] = std::max(scores[number], score);
    }
  }
  for (const auto& [rare, usual] : kDrawnAlike) {
    const uint16_t one = number_of(rare, mode.characters);
    const uint16_t other = number_of(usual, mode.characters);
    if (one != kNone && other != kNone) scores[other] = std::max(scores[other], scores[one]);
  }
  const std::u32string before = from_utf8(drawing.before);
  for (size_t number = 0; number < scores.size(); number++) {
    if (scores[number] <= -1) continue;
    scores[number] += prior(mode, number, before);
  }
  look_again(mode, drawing.ink, features, before, scores);
  float first = -1;
  float second = -1;
  for (const float score : scores) {
    second = std::max(second, std::min(first, score));
    first = std::max(first, score);
  }
  if (first - second < kVoteWeight) add_votes(mode, vote(), scores);
  std::vector<size_t> order(scores.size());
  for (size_t i = 0; i < order.size(); i++) order[i] = i;
  const size_t most = std::min(drawing.count, order.size());
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(most), order.end(),
                    [&](size_t one, size_t other) {
                      return scores[one] != scores[other] ? scores[one] > scores[other] : one < other;
                    });
  std::vector<Recognised> result;
  for (size_t i = 0; i < most && scores[order[i]] > -1; i++) {
    const float score = std::clamp(scores[order[i]] / kHighest, 0.0f, 1.0f);
    const char32_t character = mode.characters[order[i]];
    result.push_back({to_utf8(std::u32string_view(&character, 1)),
                      static_cast<int>(std::lround(score * 1000))});
  }
  return result;
}

}  // namespace keybridge
