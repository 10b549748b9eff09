// SPDX-License-Identifier: Apache-2.0
#include "secrets.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cctype>
#include <cerrno>
#include <cstring>

#include "signature.hpp"

namespace keybridge::forward {
namespace {

constexpr size_t kSizeLimit = 65536;
constexpr size_t kShortestKey = 24;
constexpr size_t kLongestKey = 64;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  size_t start = 0;
  while (start < text.size()) {
    size_t end = text.find('\n', start);
    if (end == std::string::npos) end = text.size();
    std::string line = text.substr(start, end - start);
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (!line.empty()) lines.push_back(std::move(line));
    start = end + 1;
  }
  return lines;
}

/// Reads from a descriptor until its end.
std::string read_all(int descriptor) {
  std::string text(kSizeLimit + 1, '\0');
  size_t length = 0;
  while (length < text.size()) {
    const ssize_t count = read(descriptor, text.data() + length, text.size() - length);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw SecretError(std::strerror(errno));
    if (count == 0) break;
    length += static_cast<size_t>(count);
  }
  text.resize(length);
  return text;
}

bool is_token(const std::string& text) {
  if (text.empty()) return false;
  for (const unsigned char byte : text) {
    if (!std::isalnum(byte) && !std::strchr("!#$%&'*+-.^_`|~", byte)) return false;
  }
  return true;
}

void check_header(const std::string& line, size_t number) {
  const std::string where = "line " + std::to_string(number);
  const size_t colon = line.find(':');
  if (colon == std::string::npos || !is_token(line.substr(0, colon))) {
    throw SecretError(where + " is not a header; write Name: value");
  }
  for (const unsigned char byte : line) {
    if (byte < 0x20 && byte != '\t') throw SecretError(where + " has a control character");
  }
}

}  // namespace

std::string read_secret(const std::string& path) {
  const int descriptor =
    TEMP_FAILURE_RETRY(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
  if (descriptor < 0) throw SecretError(std::strerror(errno));
  struct stat status = {};
  std::string text;
  try {
    if (fstat(descriptor, &status) != 0) throw SecretError(std::strerror(errno));
    if (!S_ISREG(status.st_mode)) throw SecretError("not a regular file");
    if (status.st_mode & (S_IRWXO | S_IWGRP)) {
      throw SecretError("other users can read or change the file; change it with: chmod 640");
    }
    text = read_all(descriptor);
  } catch (...) {
    close(descriptor);
    throw;
  }
  close(descriptor);
  if (text.size() > kSizeLimit) throw SecretError("the file has more than 64 KiB");
  if (text.find('\0') != std::string::npos) throw SecretError("the file has a zero byte");
  return text;
}

std::string read_password(const std::string& path) {
  const std::vector<std::string> lines = lines_of(read_secret(path));
  if (lines.empty()) throw SecretError("the file is empty");
  if (lines.size() > 1) throw SecretError("the file has more than one line");
  return lines.front();
}

std::vector<std::string> read_headers(const std::string& path) {
  std::vector<std::string> lines = lines_of(read_secret(path));
  for (size_t index = 0; index < lines.size(); index++) check_header(lines[index], index + 1);
  if (lines.empty()) throw SecretError("the file is empty");
  return lines;
}

std::vector<std::string> read_signing_keys(const std::string& path) {
  static const std::string prefix = "whsec_";
  std::vector<std::string> keys;
  for (const std::string& line : lines_of(read_secret(path))) {
    const std::string where = "line " + std::to_string(keys.size() + 1);
    if (line.compare(0, prefix.size(), prefix) != 0) {
      throw SecretError(where + " is no key of Standard Webhooks; write whsec_ and base64");
    }
    const std::optional<std::string> key = decode_base64(line.substr(prefix.size()));
    if (!key) throw SecretError(where + " is not base64");
    if (key->size() < kShortestKey || key->size() > kLongestKey) {
      throw SecretError(where + " is a key of " + std::to_string(key->size()) +
                        " bytes; 24 to 64 are allowed");
    }
    keys.push_back(*key);
  }
  if (keys.empty()) throw SecretError("the file is empty");
  return keys;
}

}  // namespace keybridge::forward
