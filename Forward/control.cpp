// SPDX-License-Identifier: Apache-2.0
#include "control.hpp"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>

#include "target.hpp"

namespace keybridge::forward {
namespace {

constexpr size_t kConnectionLimit = 16;
constexpr size_t kRequestLimit = 4096;
constexpr int64_t kConnectionMilliseconds = 3000;
constexpr size_t kAnswerLimit = 64 << 20;

sockaddr_un address_of(const std::string& path) {
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) throw std::runtime_error(path + ": the path is too long");
  path.copy(address.sun_path, path.size());
  return address;
}

[[noreturn]] void fail(const std::string& path) {
  throw std::runtime_error(path + ": " + std::strerror(errno));
}

int connect_to(const std::string& path) {
  const sockaddr_un address = address_of(path);
  const int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) fail(path);
  if (connect(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) {
    return descriptor;
  }
  const int reason = errno;
  close(descriptor);
  errno = reason;
  return -1;
}

}  // namespace

Control::Control(std::string path, std::function<Json(const json_t*)> answer)
    : path_(std::move(path)), answer_(std::move(answer)) {
  const int other = connect_to(path_);
  if (other >= 0) {
    close(other);
    throw std::runtime_error(path_ + ": keybridge-forward is running already; stop it with: "
                                     "systemctl stop keybridge-forward");
  }
  struct stat status = {};
  if (lstat(path_.c_str(), &status) == 0 && S_ISSOCK(status.st_mode)) unlink(path_.c_str());
  const sockaddr_un address = address_of(path_);
  listener_ = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  const mode_t mask = umask(0177);
  const bool listens =
    listener_ >= 0 &&
    bind(listener_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 &&
    listen(listener_, 16) == 0;
  umask(mask);
  if (!listens) fail(path_);
}

Control::~Control() {
  for (const Connection& connection : connections_) close(connection.descriptor);
  close(listener_);
  unlink(path_.c_str());
}

void Control::add(std::vector<pollfd>& waited) const {
  // A queue of connections waits while the maximum is served.
  if (connections_.size() < kConnectionLimit) waited.push_back({listener_, POLLIN, 0});
  for (const Connection& connection : connections_) {
    const short events = connection.output.empty() ? POLLIN : POLLOUT;
    waited.push_back({connection.descriptor, events, 0});
  }
}

int64_t Control::timeout() const {
  int64_t first = -1;
  for (const Connection& connection : connections_) {
    const int64_t left = std::max<int64_t>(0, connection.deadline - now_ms());
    first = first < 0 ? left : std::min(first, left);
  }
  return first;
}

void Control::accept_all() {
  while (connections_.size() < kConnectionLimit) {
    const int descriptor = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (descriptor < 0) return;
    connections_.push_back({descriptor, now_ms() + kConnectionMilliseconds, "", ""});
  }
}

bool Control::read(Connection& connection) {
  char piece[1024];
  const ssize_t count = recv(connection.descriptor, piece, sizeof piece, 0);
  if (count < 0) return errno == EAGAIN || errno == EINTR;
  if (count == 0) return false;
  connection.input.append(piece, static_cast<size_t>(count));
  const size_t end = connection.input.find('\n');
  if (end == std::string::npos) return connection.input.size() <= kRequestLimit;
  const Json request(json_loadb(connection.input.data(), end, 0, nullptr));
  Json answer = Json::object();
  if (json_is_object(request.get())) answer = answer_(request.get());
  else answer.set("error", Json::text("the request is not an object of JSON"));
  char* text = json_dumps(answer.get(), JSON_COMPACT);
  connection.output = std::string(text ? text : "{}") + "\n";
  free(text);
  return write(connection);
}

bool Control::write(Connection& connection) {
  const ssize_t count = send(connection.descriptor, connection.output.data(),
                             connection.output.size(), MSG_NOSIGNAL);
  if (count < 0) return errno == EAGAIN || errno == EINTR;
  connection.output.erase(0, static_cast<size_t>(count));
  return !connection.output.empty();
}

void Control::dispatch() {
  accept_all();
  for (auto connection = connections_.begin(); connection != connections_.end();) {
    bool continues = now_ms() < connection->deadline;
    if (continues) continues = connection->output.empty() ? read(*connection) : write(*connection);
    if (!continues) close(connection->descriptor);
    connection = continues ? std::next(connection) : connections_.erase(connection);
  }
}

Json request(const std::string& path, const Json& request) {
  const int descriptor = connect_to(path);
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
