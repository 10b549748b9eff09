// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "../common/ink.hpp"

namespace keybridge {

/// The opinion of Zinnia about some ink, if its library and a model of tegaki are installed.
///
/// Zinnia compares strokes in their order, so it is better where they are written as in school, and
/// knows nothing where they are joined.
class Zinnia {
 public:
  /// The number of characters that have a vote.
  static constexpr size_t kVotes = 10;

  /// Loads the library, if there is one.
  ///
  /// - Parameter folder: the folder of the models.
  explicit Zinnia(std::string folder);
  Zinnia(const Zinnia&) = delete;
  Zinnia& operator=(const Zinnia&) = delete;

  /// Returns the characters that Zinnia finds, best first; empty without a model for the mode.
  std::vector<std::string> votes(const Ink& ink, const std::string& mode);

 private:
  /// Returns a recogniser for a mode, or null.
  void* recogniser(const std::string& mode);

  /// The functions of the library that are used, from its header zinnia.h.
  struct Functions {
    void* (*recognizer_new)() = nullptr;
    int (*recognizer_open)(void*, const char*) = nullptr;
    void* (*recognizer_classify)(void*, void*, size_t) = nullptr;
    void* (*character_new)() = nullptr;
    void (*character_set_width)(void*, size_t) = nullptr;
    void (*character_set_height)(void*, size_t) = nullptr;
    int (*character_add)(void*, size_t, int, int) = nullptr;
    void (*character_destroy)(void*) = nullptr;
    const char* (*result_value)(void*, size_t) = nullptr;
    size_t (*result_size)(void*) = nullptr;
    void (*result_destroy)(void*) = nullptr;
  };

  std::string folder_;
  Functions functions_;
  bool is_loaded_ = false;
  /// Null for a mode without a model. They live as long as the process.
  std::map<std::string, void*> recognisers_;
};

}  // namespace keybridge
