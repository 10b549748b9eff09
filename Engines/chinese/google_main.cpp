// SPDX-License-Identifier: Apache-2.0
//
// keybridge-engine-googlepinyin: simplified pinyin with a dictionary of 1 MB.

#include <cstdio>

#include "../common/utf8.hpp"
#include "google_pinyin.hpp"
#include "segments.hpp"

namespace {

using namespace keybridge;

class GoogleEngine : public Engine {
 public:
  std::string name() const override { return "googlepinyin"; }
  std::vector<std::string> verbs() const override { return {"convert", "follow"}; }

  void set_language(const std::string& tag) override {
    if (tag != "zh" && tag != "zh-CN" && tag.rfind("zh-Hans", 0) != 0) {
      throw RequestError("the language must be zh-Hans");
    }
  }

  void prepare(std::function<void(std::string)> done) override { done(""); }

  std::vector<Segment> convert(const Reading& reading) override {
    return convert_segments(reading, [&](std::u32string_view part, const std::string&) {
      const std::string letters = pinyin_letters(part);
      return letters.empty() ? std::vector<Candidate>() : google_.convert(letters, reading.count);
    });
  }

  std::vector<Candidate> follow(const std::string& text, size_t count) override {
    std::vector<Candidate> suggestions;
    for (std::string& word : google_.follow(han_suffix(text), count)) {
      suggestions.push_back({std::move(word), 0, ""});
    }
    return suggestions;
  }

 private:
  GooglePinyin google_;
};

}  // namespace

int main() {
  try {
    GoogleEngine engine;
    return serve(engine);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "keybridge-engine-googlepinyin: %s\n", error.what());
    return 1;
  }
}
