// SPDX-License-Identifier: Apache-2.0
#include "signature.hpp"

#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/sha.h>

#include <stdexcept>

namespace keybridge::forward {
namespace {

const unsigned char* bytes_of(const std::string& text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

std::string hmac_sha256(const std::string& key, const std::string& message) {
  unsigned char digest[SHA256_DIGEST_LENGTH];
  unsigned int length = sizeof digest;
  if (!HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()), bytes_of(message),
            message.size(), digest, &length)) {
    throw std::runtime_error("the signature cannot be computed");
  }
  return std::string(reinterpret_cast<char*>(digest), length);
}

}  // namespace

std::string encode_base64(const std::string& bytes) {
  std::string text((bytes.size() + 2) / 3 * 4 + 1, '\0');
  const int length = EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data()),
                                     bytes_of(bytes), static_cast<int>(bytes.size()));
  text.resize(static_cast<size_t>(length));
  return text;
}

std::optional<std::string> decode_base64(const std::string& text) {
  // The decoder skips spaces at both ends.
  static const char* const digits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const size_t last = text.find_last_not_of('=');
  const size_t padding = text.size() - (last == std::string::npos ? 0 : last + 1);
  if (text.size() % 4 != 0 || padding > 2) return std::nullopt;
  if (text.find_first_not_of(digits) < text.size() - padding) return std::nullopt;
  std::string bytes(text.size() / 4 * 3 + 1, '\0');
  const int length = EVP_DecodeBlock(reinterpret_cast<unsigned char*>(bytes.data()),
                                     bytes_of(text), static_cast<int>(text.size()));
  if (length < static_cast<int>(padding)) return std::nullopt;
  bytes.resize(static_cast<size_t>(length) - padding);
  return bytes;
}

std::string webhook_signature(const std::vector<std::string>& keys, const std::string& id,
                              int64_t timestamp, const std::string& body) {
  const std::string message = id + "." + std::to_string(timestamp) + "." + body;
  std::string value;
  for (const std::string& key : keys) {
    if (!value.empty()) value += " ";
    value += "v1," + encode_base64(hmac_sha256(key, message));
  }
  return value;
}

}  // namespace keybridge::forward
