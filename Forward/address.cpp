// SPDX-License-Identifier: Apache-2.0
#include "address.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>

namespace keybridge::forward {
namespace {

constexpr int kHighestPort = 65535;

bool is_scheme(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char byte) {
    return std::isalnum(byte) || byte == '+' || byte == '-' || byte == '.';
  });
}

bool has_space_or_control(const std::string& text) {
  return std::any_of(text.begin(), text.end(),
                     [](unsigned char byte) { return byte <= 0x20 || byte == 0x7F; });
}

/// Reads what follows the host: nothing, or a colon and a port.
void read_port(const std::string& text, Address& address) {
  if (text.empty()) return;
  const std::string digits = text.substr(1);
  const bool is_number = text[0] == ':' && !digits.empty() && digits.size() <= 5 &&
                         digits.find_first_not_of("0123456789") == std::string::npos;
  address.port = is_number ? std::atoi(digits.c_str()) : 0;
  if (address.port == 0 || address.port > kHighestPort) {
    address.problem = "invalid port; expected a number up to 65535";
  }
}

}  // namespace

Address parse_address(const std::string& text) {
  Address address;
  address.url = text;
  const size_t colon = text.find("://");
  if (colon == std::string::npos || !is_scheme(text.substr(0, colon))) {
    address.problem = "not an address: it has no scheme";
    return address;
  }
  address.scheme = text.substr(0, colon);
  for (char& byte : address.scheme) byte = static_cast<char>(std::tolower(static_cast<unsigned char>(byte)));
  const size_t start = colon + 3;
  const size_t end = std::min(text.find_first_of("/?#", start), text.size());
  const std::string server = text.substr(start, end - start);
  address.path = text.substr(end);
  if (server.find('@') != std::string::npos) {
    address.problem = "a user or a password in an address is refused; use user and password-file, "
                      "or headers-file";
    return address;
  }
  // An IPv6 address is in brackets here, and without them elsewhere.
  const bool is_bracketed = !server.empty() && server[0] == '[';
  const size_t host_end = std::min(is_bracketed ? server.find(']') : server.find(':'), server.size());
  address.host = is_bracketed ? server.substr(1, host_end - 1) : server.substr(0, host_end);
  if (is_bracketed && host_end == server.size()) address.problem = "a bracket has no counterpart";
  else read_port(server.substr(is_bracketed ? host_end + 1 : host_end), address);
  if (address.host.empty()) address.problem = "the address has no host";
  if (has_space_or_control(text)) address.problem = "a space is not allowed";
  return address;
}

}  // namespace keybridge::forward
