// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "../common/engine.hpp"
#include "mozc_server.hpp"

namespace keybridge {

/// What the server shows after a command.
struct MozcState {
  struct Part {
    /// The length of the reading, in characters.
    size_t length;
    std::string text;
  };
  struct Item {
    std::string text, annotation;
    uint64_t id;
  };

  /// The segments of a conversion; one segment while composing.
  std::vector<Part> parts;
  /// The segment with the focus.
  size_t focus = 0;
  /// The candidates of that segment.
  std::vector<Item> items;
};

/// A session of the server, which is started again if it has ended. Nothing is learned.
class MozcSession {
 public:
  /// The keys that the server receives, with their numbers.
  enum class Key { space = 4, left = 6, right = 7, tab = 18 };
  /// The commands, with their numbers.
  enum class Command { revert = 1, submit = 2, highlight = 4, reverse = 8, reset = 10 };

  /// Starts the server if there is none that answers, and forgets what was typed.
  ///
  /// - Parameter predicts: whether the server should suggest what follows.
  void begin(bool predicts);

  /// Types a reading after a text.
  MozcState type(const std::string& reading, const std::string& before);
  /// Presses a key.
  MozcState press(Key key, bool shift = false);
  /// Performs a command.
  MozcState perform(Command command);
  /// Begins a conversion of a text that is already converted.
  MozcState reverse(const std::string& text);
  /// Highlights the candidate with a number.
  MozcState highlight(uint64_t id);

  /// Ends the server.
  void end() { server_.stop(); }

 private:
  MozcState send(const WireMessage& command);
  /// Starts the server, and opens the session.
  void open();
  void prepare(bool predicts);

  MozcServer server_;
  uint64_t id_ = 0;
  bool predicts_ = false;
};

}  // namespace keybridge
