// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <jansson.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace keybridge {

/// A JSON value, or nothing.
class Json {
 public:
  /// Takes over a reference; null is nothing.
  explicit Json(json_t* value = nullptr) : value_(value) {}
  Json(Json&& other) noexcept : value_(std::exchange(other.value_, nullptr)) {}
  Json& operator=(Json&& other) noexcept {
    std::swap(value_, other.value_);
    return *this;
  }
  Json(const Json&) = delete;
  Json& operator=(const Json&) = delete;
  ~Json() { json_decref(value_); }

  static Json object() { return Json(json_object()); }
  static Json array() { return Json(json_array()); }
  /// Creates a string; text that is not valid UTF-8 becomes nothing.
  static Json text(std::string_view text) {
    return Json(json_stringn(text.data(), text.size()));
  }
  static Json number(long long number) { return Json(json_integer(number)); }

  json_t* get() const { return value_; }
  json_t* release() { return std::exchange(value_, nullptr); }

  /// Sets a member of an object; nothing leaves the object as it is.
  Json& set(const char* name, Json value) {
    if (value.get()) json_object_set_new(value_, name, value.release());
    return *this;
  }
  /// Appends an element to an array; nothing leaves the array as it is.
  Json& append(Json value) {
    if (value.get()) json_array_append_new(value_, value.release());
    return *this;
  }

 private:
  json_t* value_;
};

/// Returns the text of a member; nothing if it is missing or no string.
inline std::optional<std::string> text_of(const json_t* object, const char* name) {
  const json_t* value = json_object_get(object, name);
  if (!json_is_string(value)) return std::nullopt;
  return std::string(json_string_value(value), json_string_length(value));
}

/// Returns the integer of a member; nothing if it is missing or no integer.
inline std::optional<long long> number_of(const json_t* object, const char* name) {
  const json_t* value = json_object_get(object, name);
  if (!json_is_integer(value)) return std::nullopt;
  return json_integer_value(value);
}

}  // namespace keybridge
