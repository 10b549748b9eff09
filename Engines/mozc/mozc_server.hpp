// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "wire.hpp"

namespace keybridge {

/// A mozc_server with a home folder of its own, which is removed at the end.
///
/// The server refuses root, writes into its home folder, and talks to processes of its own user.
class MozcServer {
 public:
  /// The time for an answer in milliseconds, which takes some; the service waits 300 ms for a
  /// whole request.
  static constexpr int kAnswerLimit = 250;
  /// The time for the answers of a server that starts.
  static constexpr int kStartLimit = 2000;

  MozcServer() = default;
  ~MozcServer();
  MozcServer(const MozcServer&) = delete;
  MozcServer& operator=(const MozcServer&) = delete;

  /// Starts the server and waits until it answers, about 0.2 s.
  ///
  /// - Throws: `RequestError` if it cannot be started.
  void start();

  /// Whether the server was started and has not ended.
  bool is_running();

  /// Sends a command, and returns the answer.
  ///
  /// - Parameters:
  ///   - command: the command.
  ///   - limit: the time for the answer, in milliseconds.
  /// - Throws: `RequestError` if the server does not answer.
  std::string call(const WireMessage& command, int limit = kAnswerLimit);

  /// Ends the server, and removes its folder.
  void stop();

 private:
  /// Reads the name of the socket from the file that the server writes; empty until then.
  std::string socket_name() const;

  pid_t process_ = 0;
  std::string home_, socket_;
};

}  // namespace keybridge
