// SPDX-License-Identifier: Apache-2.0
#include "journal.hpp"

#include <sys/stat.h>
#include <sys/uio.h>
#include <systemd/sd-journal.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>

namespace keybridge::forward {
namespace {

/// Whether standard error is the stream of the journal that systemd has opened.
bool is_journal() {
  const char* stream = std::getenv("JOURNAL_STREAM");
  struct stat status = {};
  if (!stream || fstat(STDERR_FILENO, &status) != 0) return false;
  return stream == std::to_string(status.st_dev) + ":" + std::to_string(status.st_ino);
}

}  // namespace

void report(Priority priority, const std::string& message, const JournalFields& fields) {
  static const bool has_journal = is_journal();
  if (has_journal) {
    std::vector<std::string> lines = {"MESSAGE=" + message,
                                      "PRIORITY=" + std::to_string(static_cast<int>(priority)),
                                      "SYSLOG_IDENTIFIER=keybridge-forward"};
    for (const auto& [name, value] : fields) lines.push_back(name + "=" + value);
    std::vector<iovec> parts;
    for (std::string& line : lines) parts.push_back({line.data(), line.size()});
    if (sd_journal_sendv(parts.data(), static_cast<int>(parts.size())) == 0) return;
  }
  // One call if possible, so that the lines of threads are not mixed.
  const std::string line = "keybridge-forward: " + message + "\n";
  size_t written = 0;
  while (written < line.size()) {
    const ssize_t count = write(STDERR_FILENO, line.data() + written, line.size() - written);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;
    written += static_cast<size_t>(count);
  }
}

}  // namespace keybridge::forward
