// SPDX-License-Identifier: Apache-2.0
#include "http_target.hpp"

#include <time.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "signature.hpp"

namespace keybridge::forward {
namespace {

/// The body of a response is not used; a longer one ends the transfer.
constexpr size_t kResponseLimit = 65536;

void append(curl_slist** list, const std::string& header) {
  curl_slist* longer = curl_slist_append(*list, header.c_str());
  if (!longer) throw std::runtime_error("no memory is left");
  *list = longer;
}

}  // namespace

Outcome outcome_of_status(long status, int64_t retry_after_ms) {
  const std::string reason = "the server answered " + std::to_string(status);
  if (status >= 200 && status < 300) return {};
  switch (status) {
    case 400: case 413: case 415: case 422:
      return Outcome::aside(reason);
    case 401: case 403: case 404: case 407:
      return Outcome::pause(reason);
    case 410:
      return {Outcome::Kind::stop, reason, 0};
    case 408: case 409: case 425: case 429:
      return Outcome::again(reason, retry_after_ms);
    default:
      break;
  }
  if (status >= 500) return Outcome::again(reason, retry_after_ms);
  // A redirection or an unknown refusal is a matter of the settings, and not of the item.
  if (status < 400) return Outcome::pause(reason + ", a redirection, which is not followed");
  return Outcome::pause(reason);
}

void set_tls(CURL* transfer, const TlsSettings& tls) {
  if (!tls.authority_file.empty()) {
    curl_easy_setopt(transfer, CURLOPT_CAINFO, tls.authority_file.c_str());
    curl_easy_setopt(transfer, CURLOPT_CAPATH, nullptr);
  }
  if (!tls.certificate_file.empty()) {
    curl_easy_setopt(transfer, CURLOPT_SSLCERT, tls.certificate_file.c_str());
    curl_easy_setopt(transfer, CURLOPT_SSLKEY, tls.key_file.c_str());
  }
  curl_easy_setopt(transfer, CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2);
}

HttpTarget::HttpTarget(TargetSettings settings, std::string host, Spool& spool)
    : Target(std::move(settings), std::move(host), spool),
      multi_(curl_multi_init()),
      transfer_(curl_easy_init()) {
  if (!multi_ || !transfer_) throw std::runtime_error("no memory is left");
}

HttpTarget::~HttpTarget() {
  leave();
  curl_easy_cleanup(transfer_);
  curl_multi_cleanup(multi_);
}

void HttpTarget::end() {
  // Idle connections are closed with the objects.
}

size_t HttpTarget::send(char* buffer, size_t size, size_t count, void* target) {
  auto* self = static_cast<HttpTarget*>(target);
  const size_t length = std::min(size * count, self->rest_size_);
  std::memcpy(buffer, self->rest_, length);
  self->rest_ += length;
  self->rest_size_ -= length;
  return length;
}

size_t HttpTarget::receive(char*, size_t size, size_t count, void* target) {
  auto* self = static_cast<HttpTarget*>(target);
  self->received_ += size * count;
  return self->received_ > kResponseLimit ? 0 : size * count;
}

void HttpTarget::prepare_transfer(const Owed& owed, const std::string& body,
                                  curl_slist** headers) {
  const HttpSettings& http = *settings().http;
  append(headers, "Content-Type: application/json");
  // A value of the form of structured fields, as the draft of the header asks for.
  append(headers, "Idempotency-Key: \"" + owed.id + "\"");
  append(headers, "webhook-id: " + owed.id);
  const int64_t now = time(nullptr);
  append(headers, "webhook-timestamp: " + std::to_string(now));
  if (!http.signing_keys.empty()) {
    append(headers,
           "webhook-signature: " + webhook_signature(http.signing_keys, owed.id, now, body));
  }
  // The library must not wait for permission to send the body.
  append(headers, "Expect:");
  for (const std::string& header : http.headers) append(headers, header);

  rest_ = body.data();
  rest_size_ = body.size();
  received_ = 0;
  problem_[0] = '\0';
  curl_easy_reset(transfer_);
  curl_easy_setopt(transfer_, CURLOPT_URL, http.url.c_str());
  curl_easy_setopt(transfer_, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(transfer_, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1);
  curl_easy_setopt(transfer_, CURLOPT_FOLLOWLOCATION, 0L);
  curl_easy_setopt(transfer_, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(transfer_, CURLOPT_USERAGENT, "keybridge-forward/" KEYBRIDGE_VERSION);
  curl_easy_setopt(transfer_, CURLOPT_POST, 1L);
  curl_easy_setopt(transfer_, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(body.size()));
  // Without a way to read the body again, the library cannot repeat a request in secret after
  // the server has closed a reused connection. It reports an error instead.
  curl_easy_setopt(transfer_, CURLOPT_READFUNCTION, &HttpTarget::send);
  curl_easy_setopt(transfer_, CURLOPT_READDATA, this);
  curl_easy_setopt(transfer_, CURLOPT_WRITEFUNCTION, &HttpTarget::receive);
  curl_easy_setopt(transfer_, CURLOPT_WRITEDATA, this);
  curl_easy_setopt(transfer_, CURLOPT_HTTPHEADER, *headers);
  curl_easy_setopt(transfer_, CURLOPT_ERRORBUFFER, problem_);
  curl_easy_setopt(transfer_, CURLOPT_TIMEOUT_MS, static_cast<long>(settings().timeout_ms));
  curl_easy_setopt(transfer_, CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(settings().timeout_ms));
  set_tls(transfer_, http.tls);
}

CURLcode HttpTarget::perform() {
  const int64_t begun = now_ms();
  CURLcode result = CURLE_OPERATION_TIMEDOUT;
  if (curl_multi_add_handle(multi_, transfer_) != CURLM_OK) return CURLE_OUT_OF_MEMORY;
  int running = 1;
  while (running && now_ms() < deadline(begun)) {
    if (curl_multi_perform(multi_, &running) != CURLM_OK) break;
    if (!running) break;
    curl_waitfd wake = {wake_descriptor(), CURL_WAIT_POLLIN, 0};
    const int64_t left = std::max<int64_t>(1, deadline(begun) - now_ms());
    curl_multi_poll(multi_, &wake, 1, static_cast<int>(left), nullptr);
    if (wake.revents) clear_wake();
  }
  int queued = 0;
  while (const CURLMsg* message = curl_multi_info_read(multi_, &queued)) {
    if (message->msg == CURLMSG_DONE) result = message->data.result;
  }
  curl_multi_remove_handle(multi_, transfer_);
  return result;
}

Outcome HttpTarget::outcome_of(CURLcode code) {
  long status = 0;
  curl_off_t after = 0;
  curl_easy_getinfo(transfer_, CURLINFO_RESPONSE_CODE, &status);
  curl_easy_getinfo(transfer_, CURLINFO_RETRY_AFTER, &after);
  // The status decides, even if the response is too long or never ends.
  if (status >= 200) return outcome_of_status(status, std::clamp<int64_t>(after, 0, 1 << 30) * 1000);
  if (code == CURLE_OK) return Outcome::again("the server sent no status");
  // The server may have read the request before it closed the connection.
  if (code == CURLE_SEND_FAIL_REWIND) return Outcome::again("the server closed the connection");
  return Outcome::again(problem_[0] ? problem_ : curl_easy_strerror(code));
}

Outcome HttpTarget::deliver(const Owed& owed, int attempt) {
  const std::string body = payload_of(owed.body, host_, owed.number, attempt);
  curl_slist* headers = nullptr;
  Outcome outcome;
  try {
    prepare_transfer(owed, body, &headers);
    outcome = outcome_of(perform());
  } catch (const std::exception& error) {
    outcome = Outcome::again(error.what());
  }
  curl_slist_free_all(headers);
  return outcome;
}

}  // namespace keybridge::forward
