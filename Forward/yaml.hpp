// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace keybridge::forward {

/// A place in a text; both numbers count from 1.
struct Place {
  size_t line = 1;
  size_t column = 1;
};

/// A text that is no YAML, or that exceeds a limit.
struct YamlError : std::runtime_error {
  YamlError(Place at, const std::string& message) : std::runtime_error(message), place(at) {}
  Place place;
};

/// A node of a YAML text, with its place.
struct YamlNode {
  enum class Kind { scalar, list, mapping };
  struct Member;

  Kind kind = Kind::scalar;
  Place place;
  /// The text of a scalar.
  std::string text;
  /// Whether a scalar is written without quotes and is empty, `~` or `null`.
  bool is_null = false;
  /// The elements of a list.
  std::vector<YamlNode> items;
  /// The members of a mapping, in their order; a repeated key is an error of the text.
  std::vector<Member> members;

  /// Returns the value of a key; null if there is none.
  const YamlNode* find(const std::string& key) const;
};

struct YamlNode::Member {
  YamlNode key;
  YamlNode value;
};

/// Parses a text of one document.
///
/// Aliases are not allowed, so that a small text cannot become a huge tree.
///
/// - Throws: `YamlError`.
YamlNode parse_yaml(const std::string& text);

}  // namespace keybridge::forward
