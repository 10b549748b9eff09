// SPDX-License-Identifier: Apache-2.0
#include "mozc_server.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "../common/engine.hpp"

namespace keybridge {
namespace {

constexpr const char* kProgram = "/usr/lib/mozc/mozc_server";
constexpr int kStartAttempts = 400;
constexpr int kStartInterval = 5;
constexpr size_t kAnswerSize = 16 << 20;

// The fields of the file .session.ipc.
enum { kKey = 1 };

/// A descriptor that is closed at the end.
struct Descriptor {
  int number;
  ~Descriptor() {
    if (number >= 0) close(number);
  }
};

[[noreturn]] void run(const std::string& home, pid_t parent) {
  // The server must not outlive its adapter.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);
  const int null = open("/dev/null", O_RDWR);
  // Otherwise the server would keep the adapter's connection.
  if (null < 0) _exit(127);
  for (int i = 0; i < 3; i++) dup2(null, i);
  const std::string variable = "HOME=" + home;
  char* const arguments[] = {const_cast<char*>(kProgram), nullptr};
  char* const environment[] = {
    const_cast<char*>(variable.c_str()), const_cast<char*>("PATH=/usr/bin:/bin"), nullptr};
  execve(kProgram, arguments, environment);
  _exit(127);
}

}  // namespace

MozcServer::~MozcServer() { stop(); }

void MozcServer::start() {
  stop();
  if (geteuid() == 0) throw RequestError("mozc does not run as root");
  const char* folder = std::getenv("RUNTIME_DIRECTORY");
  if (!folder) folder = std::getenv("TMPDIR");
  std::string home = std::string(folder ? folder : "/tmp") + "/keybridge-mozc-XXXXXX";
  if (!mkdtemp(home.data())) {
    throw RequestError("mozc needs a folder to write to: " + std::string(std::strerror(errno)));
  }
  home_ = home;
  mkdir((home + "/.config").c_str(), 0700);
  if (access(kProgram, X_OK) != 0) throw RequestError("mozc-server is not installed");
  const pid_t parent = getpid();
  process_ = fork();
  if (process_ < 0) {
    process_ = 0;
    throw RequestError("mozc_server cannot be started");
  }
  if (process_ == 0) run(home_, parent);
  for (int i = 0; i < kStartAttempts && is_running(); i++) {
    socket_ = socket_name();
    if (!socket_.empty()) {
      try {
        // No operation: the answer shows that the server is ready.
        call(WireMessage().add(1, 14), kStartLimit);
        return;
      } catch (const RequestError&) {
        // The file exists before the socket.
      }
    }
    poll(nullptr, 0, kStartInterval);
  }
  stop();
  throw RequestError("mozc_server does not start");
}

bool MozcServer::is_running() {
  if (process_ > 0 && waitpid(process_, nullptr, WNOHANG) != 0) process_ = 0;
  return process_ > 0;
}

std::string MozcServer::socket_name() const {
  std::ifstream file(home_ + "/.config/mozc/.session.ipc", std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  const std::string_view key = WireFields(bytes).text(kKey);
  return key.empty() ? std::string() : "tmp/.mozc." + std::string(key) + ".session";
}

std::string MozcServer::call(const WireMessage& command, int limit) {
  const Descriptor connection = {socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)};
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  // The name of an abstract socket begins with a zero.
  if (socket_.size() + 1 > sizeof address.sun_path) throw RequestError("mozc_server has no socket");
  socket_.copy(address.sun_path + 1, socket_.size());
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + socket_.size());
  const timeval time = {limit / 1000, limit % 1000 * 1000};
  setsockopt(connection.number, SOL_SOCKET, SO_RCVTIMEO, &time, sizeof time);
  setsockopt(connection.number, SOL_SOCKET, SO_SNDTIMEO, &time, sizeof time);
  if (connection.number < 0
      || connect(connection.number, reinterpret_cast<const sockaddr*>(&address), size) != 0) {
    throw RequestError("mozc_server cannot be reached: " + std::string(std::strerror(errno)));
  }
  std::string_view bytes = command.bytes();
  while (!bytes.empty()) {
    const ssize_t sent = send(connection.number, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) throw RequestError("mozc_server does not read");
    bytes.remove_prefix(static_cast<size_t>(sent));
  }
  shutdown(connection.number, SHUT_WR);
  std::string answer;
  char block[65536];
  while (answer.size() < kAnswerSize) {
    const ssize_t count = recv(connection.number, block, sizeof block, 0);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw RequestError("mozc_server does not answer");
    if (count == 0) break;
    answer.append(block, static_cast<size_t>(count));
  }
  if (answer.empty()) throw RequestError("mozc_server gave no answer");
  return answer;
}

void MozcServer::stop() {
  if (process_ > 0) {
    // It learns nothing, so it has nothing to write.
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
    process_ = 0;
  }
  socket_.clear();
  if (home_.empty()) return;
  std::error_code ignored;
  std::filesystem::remove_all(home_, ignored);
  home_.clear();
}

}  // namespace keybridge
