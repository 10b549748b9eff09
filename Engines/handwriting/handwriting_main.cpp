// SPDX-License-Identifier: Apache-2.0
//
// keybridge-engine-handwriting: finds the characters that look like strokes.
//
//   keybridge-engine-handwriting [FOLDER [MODELS]]
//
// FOLDER has the data; without it, ../../share/keybridge/handwriting relative to the program. MODELS has tegaki's models for
// Zinnia, which votes where it is installed.

#include <unistd.h>

#include <climits>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>

#include "recogniser.hpp"
#include "resampling.hpp"
#include "zinnia.hpp"

namespace {

using namespace keybridge;

/// The modes of language tags. Of a longer tag its beginning counts.
constexpr std::pair<std::string_view, std::string_view> kModes[] = {
  {"zh-Hans", "zh-Hans"}, {"zh-Hant", "zh-Hant"}, {"zh-TW", "zh-Hant"}, {"zh-HK", "zh-Hant"},
  {"zh-MO", "zh-Hant"},   {"zh", "zh-Hans"},      {"ja", "ja"}};

/// Returns the mode of a language tag.
///
/// - Throws: `RequestError` if there is none.
std::string mode_of(std::string_view tag) {
  for (const auto& [start, mode] : kModes) {
    if (tag == start || (tag.starts_with(start) && tag[start.size()] == '-')) {
      return std::string(mode);
    }
  }
  throw RequestError("the script must be zh-Hans, zh-Hant or ja");
}

class HandwritingEngine : public Engine {
 public:
  HandwritingEngine(std::string folder, std::string models)
    : folder_(std::move(folder)), zinnia_(std::move(models)) {}

  std::string name() const override { return "handwriting"; }
  std::vector<std::string> verbs() const override { return {"recognise"}; }

  void set_language(const std::string& tag) override { language_ = mode_of(tag); }

  void prepare(std::function<void(std::string)> done) override {
    open();
    done("");
  }

  std::vector<Segment> convert(const Reading&) override {
    throw RequestError("the engine does not convert");
  }
  std::vector<Candidate> follow(const std::string&, size_t) override {
    throw RequestError("the engine does not suggest what follows");
  }

  std::vector<Recognised> recognise(Drawing drawing) override {
    open();
    drawing.language = drawing.language.empty() ? language_ : mode_of(drawing.language);
    drawing.ink = resampled(drawing.ink);
    return recogniser_->recognise(
      drawing, [&] { return zinnia_.votes(drawing.ink, drawing.language); });
  }

 private:
  void open() {
    if (!recogniser_) recogniser_.emplace(folder_);
  }

  std::string folder_;
  Zinnia zinnia_;
  std::string language_;
  std::optional<Recogniser> recogniser_;
};

/// Returns the folder of the data that is installed with the program.
std::string installed_folder() {
  char path[PATH_MAX];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  if (length <= 0) return "/usr/share/keybridge/handwriting";
  const std::filesystem::path program(std::string(path, static_cast<size_t>(length)));
  return (program.parent_path() / "../../share/keybridge/handwriting").lexically_normal().string();
}

}  // namespace

int main(int count, char** arguments) {
  try {
    HandwritingEngine engine(count > 1 ? arguments[1] : installed_folder(),
                             count > 2 ? arguments[2] : "/usr/share/tegaki/models/zinnia");
    return serve(engine);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "keybridge-engine-handwriting: %s\n", error.what());
    return 1;
  }
}
