// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace keybridge {

/// Lines on standard input and standard output.
class LineSocket {
 public:
  /// The maximum length of a line in either direction. Longer received lines are skipped. Keybridge
  /// ends an engine that sends a longer one: `EngineLines.lineLimit` in Swift.
  static constexpr size_t kLineLimit = 1 << 18;

  /// Returns the next line, without its newline; nothing at the end of the input.
  ///
  /// A line without a newline at the end of the input is incomplete, and is dropped.
  std::optional<std::string> receive();

  /// Returns whether a further line can be received without waiting.
  bool has_line();

  /// Sends a line; `line` must not contain a newline. Any thread may call it.
  ///
  /// - Returns: whether the reader is still there.
  bool send(std::string_view line);

 private:
  /// Reads more input; false at the end of the input.
  bool fill();
  /// Removes the beginnings of a line that is too long.
  void skip_long_line();

  std::string incoming_;
  size_t searched_ = 0;
  bool skips_ = false;
  std::mutex sending_;
};

}  // namespace keybridge
