// SPDX-License-Identifier: Apache-2.0
#include "http_module.hpp"

#include <curl/curl.h>

#include "http_target.hpp"

namespace keybridge::forward {
namespace {

std::unique_ptr<Target> make(const TargetSettings& settings, const std::string& host, Spool& spool) {
  return std::make_unique<HttpTarget>(settings, host, spool);
}

std::string probe(const TargetSettings& target) {
  char problem[CURL_ERROR_SIZE] = "";
  CURL* transfer = curl_easy_init();
  if (!transfer) return "no memory is left";
  curl_easy_setopt(transfer, CURLOPT_URL, target.http->url.c_str());
  curl_easy_setopt(transfer, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(transfer, CURLOPT_CONNECT_ONLY, 1L);
  curl_easy_setopt(transfer, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(transfer, CURLOPT_ERRORBUFFER, problem);
  curl_easy_setopt(transfer, CURLOPT_TIMEOUT_MS, static_cast<long>(target.timeout_ms));
  set_tls(transfer, target.http->tls);
  const CURLcode code = curl_easy_perform(transfer);
  curl_easy_cleanup(transfer);
  if (code == CURLE_OK) return "";
  return problem[0] ? problem : curl_easy_strerror(code);
}

std::string address_problem(const std::string& text) {
  const std::unique_ptr<CURLU, void (*)(CURLU*)> url(curl_url(), curl_url_cleanup);
  const CURLUcode code = curl_url_set(url.get(), CURLUPART_URL, text.c_str(), 0);
  return code == CURLUE_OK ? "" : std::string("not an address: ") + curl_url_strerror(code);
}

/// Prepares the library before a thread uses it.
const CURLcode prepared = curl_global_init(CURL_GLOBAL_DEFAULT);

}  // namespace
}  // namespace keybridge::forward

extern "C" const keybridge::forward::HttpModule keybridge_forward_http = {
  KEYBRIDGE_VERSION, keybridge::forward::make, keybridge::forward::probe,
  keybridge::forward::address_problem};
