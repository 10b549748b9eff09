// SPDX-License-Identifier: Apache-2.0
#include "local_server.hpp"

#include <sys/socket.h>
#include <sys/stat.h>
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

}  // namespace

int connect_locally(const std::string& path) {
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

LocalServer::LocalServer(std::string path, mode_t mode, LocalAnswer answer)
    : path_(std::move(path)), answer_(std::move(answer)) {
  const int other = connect_locally(path_);
  if (other >= 0) {
    close(other);
    throw std::runtime_error(path_ + ": keybridge-forward is running already; stop it with: "
                                     "systemctl stop keybridge-forward");
  }
  struct stat status = {};
  if (lstat(path_.c_str(), &status) == 0 && S_ISSOCK(status.st_mode)) unlink(path_.c_str());
  const sockaddr_un address = address_of(path_);
  listener_ = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  const mode_t mask = umask(0777 & ~mode);
  const bool listens =
    listener_ >= 0 &&
    bind(listener_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 &&
    listen(listener_, 16) == 0;
  umask(mask);
  if (!listens) fail(path_);
}

LocalServer::~LocalServer() {
  for (const Connection& connection : connections_) close(connection.descriptor);
  close(listener_);
  unlink(path_.c_str());
}

void LocalServer::add(std::vector<pollfd>& waited) const {
  // A queue of connections waits while the maximum is served.
  if (connections_.size() < kConnectionLimit) waited.push_back({listener_, POLLIN, 0});
  for (const Connection& connection : connections_) {
    const short events = connection.output.empty() ? POLLIN : POLLOUT;
    waited.push_back({connection.descriptor, events, 0});
  }
}

int64_t LocalServer::timeout() const {
  int64_t first = -1;
  for (const Connection& connection : connections_) {
    const int64_t left = std::max<int64_t>(0, connection.deadline - now_ms());
    first = first < 0 ? left : std::min(first, left);
  }
  return first;
}

void LocalServer::accept_all() {
  while (connections_.size() < kConnectionLimit) {
    const int descriptor = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (descriptor < 0) return;
    connections_.push_back({descriptor, now_ms() + kConnectionMilliseconds, "", ""});
  }
}

bool LocalServer::read(Connection& connection) {
  char piece[1024];
  const ssize_t count = recv(connection.descriptor, piece, sizeof piece, 0);
  if (count < 0) return errno == EAGAIN || errno == EINTR;
  if (count == 0) return false;
  connection.input.append(piece, static_cast<size_t>(count));
  const std::optional<std::string> answer = answer_(connection.input);
  if (!answer) return connection.input.size() <= kRequestLimit;
  connection.output = *answer;
  return write(connection);
}

bool LocalServer::write(Connection& connection) {
  const ssize_t count = send(connection.descriptor, connection.output.data(),
                             connection.output.size(), MSG_NOSIGNAL);
  if (count < 0) return errno == EAGAIN || errno == EINTR;
  connection.output.erase(0, static_cast<size_t>(count));
  return !connection.output.empty();
}

void LocalServer::dispatch() {
  accept_all();
  for (auto connection = connections_.begin(); connection != connections_.end();) {
    bool continues = now_ms() < connection->deadline;
    if (continues) continues = connection->output.empty() ? read(*connection) : write(*connection);
    if (!continues) close(connection->descriptor);
    connection = continues ? std::next(connection) : connections_.erase(connection);
  }
}

}  // namespace keybridge::forward
