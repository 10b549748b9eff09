// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace keybridge {

/// Converts between simplified and traditional characters with OpenCC.
class OpenCC {
 public:
  /// Opens a configuration of OpenCC.
  ///
  /// - Parameter configuration: the file, such as `s2tw.json`.
  /// - Throws: `RequestError` if it cannot be opened.
  explicit OpenCC(const char* configuration);
  ~OpenCC();
  OpenCC(const OpenCC&) = delete;
  OpenCC& operator=(const OpenCC&) = delete;

  /// Converts a text; the text itself if OpenCC fails.
  std::string convert(const std::string& text) const;

 private:
  void* handle_;
};

}  // namespace keybridge
