// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "settings.hpp"

namespace keybridge::forward {

/// The members of a mapping of settings, read one after the other.
///
/// A mistake is appended to a list, and the value is then the default.
class Fields {
 public:
  /// Creates a reader; a node that is no mapping is a mistake.
  ///
  /// - Parameter what: the name of the mapping in messages.
  Fields(const YamlNode& node, std::string what, std::vector<Mistake>& mistakes);

  /// Whether the mapping has a key.
  bool has(const std::string& key) const { return node_.find(key) != nullptr; }
  /// Returns the value of a key, which counts as known from now on.
  const YamlNode* find(const std::string& key);
  /// The place of a key's value, or of the mapping.
  Place place_of(const std::string& key) const;

  /// Returns a text that is not empty; the default if the key is missing.
  std::string text(const std::string& key, const std::string& otherwise = "");
  /// Returns an absolute path; empty if the key is missing.
  std::string path(const std::string& key);
  bool flag(const std::string& key, bool otherwise);
  int64_t number(const std::string& key, int64_t otherwise, int64_t least, int64_t most);
  /// Returns a time in milliseconds: `500ms`, `3s`, `5m`, `2h` or `7d`.
  int64_t milliseconds(const std::string& key, int64_t otherwise, int64_t least, int64_t most);
  /// Returns a text or a list of texts.
  std::vector<std::string> texts(const std::string& key);

  /// Reads a file that a key names.
  ///
  /// - Parameters:
  ///   - key: the key with the path.
  ///   - read: reads the file; its `SecretError` is a mistake.
  void secret(const std::string& key, const std::function<void(const std::string&)>& read);

  /// Adds a mistake at a key.
  void fail(const std::string& key, const std::string& message);

  /// Adds a mistake for each key that was not read.
  void finish();

 private:
  const YamlNode& node_;
  std::string what_;
  std::vector<Mistake>& mistakes_;
  std::set<std::string> known_;
};

/// Returns a value for messages: in quotes, and shortened.
std::string quoted(const std::string& value);

}  // namespace keybridge::forward
