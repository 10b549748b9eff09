// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace keybridge {

/// A message of protocol buffers that is written field by field.
class WireMessage {
 public:
  /// Adds a number.
  WireMessage& add(uint32_t field, uint64_t value) {
    append(field << 3);
    append(value);
    return *this;
  }
  /// Adds a text or an inner message.
  WireMessage& add(uint32_t field, std::string_view value) {
    append(field << 3 | 2);
    append(value.size());
    bytes_ += value;
    return *this;
  }
  WireMessage& add(uint32_t field, const WireMessage& value) { return add(field, value.bytes()); }

  std::string_view bytes() const { return bytes_; }

 private:
  void append(uint64_t value) {
    for (; value >= 0x80; value >>= 7) bytes_.push_back(static_cast<char>(value | 0x80));
    bytes_.push_back(static_cast<char>(value));
  }

  std::string bytes_;
};

/// The fields of a received message; its bytes must outlive it.
class WireFields {
 public:
  /// Reads the fields of a message or of a group; reading ends at the first malformed field.
  explicit WireFields(std::string_view bytes);

  /// Returns the last number of a field; nothing if there is none.
  std::optional<uint64_t> number(uint32_t field) const;
  /// Returns the last text or inner message of a field; empty if there is none.
  std::string_view text(uint32_t field) const;
  /// Returns all texts, inner messages or groups of a field.
  std::vector<std::string_view> texts(uint32_t field) const;

 private:
  struct Field {
    uint32_t number;
    std::optional<uint64_t> value;
    std::string_view bytes;
  };

  std::vector<Field> fields_;
};

}  // namespace keybridge
