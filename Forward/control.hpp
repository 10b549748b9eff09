// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <poll.h>

#include <functional>
#include <list>
#include <string>
#include <vector>

#include "../Engines/common/json.hpp"

namespace keybridge::forward {

/// The socket to which `status`, `retry` and the other commands connect: a line of JSON in each
/// direction.
class Control {
 public:
  /// Listens at a path. A socket that no process listens at is replaced.
  ///
  /// - Parameters:
  ///   - path: the socket, which only its user and root can use.
  ///   - answer: returns the response to a request.
  /// - Throws: `std::runtime_error`.
  Control(std::string path, std::function<Json(const json_t*)> answer);
  ~Control();
  Control(const Control&) = delete;
  Control& operator=(const Control&) = delete;

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
  std::function<Json(const json_t*)> answer_;
  int listener_ = -1;
  std::list<Connection> connections_;
};

/// Sends a request to a running program and returns its response.
///
/// - Throws: `std::runtime_error` with the path and a hint.
Json request(const std::string& path, const Json& request);

}  // namespace keybridge::forward
