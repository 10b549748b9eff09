// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace keybridge::forward {

/// A file with a secret that cannot be used; the message has neither the path nor the contents.
struct SecretError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Reads a file with a secret that other users cannot read or change.
///
/// - Throws: `SecretError`.
std::string read_secret(const std::string& path);

/// Reads a password: the first line of a secret file.
///
/// - Throws: `SecretError`.
std::string read_password(const std::string& path);

/// Reads headers from a secret file: a line `Name: value` each.
///
/// - Throws: `SecretError`.
std::vector<std::string> read_headers(const std::string& path);

/// Reads keys of signatures: a line `whsec_` and base64 each, 24 to 64 bytes.
///
/// - Throws: `SecretError`.
std::vector<std::string> read_signing_keys(const std::string& path);

}  // namespace keybridge::forward
