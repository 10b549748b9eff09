// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <curl/curl.h>

#include <string>

#include "target.hpp"

namespace keybridge::forward {

/// Returns the outcome of a status of HTTP.
///
/// - Parameters:
///   - status: the status, at least 200.
///   - retry_after_ms: the pause that the server asks for.
Outcome outcome_of_status(long status, int64_t retry_after_ms);

/// Sets the options for certificates of a transfer.
void set_tls(CURL* transfer, const TlsSettings& tls);

/// A server that receives a POST for each item.
class HttpTarget : public Target {
 public:
  HttpTarget(TargetSettings settings, std::string host, Spool& spool);
  ~HttpTarget() override;

 protected:
  Outcome deliver(const Owed& owed, int attempt) override;
  void end() override;
  std::string kind() const override { return "http"; }

 private:
  void prepare_transfer(const Owed& owed, const std::string& body, curl_slist** headers);
  CURLcode perform();
  Outcome outcome_of(CURLcode code);

  CURLM* multi_ = nullptr;
  CURL* transfer_ = nullptr;
  char problem_[CURL_ERROR_SIZE] = "";
  /// The part of the body that is not sent yet.
  const char* rest_ = nullptr;
  size_t rest_size_ = 0;
  size_t received_ = 0;

  static size_t send(char* buffer, size_t size, size_t count, void* target);
  static size_t receive(char* bytes, size_t size, size_t count, void* target);
};

}  // namespace keybridge::forward
