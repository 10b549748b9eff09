// SPDX-License-Identifier: Apache-2.0
#include "toned_dictionary.hpp"

#include <libime/core/lattice.h>

#include <set>
#include <string>
#include <utility>

#include "../common/utf8.hpp"

namespace keybridge {
namespace {

/// The costs of a character in another tone, and of one that is not read like that: decimal
/// logarithms of probabilities, as all costs of libime. They are no filter, so that a mistake in
/// the table of readings hides no word.
constexpr float kOtherTone = -6;
constexpr float kNeutralTone = -0.7f;
constexpr float kOtherReading = -8;

/// A match that waits until it is known whether a better one exists.
struct Match {
  libime::SegmentGraphPath path;
  libime::WordNode word;
  float cost;
  std::unique_ptr<libime::LatticeNodeData> data;
};

}  // namespace

float TonedDictionary::cost(
    const libime::SegmentGraphPath& path, std::string_view word) const {
  const std::u32string characters = from_utf8(word);
  float cost = 0;
  for (size_t i = 0; i + 1 < path.size() && i < characters.size(); i++) {
    const TypedTone& typed = tones_[path[i]->index()];
    switch (readings_.fit(characters[i], typed.syllable, typed.tone)) {
      case HanReadings::Fit::yes: break;
      case HanReadings::Fit::nearly:
        // Within a word many characters lose their tone.
        cost += typed.tone == 5 && i > 0 ? kNeutralTone : kOtherTone;
        break;
      case HanReadings::Fit::no: cost += kOtherReading; break;
    }
  }
  return cost;
}

bool TonedDictionary::fits(const libime::LatticeNode& word) const {
  return tones_.empty() || cost(word.path(), word.word()) > kOtherTone;
}

void TonedDictionary::matchPrefixImpl(
    const libime::SegmentGraph& graph, const libime::GraphMatchCallback& callback,
    const std::unordered_set<const libime::SegmentGraphNode*>& ignore, void* helper) const {
  if (tones_.empty()) {
    libime::PinyinDictionary::matchPrefixImpl(graph, callback, ignore, helper);
    return;
  }
  // Words in other tones are kept where they are candidates, which is at the start, and where no
  // other word leads on. Elsewhere they would only crowd out the right ones.
  std::vector<Match> held;
  std::set<const libime::SegmentGraphNode*> reached;
  const auto match = [&](
                       const libime::SegmentGraphPath& path, libime::WordNode& word, float cost,
                       std::unique_ptr<libime::LatticeNodeData> data) {
    const float tones = this->cost(path, word.word());
    if (tones > kOtherTone) {
      if (path.size() == 2) reached.insert(path.front());
      callback(path, word, cost + tones, std::move(data));
    } else if (path.size() == 2) {
      held.push_back(
        {path, libime::WordNode(word.word(), word.idx()), cost + tones, std::move(data)});
    }
  };
  libime::PinyinDictionary::matchPrefixImpl(graph, match, ignore, helper);
  for (Match& match : held) {
    if (match.path.front() != &graph.start() && reached.count(match.path.front())) continue;
    callback(match.path, match.word, match.cost, std::move(match.data));
  }
}

}  // namespace keybridge
