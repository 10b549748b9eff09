// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace keybridge::forward {

/// The parts of an address of a server.
struct Address {
  std::string url;
  std::string scheme;
  std::string host;
  /// 0 if the address has none.
  int port = 0;
  std::string path;
  /// Why the address cannot be used; it never contains the address, which may have a password.
  std::string problem;
};

/// Parses `SCHEME://HOST[:PORT][/PATH]`. A user or a password in it is a problem.
Address parse_address(const std::string& text);

}  // namespace keybridge::forward
