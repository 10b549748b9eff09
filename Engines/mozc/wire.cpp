// SPDX-License-Identifier: Apache-2.0
#include "wire.hpp"

namespace keybridge {
namespace {

enum Kind { kNumber = 0, kEight = 1, kBytes = 2, kGroup = 3, kGroupEnd = 4, kFour = 5 };

std::optional<uint64_t> take_number(std::string_view& bytes) {
  uint64_t value = 0;
  for (int shift = 0; shift < 64 && !bytes.empty(); shift += 7) {
    const auto byte = static_cast<unsigned char>(bytes.front());
    bytes.remove_prefix(1);
    value |= static_cast<uint64_t>(byte & 0x7F) << shift;
    if (byte < 0x80) return value;
  }
  return std::nullopt;
}

/// Removes a field's value of fixed or given length; false if the bytes end before.
bool take_bytes(std::string_view& bytes, uint64_t length, std::string_view& value) {
  if (length > bytes.size()) return false;
  value = bytes.substr(0, length);
  bytes.remove_prefix(length);
  return true;
}

/// Removes a group up to its end; false if it has none.
bool take_group(std::string_view& bytes, std::string_view& value, int depth) {
  const std::string_view start = bytes;
  while (depth < 16) {
    const size_t length = start.size() - bytes.size();
    const auto key = take_number(bytes);
    if (!key) return false;
    std::string_view ignored;
    bool is_valid = true;
    switch (*key & 7) {
      case kNumber: is_valid = take_number(bytes).has_value(); break;
      case kEight: is_valid = take_bytes(bytes, 8, ignored); break;
      case kFour: is_valid = take_bytes(bytes, 4, ignored); break;
      case kBytes: {
        const auto size = take_number(bytes);
        is_valid = size && take_bytes(bytes, *size, ignored);
        break;
      }
      case kGroup: is_valid = take_group(bytes, ignored, depth + 1); break;
      case kGroupEnd: value = start.substr(0, length); return true;
      default: is_valid = false;
    }
    if (!is_valid) return false;
  }
  return false;
}

}  // namespace

WireFields::WireFields(std::string_view bytes) {
  while (!bytes.empty()) {
    const auto key = take_number(bytes);
    if (!key) return;
    Field field = {static_cast<uint32_t>(*key >> 3), std::nullopt, {}};
    switch (*key & 7) {
      case kNumber:
        field.value = take_number(bytes);
        if (!field.value) return;
        break;
      case kBytes: {
        const auto size = take_number(bytes);
        if (!size || !take_bytes(bytes, *size, field.bytes)) return;
        break;
      }
      case kEight:
        if (!take_bytes(bytes, 8, field.bytes)) return;
        break;
      case kFour:
        if (!take_bytes(bytes, 4, field.bytes)) return;
        break;
      case kGroup:
        if (!take_group(bytes, field.bytes, 0)) return;
        break;
      default: return;
    }
    fields_.push_back(field);
  }
}

std::optional<uint64_t> WireFields::number(uint32_t field) const {
  std::optional<uint64_t> found;
  for (const Field& known : fields_) {
    if (known.number == field && known.value) found = known.value;
  }
  return found;
}

std::string_view WireFields::text(uint32_t field) const {
  const auto all = texts(field);
  return all.empty() ? std::string_view() : all.back();
}

std::vector<std::string_view> WireFields::texts(uint32_t field) const {
  std::vector<std::string_view> found;
  for (const Field& known : fields_) {
    if (known.number == field && !known.value) found.push_back(known.bytes);
  }
  return found;
}

}  // namespace keybridge
