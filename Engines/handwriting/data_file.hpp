// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace keybridge {

/// A file of the engine's data, mapped into memory. `data/data_file.py` describes the format.
class DataFile {
 public:
  /// Opens a file, and checks its head, its length and its checksum.
  ///
  /// - Throws: `RequestError` with the path, what is wrong, and a hint.
  DataFile(const std::string& path, const char* kind);
  DataFile(DataFile&& other) noexcept;
  DataFile& operator=(DataFile&&) = delete;
  ~DataFile();

  const std::string& path() const { return path_; }
  uint32_t items() const { return items_; }
  uint32_t values() const { return values_; }
  uint32_t features() const { return features_; }

  /// Returns the next values of the file.
  ///
  /// - Throws: `RequestError` if the file has fewer.
  template <typename Value>
  std::span<const Value> take(size_t count) {
    const void* start = bytes(count, sizeof(Value));
    return {static_cast<const Value*>(start), count};
  }

  /// Skips the zeros up to the next multiple of 8.
  void align();

  /// Ends the reading.
  ///
  /// - Throws: `RequestError` if values are left.
  void finish() const;

 private:
  const void* bytes(size_t count, size_t size);
  [[noreturn]] void fail(const std::string& fault) const;

  std::string path_;
  const unsigned char* start_ = nullptr;
  size_t length_ = 0;
  size_t position_ = 0;
  uint32_t items_ = 0;
  uint32_t values_ = 0;
  uint32_t features_ = 0;
};

}  // namespace keybridge
