// SPDX-License-Identifier: Apache-2.0
#include "control.hpp"

#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace keybridge::forward {
namespace {

constexpr size_t kAnswerLimit = 64 << 20;

}  // namespace

LocalAnswer control_answer(std::function<Json(const json_t*)> answer) {
  return [answer = std::move(answer)](const std::string& input) -> std::optional<std::string> {
    const size_t end = input.find('\n');
    if (end == std::string::npos) return std::nullopt;
    const Json request(json_loadb(input.data(), end, 0, nullptr));
    Json response = Json::object();
    if (json_is_object(request.get())) response = answer(request.get());
    else response.set("error", Json::text("the request is not an object of JSON"));
    char* text = json_dumps(response.get(), JSON_COMPACT);
    const std::string line = std::string(text ? text : "{}") + "\n";
    free(text);
    return line;
  };
}

Json request(const std::string& path, const Json& request) {
  const int descriptor = connect_locally(path);
  if (descriptor < 0) {
    const std::string hint = errno == EACCES ? "; run the command as root"
                                             : "; start it with: systemctl start keybridge-forward";
    throw std::runtime_error(path + ": " + std::strerror(errno) + hint);
  }
  const timeval limit = {15, 0};
  setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  char* text = json_dumps(request.get(), JSON_COMPACT);
  const std::string line = std::string(text ? text : "{}") + "\n";
  free(text);
  std::string input;
  bool is_complete = send(descriptor, line.data(), line.size(), MSG_NOSIGNAL) ==
                     static_cast<ssize_t>(line.size());
  char piece[65536];
  while (is_complete && (input.empty() || input.back() != '\n')) {
    const ssize_t count = recv(descriptor, piece, sizeof piece, 0);
    is_complete = count > 0 && input.size() < kAnswerLimit;
    if (is_complete) input.append(piece, static_cast<size_t>(count));
  }
  close(descriptor);
  Json answer(json_loadb(input.data(), input.size(), JSON_ALLOW_NUL, nullptr));
  if (!is_complete || !json_is_object(answer.get())) {
    throw std::runtime_error(path + ": keybridge-forward does not answer");
  }
  if (const auto error = text_of(answer.get(), "error")) throw std::runtime_error(*error);
  return answer;
}

}  // namespace keybridge::forward
