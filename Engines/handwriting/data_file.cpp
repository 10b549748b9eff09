// SPDX-License-Identifier: Apache-2.0
#include "data_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <utility>

#include "../common/engine.hpp"

// The lists of a file are used where they are.
static_assert(std::endian::native == std::endian::little);

namespace keybridge {
namespace {

constexpr uint32_t kVersion = 1;

/// The head of a file.
struct Head {
  char magic[8];
  uint32_t version;
  char kind[4];
  uint64_t length;
  uint32_t checksum;
  uint32_t items;
  uint32_t values;
  uint32_t features;
  char source[24];
};
static_assert(sizeof(Head) == 64);

/// The tables of CRC-32 for eight bytes at a time.
constexpr auto kTables = [] {
  std::array<std::array<uint32_t, 256>, 8> tables{};
  for (uint32_t i = 0; i < 256; i++) {
    uint32_t value = i;
    for (int bit = 0; bit < 8; bit++) value = (value >> 1) ^ (value & 1 ? 0xEDB88320 : 0);
    tables[0][i] = value;
  }
  for (size_t table = 1; table < 8; table++) {
    for (size_t i = 0; i < 256; i++) {
      const uint32_t before = tables[table - 1][i];
      tables[table][i] = (before >> 8) ^ tables[0][before & 255];
    }
  }
  return tables;
}();

/// Returns the CRC-32 of bytes, as zlib computes it.
uint32_t checksum_of(const unsigned char* bytes, size_t length) {
  uint32_t value = ~0U;
  for (; length >= 8; bytes += 8, length -= 8) {
    uint32_t low, high;
    std::memcpy(&low, bytes, 4);
    std::memcpy(&high, bytes + 4, 4);
    low ^= value;
    value = kTables[7][low & 255] ^ kTables[6][low >> 8 & 255] ^ kTables[5][low >> 16 & 255] ^
            kTables[4][low >> 24] ^ kTables[3][high & 255] ^ kTables[2][high >> 8 & 255] ^
            kTables[1][high >> 16 & 255] ^ kTables[0][high >> 24];
  }
  for (; length > 0; bytes++, length--) {
    value = (value >> 8) ^ kTables[0][(value ^ *bytes) & 255];
  }
  return ~value;
}

}  // namespace

DataFile::DataFile(const std::string& path, const char* kind) : path_(path) {
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) fail(std::strerror(errno));
  struct stat status{};
  if (fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) &&
      static_cast<size_t>(status.st_size) >= sizeof(Head)) {
    length_ = static_cast<size_t>(status.st_size);
    void* start = mmap(nullptr, length_, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (start != MAP_FAILED) start_ = static_cast<const unsigned char*>(start);
  }
  close(descriptor);
  if (!start_) fail("the file is cut off");
  Head head;
  std::memcpy(&head, start_, sizeof head);
  const char* fault = nullptr;
  if (std::memcmp(head.magic, "KBHANDWR", sizeof head.magic) != 0) {
    fault = "the file is no data of handwriting";
  } else if (head.version != kVersion) {
    fault = "the file is of another version";
  } else if (std::memcmp(head.kind, kind, sizeof head.kind) != 0) {
    fault = "the file is of another kind";
  } else if (head.length != length_) {
    fault = "the file is cut off";
  } else if (checksum_of(start_ + sizeof head, length_ - sizeof head) != head.checksum) {
    fault = "the file is damaged";
  }
  if (fault) {
    munmap(const_cast<unsigned char*>(start_), length_);
    fail(fault);
  }
  position_ = sizeof head;
  items_ = head.items;
  values_ = head.values;
  features_ = head.features;
}

DataFile::DataFile(DataFile&& other) noexcept
  : path_(std::move(other.path_)),
    start_(std::exchange(other.start_, nullptr)),
    length_(other.length_),
    position_(other.position_),
    items_(other.items_),
    values_(other.values_),
    features_(other.features_) {}

DataFile::~DataFile() {
  if (start_) munmap(const_cast<unsigned char*>(start_), length_);
}

const void* DataFile::bytes(size_t count, size_t size) {
  if (count > (length_ - position_) / size || position_ % size != 0) {
    fail("the lists of the file do not fit");
  }
  const void* start = start_ + position_;
  position_ += count * size;
  return start;
}

void DataFile::align() {
  const size_t rest = (8 - position_ % 8) % 8;
  bytes(rest, 1);
}

void DataFile::finish() const {
  if (position_ != length_) fail("the lists of the file do not fit");
}

void DataFile::fail(const std::string& fault) const {
  throw RequestError(path_ + ": " + fault + "; install keybridge-handwriting again");
}

}  // namespace keybridge
