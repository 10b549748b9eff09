// SPDX-License-Identifier: Apache-2.0
//
// keybridge-engine-mozc: Japanese with Debian's mozc_server.

#include <algorithm>
#include <unordered_set>

#include "../common/utf8.hpp"
#include "mozc_session.hpp"

namespace {

using namespace keybridge;

/// The number of characters that are converted at once; the rest of a reading stays.
constexpr size_t kReadingLimit = 200;
/// The number of characters of a text that decide what follows.
constexpr size_t kTextLimit = 12;

bool is_japanese(char32_t character) {
  return is_han(character) || (character >= 0x3041 && character <= 0x30FF && character != 0x30FB)
    || character == 0x3005;
}

class MozcEngine : public Engine {
 public:
  std::string name() const override { return "mozc"; }
  std::vector<std::string> verbs() const override { return {"convert", "predict", "follow"}; }

  void set_language(const std::string& tag) override {
    if (tag != "ja" && tag.rfind("ja-", 0) != 0) throw RequestError("the language must be ja");
  }

  void prepare(std::function<void(std::string)> done) override {
    session_.begin(false);
    done("");
  }

  std::vector<Segment> convert(const Reading& reading) override {
    const size_t limit = std::min(reading.text.size(), kReadingLimit);
    const std::u32string text = reading.text.substr(0, limit);
    session_.begin(false);
    session_.type(to_utf8(text), reading.before);
    MozcState state = session_.press(MozcSession::Key::space);
    std::vector<Segment> segments;
    size_t start = 0;
    for (size_t i = 0; start < limit; i++) {
      if (i < reading.boundaries.size()) {
        resize(state, i, std::min(reading.boundaries[i], limit - start));
      }
      if (i >= state.parts.size() || state.focus != i || state.parts[i].length == 0
          || state.parts[i].length > limit - start) {
        throw RequestError("mozc_server divides the reading in another way");
      }
      const size_t length = state.parts[i].length;
      segments.push_back({text.substr(start, length), candidates(state, length, reading.count)});
      start += length;
      if (start < limit) state = session_.press(MozcSession::Key::right);
    }
    if (limit < reading.text.size()) segments.push_back({reading.text.substr(limit), {}});
    session_.perform(MozcSession::Command::revert);
    return segments;
  }

  std::vector<Candidate> predict(const Reading& reading) override {
    session_.begin(false);
    const std::u32string text = reading.text.substr(0, kReadingLimit);
    session_.type(to_utf8(text), reading.before);
    const MozcState state = session_.press(MozcSession::Key::tab);
    session_.perform(MozcSession::Command::revert);
    return candidates(state, text.size(), reading.count);
  }

  std::vector<Candidate> follow(const std::string& text, size_t count) override {
    const std::u32string characters = from_utf8(text);
    size_t start = characters.size();
    while (start > 0 && characters.size() - start < kTextLimit && is_japanese(characters[start - 1])) {
      start--;
    }
    std::string rest = to_utf8(characters.substr(start));
    if (rest.empty()) return {};
    session_.begin(true);
    // The server finds the reading of the text, and converts it back to the same text.
    MozcState state = session_.reverse(rest);
    for (size_t i = 0; i < state.parts.size() && state.focus == i; i++) {
      if (rest.compare(0, state.parts[i].text.size(), state.parts[i].text) != 0) {
        const auto same = std::find_if(
          state.items.begin(), state.items.end(),
          [&](const MozcState::Item& item) { return rest.compare(0, item.text.size(), item.text) == 0; });
        if (same == state.items.end()) break;
        state = session_.highlight(same->id);
      }
      rest.erase(0, std::min(rest.size(), state.parts[i].text.size()));
      if (i + 1 < state.parts.size()) state = session_.press(MozcSession::Key::right);
    }
    state = session_.perform(MozcSession::Command::submit);
    session_.perform(MozcSession::Command::revert);
    std::vector<Candidate> suggestions;
    for (Candidate& candidate : candidates(state, 0, state.items.size())) {
      // Neither pictures nor punctuation, which people type themselves.
      const std::u32string word = from_utf8(candidate.text);
      if (!std::all_of(word.begin(), word.end(), is_japanese)) continue;
      if (suggestions.size() < count) suggestions.push_back({std::move(candidate.text), 0, ""});
    }
    return suggestions;
  }

  void end() override { session_.end(); }

 private:
  /// Changes the length of the segment with the focus.
  void resize(MozcState& state, size_t index, size_t length) {
    for (size_t i = 0; i < kReadingLimit; i++) {
      if (index >= state.parts.size() || state.focus != index) break;
      const size_t known = state.parts[index].length;
      if (known == length) return;
      const auto key = known < length ? MozcSession::Key::right : MozcSession::Key::left;
      state = session_.press(key, true);
    }
    throw RequestError("mozc_server does not divide the reading there");
  }

  static std::vector<Candidate> candidates(const MozcState& state, size_t length, size_t count) {
    std::vector<Candidate> found;
    std::unordered_set<std::string> known;
    for (const MozcState::Item& item : state.items) {
      if (found.size() == count) break;
      if (!item.text.empty() && known.insert(item.text).second) {
        found.push_back({item.text, length, item.annotation});
      }
    }
    return found;
  }

  MozcSession session_;
};

}  // namespace

int main() {
  MozcEngine engine;
  return serve(engine);
}
