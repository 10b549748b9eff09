// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <poll.h>
#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <list>
#include <optional>
#include <string>
#include <vector>

namespace keybridge::forward {

/// Returns the response to what a connection has sent so far; nothing if the request is not complete.
using LocalAnswer = std::function<std::optional<std::string>(const std::string& input)>;

/// A local socket that responds to one request of each connection.
class LocalServer {
 public:
  /// Listens at a path. A socket that no process listens at is replaced.
  ///
  /// - Parameters:
  ///   - path: the socket.
  ///   - mode: the mode of the socket; who may write to it may connect.
  /// - Throws: `std::runtime_error`.
  LocalServer(std::string path, mode_t mode, LocalAnswer answer);
  ~LocalServer();
  LocalServer(const LocalServer&) = delete;
  LocalServer& operator=(const LocalServer&) = delete;

  const std::string& path() const { return path_; }
  /// Appends the descriptors to wait for.
  void add(std::vector<pollfd>& waited) const;
  /// For how many milliseconds to wait at most; -1 for no limit.
  int64_t timeout() const;
  /// Accepts, reads and answers without waiting.
  void dispatch();

 private:
  struct Connection {
    int descriptor;
    int64_t deadline;
    std::string input, output;
  };

  void accept_all();
  /// Returns whether the connection continues.
  bool read(Connection& connection);
  bool write(Connection& connection);

  const std::string path_;
  LocalAnswer answer_;
  int listener_ = -1;
  std::list<Connection> connections_;
};

/// Connects to a local socket; returns -1 with `errno` if that fails.
int connect_locally(const std::string& path);

}  // namespace keybridge::forward
