// SPDX-License-Identifier: Apache-2.0
#include "run_target.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <sysexits.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "item.hpp"

extern char** environ;

namespace keybridge::forward {
namespace {

/// Creates a file in memory with a line; returns its descriptor or -1.
int file_with(const std::string& line) {
  const int file = memfd_create("item", MFD_CLOEXEC);
  size_t written = 0;
  while (file >= 0 && written < line.size()) {
    const ssize_t count = write(file, line.data() + written, line.size() - written);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      close(file);
      return -1;
    }
    written += static_cast<size_t>(count);
  }
  // Otherwise the program would read nothing, and take that for the item.
  if (file >= 0 && lseek(file, 0, SEEK_SET) != 0) {
    close(file);
    return -1;
  }
  return file;
}

/// Starts a program in a process group of its own; returns the error.
int spawn(const std::vector<std::string>& words, int input, pid_t& process) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  // The journal keeps everything that the program prints.
  posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
  // The sockets of libraries may be inheritable.
  posix_spawn_file_actions_addclosefrom_np(&actions, 3);
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  const int error =
    posix_spawn(&process, arguments[0], &actions, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

Outcome outcome_of(int status) {
  if (WIFSIGNALED(status)) {
    return Outcome::again("the program was ended by signal " + std::to_string(WTERMSIG(status)));
  }
  const int code = WEXITSTATUS(status);
  const std::string reason = "the program ended with status " + std::to_string(code);
  switch (code) {
    case 0: return {};
    case EX_DATAERR: return Outcome::aside(reason);
    case EX_CONFIG: case EX_NOPERM: case 126: case 127: return Outcome::pause(reason);
    default: return Outcome::again(reason);
  }
}

}  // namespace

Outcome RunTarget::wait_for(pid_t process) {
  const int64_t begun = now_ms();
  const int descriptor = static_cast<int>(syscall(SYS_pidfd_open, process, 0));
  bool has_ended = false;
  while (!has_ended && now_ms() < deadline(begun)) {
    const int64_t left = std::max<int64_t>(1, deadline(begun) - now_ms());
    // Without the descriptor, the state of the process is read often.
    pollfd waited[] = {{descriptor, POLLIN, 0}, {wake_descriptor(), POLLIN, 0}};
    poll(waited, 2, static_cast<int>(descriptor < 0 ? std::min<int64_t>(left, 20) : left));
    if (waited[1].revents) clear_wake();
    siginfo_t info = {};
    has_ended = waitid(P_PID, static_cast<id_t>(process), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
                info.si_pid == process;
  }
  // Before the number of the process can be used again.
  kill(-process, SIGKILL);
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  if (descriptor >= 0) close(descriptor);
  if (has_ended) return outcome_of(status);
  return Outcome::again("the program did not end in time");
}

Outcome RunTarget::deliver(const Owed& owed, int attempt) {
  const RunSettings& run = *settings().run;
  std::string line;
  if (run.writes_text) {
    const Json object(json_loadb(owed.body.data(), owed.body.size(), JSON_ALLOW_NUL, nullptr));
    line = text_of(object.get(), "text").value_or(text_of(object.get(), "command").value_or(""));
  } else {
    line = payload_of(owed.body, host_, owed.number, attempt);
  }
  const int input = file_with(line + "\n");
  if (input < 0) return Outcome::again(std::string("no memory for the item: ") + std::strerror(errno));
  pid_t process = 0;
  const int error = spawn(run.arguments, input, process);
  close(input);
  if (error == EAGAIN || error == ENOMEM) {
    return Outcome::again(run.arguments[0] + ": " + std::strerror(error));
  }
  if (error) return Outcome::pause(run.arguments[0] + ": " + std::strerror(error));
  return wait_for(process);
}

}  // namespace keybridge::forward
