// SPDX-License-Identifier: Apache-2.0
#include "zinnia.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

namespace keybridge {
namespace {

/// The height of the paper for Zinnia.
constexpr float kHeight = 1000;

constexpr std::pair<std::string_view, std::string_view> kModels[] = {
  {"ja", "handwriting-ja.model"},
  {"zh-Hans", "handwriting-zh_CN.model"},
  {"zh-Hant", "handwriting-zh_TW.model"},
};

/// Finds a function of a library; false if there is none.
template <typename Function>
bool find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  return function != nullptr;
}

}  // namespace

Zinnia::Zinnia(std::string folder) : folder_(std::move(folder)) {
  void* library = dlopen("libzinnia.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
  Functions& all = functions_;
  is_loaded_ = find(library, "zinnia_recognizer_new", all.recognizer_new) &&
               find(library, "zinnia_recognizer_open", all.recognizer_open) &&
               find(library, "zinnia_recognizer_classify", all.recognizer_classify) &&
               find(library, "zinnia_character_new", all.character_new) &&
               find(library, "zinnia_character_set_width", all.character_set_width) &&
               find(library, "zinnia_character_set_height", all.character_set_height) &&
               find(library, "zinnia_character_add", all.character_add) &&
               find(library, "zinnia_character_destroy", all.character_destroy) &&
               find(library, "zinnia_result_value", all.result_value) &&
               find(library, "zinnia_result_size", all.result_size) &&
               find(library, "zinnia_result_destroy", all.result_destroy);
}

void* Zinnia::recogniser(const std::string& mode) {
  const auto known = recognisers_.find(mode);
  if (known != recognisers_.end()) return known->second;
  void* opened = nullptr;
  for (const auto& [name, model] : kModels) {
    if (!is_loaded_ || name != mode) continue;
    opened = functions_.recognizer_new();
    const std::string path = folder_ + "/" + std::string(model);
    if (opened && !functions_.recognizer_open(opened, path.c_str())) opened = nullptr;
  }
  recognisers_[mode] = opened;
  return opened;
}

std::vector<std::string> Zinnia::votes(const Ink& ink, const std::string& mode) {
  std::vector<std::string> found;
  void* recogniser = this->recogniser(mode);
  void* character = recogniser ? functions_.character_new() : nullptr;
  if (!character) return found;
  float width = kHeight;
  for (const Stroke& stroke : ink) {
    for (const Point& point : stroke) width = std::max(width, point.x * kHeight);
  }
  functions_.character_set_width(character, static_cast<size_t>(width));
  functions_.character_set_height(character, static_cast<size_t>(kHeight));
  for (size_t i = 0; i < ink.size(); i++) {
    for (const Point& point : ink[i]) {
      functions_.character_add(character, i, static_cast<int>(std::lround(point.x * kHeight)),
                               static_cast<int>(std::lround(point.y * kHeight)));
    }
  }
  if (void* result = functions_.recognizer_classify(recogniser, character, kVotes)) {
    const size_t count = functions_.result_size(result);
    for (size_t i = 0; i < count; i++) {
      const char* value = functions_.result_value(result, i);
      found.emplace_back(value ? value : "");
    }
    functions_.result_destroy(result);
  }
  functions_.character_destroy(character);
  return found;
}

}  // namespace keybridge
