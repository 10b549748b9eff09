// SPDX-License-Identifier: Apache-2.0
#include "metrics.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <functional>
#include <stdexcept>

namespace keybridge::forward {
namespace {

std::string seconds(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

class Page {
 public:
  /// Begins a metric.
  void metric(const std::string& name, const std::string& type, const std::string& help) {
    name_ = "keybridge_forward_" + name;
    text_ += "# HELP " + name_ + " " + help + "\n# TYPE " + name_ + " " + type + "\n";
  }
  /// Adds a value with labels, such as `target="api"`; names have no characters to escape.
  void value(const std::string& labels, const std::string& value, const std::string& suffix = "") {
    text_ += name_ + suffix + (labels.empty() ? "" : "{" + labels + "}") + " " + value + "\n";
  }
  std::string text() const { return text_; }

 private:
  std::string name_, text_;
};

using Value = std::function<std::string(const TargetStatus&)>;

std::string target_label(const TargetStatus& target) { return "target=\"" + target.name + "\""; }

void add_durations(Page& page, const TargetStatus& target) {
  int64_t count = 0;
  for (size_t index = 0; index < target.durations.size(); index++) {
    count += target.durations[index];
    const std::string bound = index < kDurations.size() ? seconds(kDurations[index]) : "+Inf";
    page.value(target_label(target) + ",le=\"" + bound + "\"", std::to_string(count), "_bucket");
  }
  page.value(target_label(target), seconds(target.seconds), "_sum");
  page.value(target_label(target), std::to_string(count), "_count");
}

}  // namespace

std::string metrics_of(const ServiceStatus& service, const std::vector<TargetStatus>& targets) {
  Page page;
  const auto add = [&](const char* name, const char* type, const char* help, const Value& value) {
    page.metric(name, type, help);
    for (const TargetStatus& target : targets) page.value(target_label(target), value(target));
  };
  page.metric("service_connected", "gauge", "Whether the service delivers.");
  page.value("", service.is_connected && service.problem.empty() ? "1" : "0");
  page.metric("received_total", "counter", "Items received from the service.");
  page.value("", std::to_string(service.received));
  page.metric("unrouted_total", "counter", "Items that no rule sends to a target.");
  page.value("", std::to_string(service.unrouted));
  page.metric("invalid_total", "counter", "Invalid items of the service, which are skipped.");
  page.value("", std::to_string(service.invalid));
  page.metric("service_dropped_total", "counter", "Items that the service has dropped.");
  page.value("reason=\"number\"", std::to_string(service.dropped_by_number));
  page.value("reason=\"bytes\"", std::to_string(service.dropped_by_bytes));
  page.value("reason=\"age\"", std::to_string(service.dropped_by_age));
  add("sent_total", "counter", "Items that have arrived.",
      [](const TargetStatus& target) { return std::to_string(target.sent); });
  add("failures_total", "counter", "Failed attempts.",
      [](const TargetStatus& target) { return std::to_string(target.failures); });
  add("without_subscriber_total", "counter", "Acknowledgements of a broker without a subscriber.",
      [](const TargetStatus& target) { return std::to_string(target.without_subscriber); });
  page.metric("dropped_total", "counter", "Items dropped because of a limit of the target.");
  for (const TargetStatus& target : targets) {
    page.value(target_label(target) + ",reason=\"number\"", std::to_string(target.dropped_by_number));
    page.value(target_label(target) + ",reason=\"age\"", std::to_string(target.dropped_by_age));
  }
  add("owed", "gauge", "Items that are owed to the target.",
      [](const TargetStatus& target) { return std::to_string(target.counts.owed); });
  add("set_aside", "gauge", "Items that are set aside.",
      [](const TargetStatus& target) { return std::to_string(target.counts.set_aside); });
  add("oldest_owed_seconds", "gauge", "The age of the oldest owed item.", [](const TargetStatus& target) {
    return seconds(static_cast<double>(target.counts.oldest_ms) / 1000);
  });
  add("paused", "gauge", "Whether the target is paused or stopped.", [](const TargetStatus& target) {
    return std::string(target.state == "paused" || target.state == "stopped" ? "1" : "0");
  });
  page.metric("delivery_duration_seconds", "histogram", "The duration of successful attempts.");
  for (const TargetStatus& target : targets) add_durations(page, target);
  return page.text();
}

std::optional<std::string> respond_with_metrics(const std::string& request,
                                                const std::function<std::string()>& metrics) {
  if (request.find("\r\n\r\n") == std::string::npos && request.find("\n\n") == std::string::npos) {
    return std::nullopt;
  }
  const bool is_read = request.compare(0, 5, "GET /") == 0;
  const std::string body = is_read ? metrics() : "send GET\n";
  return std::string("HTTP/1.1 ") + (is_read ? "200 OK" : "405 Method Not Allowed") +
         "\r\nContent-Type: text/plain; version=0.0.4\r\nContent-Length: " +
         std::to_string(body.size()) + "\r\nConnection: close\r\n\r\n" + body;
}

void replace_file(const std::string& path, const std::string& text) {
  const std::string aside = path + ".new";
  const int file = open(aside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0644);
  bool is_written = file >= 0;
  if (is_written) {
    fchmod(file, 0644);
    is_written = write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  }
  const int reason = errno;
  if (file >= 0) close(file);
  if (!is_written) {
    unlink(aside.c_str());
    throw std::runtime_error(path + ": " + std::strerror(reason));
  }
  if (std::rename(aside.c_str(), path.c_str()) != 0) {
    throw std::runtime_error(path + ": " + std::strerror(errno));
  }
}

}  // namespace keybridge::forward
