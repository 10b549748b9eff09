// SPDX-License-Identifier: Apache-2.0
#include "libime_pinyin.hpp"

#include <libime/core/historybigram.h>
#include <libime/core/lattice.h>
#include <libime/core/userlanguagemodel.h>
#include <libime/pinyin/pinyindecoder.h>
#include <libime/pinyin/pinyinencoder.h>
#include <libime/pinyin/pinyinmatchstate.h>

#include <algorithm>
#include <array>
#include <deque>
#include <unordered_set>
#include <utility>

#include "../common/utf8.hpp"

#ifndef LIBIME_DICTIONARY
#define LIBIME_DICTIONARY "/usr/share/libime/sc.dict"
#endif

namespace keybridge {
namespace {

using libime::PinyinFuzzyFlag;
using libime::PinyinFuzzyFlags;

/// The number of sentences that are candidates.
constexpr size_t kSentences = 2;
/// The number of letters that are converted at once; the rest of a reading stays.
constexpr size_t kLetterLimit = 120;
/// The same for incomplete syllables, which have many more words.
constexpr size_t kInitialLimit = 24;
/// The minimum number of predictions that are searched.
constexpr size_t kPredictions = 50;
/// The maximum length of a syllable.
constexpr size_t kSyllableLimit = 6;
/// The cost of each letter that a candidate does not replace.
constexpr float kLetterCost = -1;
/// The number of characters before the caret that influence a conversion.
constexpr size_t kBeforeLimit = 8;
/// The maximum length of a word of the language model that is searched in a text.
constexpr size_t kWordLimit = 4;

constexpr std::array<std::pair<const char*, PinyinFuzzyFlag>, 12> kFuzzy = {{
  {"an-ang", PinyinFuzzyFlag::AN_ANG}, {"en-eng", PinyinFuzzyFlag::EN_ENG},
  {"ian-iang", PinyinFuzzyFlag::IAN_IANG}, {"in-ing", PinyinFuzzyFlag::IN_ING},
  {"u-ou", PinyinFuzzyFlag::U_OU}, {"uan-uang", PinyinFuzzyFlag::UAN_UANG},
  {"c-ch", PinyinFuzzyFlag::C_CH}, {"f-h", PinyinFuzzyFlag::F_H}, {"l-n", PinyinFuzzyFlag::L_N},
  {"s-sh", PinyinFuzzyFlag::S_SH}, {"z-zh", PinyinFuzzyFlag::Z_ZH},
  {"typos", PinyinFuzzyFlag::CommonTypo},
}};

/// What every reading may do: ü as v or u, and syllables that are divided in two ways.
PinyinFuzzyFlags standard_flags() {
  return PinyinFuzzyFlags{PinyinFuzzyFlag::V_U, PinyinFuzzyFlag::VE_UE, PinyinFuzzyFlag::Inner};
}

/// Returns how many letters of a reading are converted at once.
size_t cut(std::string_view letters) {
  size_t initials = 0;
  for (size_t i = 0; i < letters.size(); i++) {
    if (i == kLetterLimit) return i;
    const bool has_vowel = i > 0 && std::string_view("aeiouv").find(letters[i - 1]) != std::string_view::npos;
    const bool is_vowel = std::string_view("aeiouv").find(letters[i]) != std::string_view::npos;
    // A consonant after a consonant: n and g at the end of a syllable, h of an initial, or an
    // incomplete syllable.
    initials = is_vowel || has_vowel ? 0 : initials + 1;
    if (initials > kInitialLimit) return i;
  }
  return letters.size();
}

/// What libime remembers of readings: the words of syllables, which stay, and the nodes of a graph,
/// which end with the graph.
struct Match {
  libime::PinyinMatchState& state;
  const libime::SegmentGraph& graph;

  ~Match() {
    std::unordered_set<const libime::SegmentGraphNode*> nodes;
    for (size_t i = 0; i <= graph.size(); i++) {
      for (const auto& node : graph.nodes(i)) nodes.insert(&node);
    }
    state.discardNode(nodes);
  }
};

}  // namespace

LibimePinyin::LibimePinyin(const HanReadings& readings) {
  auto dictionary = std::make_unique<TonedDictionary>(readings);
  dictionary_ = dictionary.get();
  dictionary->load(
    libime::PinyinDictionary::SystemDict, LIBIME_DICTIONARY, libime::PinyinDictFormat::Binary);
  auto model = std::make_unique<libime::UserLanguageModel>(
    libime::DefaultLanguageModelResolver::instance().languageModelFileForLanguage("zh_CN"));
  method_ = std::make_unique<libime::PinyinIME>(std::move(dictionary), std::move(model));
  method_->setNBest(kSentences);
  method_->setFuzzyFlags(standard_flags());
  context_ = std::make_unique<libime::PinyinContext>(method_.get());
  match_ = std::make_unique<libime::PinyinMatchState>(context_.get());
  prediction_.setUserLanguageModel(method_->model());
  // The first prediction loads a file.
  prediction_.predict({"的"}, 1);
}

void LibimePinyin::set_fuzzy(const std::vector<std::string>& names) {
  PinyinFuzzyFlags flags = standard_flags();
  for (const std::string& name : names) {
    const auto known = std::find_if(
      kFuzzy.begin(), kFuzzy.end(), [&](const auto& pair) { return pair.first == name; });
    if (known == kFuzzy.end()) throw RequestError("unknown fuzzy pair " + name.substr(0, 60));
    flags |= known->second;
  }
  if (flags == method_->fuzzyFlags()) return;
  method_->setFuzzyFlags(flags);
  match_->clear();
}

void LibimePinyin::add_word(
    const std::string& word, const std::string& syllables, const std::string& counterpart) {
  const libime::UserLanguageModel& model = *method_->model();
  float cost = 0;
  if (!counterpart.empty() && !model.isUnknown(model.index(counterpart), counterpart)) {
    cost = std::max(0.0f, model.singleWordScore(counterpart) - model.singleWordScore(word));
  }
  dictionary_->addWord(libime::PinyinDictionary::UserDict, syllables, word, cost);
  match_->clear();
}

std::vector<LibimeCandidate> LibimePinyin::convert(
    std::string letters, std::u32string_view before, size_t count) {
  dictionary_->set_tones({});
  const size_t limit = cut(letters);
  const bool is_cut = letters.size() > limit;
  letters.resize(limit);
  const auto graph =
    libime::PinyinEncoder::parseUserPinyin(std::move(letters), method_->fuzzyFlags());
  const Match match = {*match_, graph};
  return decode(graph, match_.get(), is_cut, before, count);
}

std::vector<LibimeCandidate> LibimePinyin::convert(
    const std::vector<ZhuyinSyllable>& syllables, std::u32string_view before, size_t count) {
  std::string letters;
  for (const ZhuyinSyllable& syllable : syllables) {
    if (letters.size() + syllable.pinyin.size() > kLetterLimit) break;
    letters += syllable.pinyin;
  }
  libime::SegmentGraph graph(letters);
  std::vector<TypedTone> tones(letters.size());
  size_t start = 0;
  for (const ZhuyinSyllable& syllable : syllables) {
    if (start == letters.size()) break;
    tones[start] = {syllable.pinyin, syllable.tone};
    graph.addNext(start, start + syllable.pinyin.size());
    start += syllable.pinyin.size();
  }
  dictionary_->set_tones(std::move(tones));
  return decode(graph, nullptr, false, before, count);
}

std::vector<LibimeCandidate> LibimePinyin::decode(
    const libime::SegmentGraph& graph, void* match, bool is_cut, std::u32string_view before,
    size_t count) {
  const libime::UserLanguageModel& model = *method_->model();
  libime::State state = model.nullState();
  // A state points to its last word.
  std::deque<libime::WordNode> history;
  for (const std::string& word : words(before)) {
    libime::State next;
    history.emplace_back(word, model.index(word));
    model.score(state, history.back(), next);
    state = next;
  }
  libime::Lattice lattice;
  std::vector<LibimeCandidate> candidates;
  if (!method_->decoder()->decode(
        lattice, graph, kSentences, state, method_->maxDistance(), method_->minPath(),
        method_->beamSize(), method_->frameSize(), match)) {
    return candidates;
  }
  std::unordered_set<std::string> known;
  for (size_t i = 0; i < lattice.sentenceSize() && candidates.size() < count; i++) {
    const auto& sentence = lattice.sentence(i).sentence();
    LibimeCandidate candidate = {"", 0, sentence.size() == 1 && dictionary_->fits(*sentence[0])};
    for (const libime::LatticeNode* word : sentence) {
      // The last syllable of letters that were cut may be incomplete.
      if (is_cut && candidate.length && word->to()->index() + kSyllableLimit > graph.size()) break;
      candidate.text += word->word();
      candidate.length = word->to()->index();
    }
    if (candidate.text.empty() || !known.insert(candidate.text).second) continue;
    candidates.push_back(std::move(candidate));
  }
  // The words at the start, each with the cost of the letters that it leaves.
  std::vector<std::pair<float, LibimeCandidate>> ranked;
  for (size_t end = 1; end <= graph.size(); end++) {
    for (const auto& node : graph.nodes(end)) {
      for (const libime::LatticeNode& word : lattice.nodes(&node)) {
        if (word.from() != &graph.start() || word.word().empty()) continue;
        const float score = word.score() + kLetterCost * static_cast<float>(graph.size() - end);
        ranked.push_back({score, {word.word(), end, dictionary_->fits(word)}});
      }
    }
  }
  std::stable_sort(
    ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  for (auto& [score, candidate] : ranked) {
    if (candidates.size() >= count) break;
    if (known.insert(candidate.text).second) candidates.push_back(std::move(candidate));
  }
  return candidates;
}

std::vector<std::string> LibimePinyin::words(std::u32string_view text) const {
  size_t start = text.size();
  while (start > 0 && text.size() - start < kBeforeLimit && is_han(text[start - 1])) start--;
  text = text.substr(start);
  const libime::UserLanguageModel& model = *method_->model();
  std::vector<std::string> words;
  while (!text.empty()) {
    std::string word;
    size_t length = std::min(text.size(), kWordLimit);
    for (; length > 0; length--) {
      word = to_utf8(text.substr(0, length));
      if (length == 1 || !model.isUnknown(model.index(word), word)) break;
    }
    words.push_back(std::move(word));
    text = text.substr(length);
  }
  return words;
}

std::vector<std::string> LibimePinyin::follow(std::u32string_view text, size_t count) {
  const std::vector<std::string> sentence = words(text);
  // libime searches better ones among more.
  return sentence.empty() ? std::vector<std::string>()
                          : prediction_.predict(sentence, std::max(count, kPredictions));
}

}  // namespace keybridge
