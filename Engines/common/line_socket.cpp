// SPDX-License-Identifier: Apache-2.0
#include "line_socket.hpp"

#include <poll.h>
#include <unistd.h>

#include <cerrno>

namespace keybridge {

bool LineSocket::fill() {
  char block[65536];
  ssize_t count;
  do {
    count = read(STDIN_FILENO, block, sizeof block);
  } while (count < 0 && errno == EINTR);
  if (count <= 0) return false;
  incoming_.append(block, static_cast<size_t>(count));
  return true;
}

void LineSocket::skip_long_line() {
  if (incoming_.size() <= kLineLimit) return;
  incoming_.clear();
  searched_ = 0;
  skips_ = true;
}

std::optional<std::string> LineSocket::receive() {
  while (true) {
    const size_t end = incoming_.find('\n', searched_);
    if (end == std::string::npos) {
      searched_ = incoming_.size();
      skip_long_line();
      if (!fill()) return std::nullopt;
      continue;
    }
    std::string line = incoming_.substr(0, end);
    incoming_.erase(0, end + 1);
    searched_ = 0;
    if (skips_ || line.size() > kLineLimit) {
      skips_ = false;
      // An empty line is answered as an error, so that the sender learns of the long one.
      return std::string();
    }
    return line;
  }
}

bool LineSocket::has_line() {
  while (incoming_.find('\n', searched_) == std::string::npos) {
    searched_ = incoming_.size();
    skip_long_line();
    pollfd input = {STDIN_FILENO, POLLIN, 0};
    if (poll(&input, 1, 0) <= 0 || !fill()) return false;
  }
  return true;
}

bool LineSocket::send(std::string_view line) {
  std::string bytes(line);
  bytes.push_back('\n');
  const std::lock_guard lock(sending_);
  for (size_t sent = 0; sent < bytes.size();) {
    const ssize_t count = write(STDOUT_FILENO, bytes.data() + sent, bytes.size() - sent);
    if (count >= 0) {
      sent += static_cast<size_t>(count);
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

}  // namespace keybridge
