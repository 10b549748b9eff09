// SPDX-License-Identifier: Apache-2.0
#include "address.hpp"

#include <curl/curl.h>

#include <cstdlib>
#include <memory>

namespace keybridge::forward {
namespace {

std::string part(CURLU* url, CURLUPart which) {
  char* text = nullptr;
  if (curl_url_get(url, which, &text, 0) != CURLUE_OK || !text) return "";
  std::string result = text;
  curl_free(text);
  return result;
}

}  // namespace

Address parse_address(const std::string& text) {
  Address address;
  const std::unique_ptr<CURLU, void (*)(CURLU*)> url(curl_url(), curl_url_cleanup);
  // The library does not know the scheme mqtts.
  const CURLUcode code =
    curl_url_set(url.get(), CURLUPART_URL, text.c_str(), CURLU_NON_SUPPORT_SCHEME);
  if (code != CURLUE_OK) {
    address.problem = std::string("not an address: ") + curl_url_strerror(code);
    return address;
  }
  address.url = text;
  address.scheme = part(url.get(), CURLUPART_SCHEME);
  address.host = part(url.get(), CURLUPART_HOST);
  address.path = part(url.get(), CURLUPART_PATH);
  address.port = std::atoi(part(url.get(), CURLUPART_PORT).c_str());
  // An IPv6 address is in brackets here, and without them elsewhere.
  if (address.host.size() > 2 && address.host.front() == '[') {
    address.host = address.host.substr(1, address.host.size() - 2);
  }
  if (!part(url.get(), CURLUPART_USER).empty() || !part(url.get(), CURLUPART_PASSWORD).empty()) {
    address.problem = "a user or a password in an address is refused; use user and password-file, "
                      "or headers-file";
  }
  if (address.host.empty()) address.problem = "the address has no host";
  return address;
}

}  // namespace keybridge::forward
