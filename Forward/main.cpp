// SPDX-License-Identifier: Apache-2.0
// The command line of keybridge-forward.
#include <getopt.h>
#include <mosquitto.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <map>
#include <stdexcept>
#include <vector>

#include "control.hpp"
#include "forwarder.hpp"
#include "probe.hpp"
#include "settings.hpp"

namespace keybridge::forward {
namespace {

constexpr const char* kDefaultSettings = "/etc/keybridge/forward.yaml";
enum ExitCode { kSuccess = 0, kFailure = 1, kUsage = 2 };

constexpr const char* kHelp =
  R"(usage: keybridge-forward [run] [--config FILE]
       keybridge-forward check [FILE] [--offline]
       keybridge-forward status [--format json]
       keybridge-forward list TARGET [--owed] [--format json]
       keybridge-forward retry TARGET [ID]
       keybridge-forward drop TARGET [ID] [--set-aside]
       keybridge-forward metrics

Sends scans and commands that the service of Keybridge delivers to MQTT, HTTP, Home Assistant or a
program. Each item is kept until its targets have it.

  run       runs in the foreground; systemctl start keybridge-forward runs it as a service
  check     prints the mistakes of a settings file with line and column, and tests whether each
            target can be reached, without sending an item
  status    prints the state of each target of the running program
  list      prints the items that are set aside, without their text
  retry     sends the items that are set aside again, and ends the pause of the target
  drop      removes the items of a target for good
  metrics   prints the metrics in the text form of Prometheus

  --config FILE    the settings file (/etc/keybridge/forward.yaml)
  --control PATH   the socket of the running program (/run/keybridge-forward/control.sock)
  --format json    prints JSON; its members stay the same in later versions
  --offline        does not test the targets
  --owed           lists the items that are owed instead of those that are set aside
  --set-aside      keeps the items that are owed
  --help, --version

Exit status: 0 success, 1 failure, 2 wrong usage, or mistakes in the settings of run.
)";

struct Options {
  std::string config = kDefaultSettings, control;
  bool is_json = false, is_offline = false, is_owed = false, is_set_aside = false;
  std::vector<std::string> words;
};

[[noreturn]] void fail_usage(const std::string& message) {
  std::cerr << "keybridge-forward: " << message << "; see keybridge-forward --help\n";
  std::exit(kUsage);
}

Options read_options(int count, char** arguments) {
  enum { kConfig = 256, kControl, kFormat, kOffline, kOwed, kSetAside, kHelpOption, kVersion };
  static const option table[] = {
    {"config", required_argument, nullptr, kConfig}, {"control", required_argument, nullptr, kControl},
    {"format", required_argument, nullptr, kFormat}, {"offline", no_argument, nullptr, kOffline},
    {"owed", no_argument, nullptr, kOwed}, {"set-aside", no_argument, nullptr, kSetAside},
    {"help", no_argument, nullptr, kHelpOption}, {"version", no_argument, nullptr, kVersion},
    {nullptr, 0, nullptr, 0}};
  Options options;
  options.control = runtime_folder() + "/control.sock";
  opterr = 0;
  for (;;) {
    const int index = optind;
    const int found = getopt_long(count, arguments, "", table, nullptr);
    if (found < 0) break;
    switch (found) {
      case kConfig: options.config = optarg; break;
      case kControl: options.control = optarg; break;
      case kFormat:
        options.is_json = std::string(optarg) == "json";
        if (!options.is_json && std::string(optarg) != "text") fail_usage("--format needs json or text");
        break;
      case kOffline: options.is_offline = true; break;
      case kOwed: options.is_owed = true; break;
      case kSetAside: options.is_set_aside = true; break;
      case kHelpOption: std::cout << kHelp; std::exit(kSuccess);
      case kVersion: std::cout << "keybridge-forward " KEYBRIDGE_VERSION "\n"; std::exit(kSuccess);
      default: fail_usage(std::string("invalid option ") + arguments[index]);
    }
  }
  options.words.assign(arguments + optind, arguments + count);
  return options;
}

int run(const Options& options) {
  // All threads inherit the mask, so that the signals reach the loop.
  sigset_t signals;
  sigemptyset(&signals);
  for (const int number : {SIGTERM, SIGINT, SIGHUP}) sigaddset(&signals, number);
  sigprocmask(SIG_BLOCK, &signals, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
  std::vector<Mistake> mistakes;
  Settings settings = read_settings_file(options.config, mistakes);
  for (const Mistake& mistake : mistakes) std::cerr << describe(options.config, mistake) << "\n";
  // Another start would fail as well.
  if (!mistakes.empty()) return kUsage;
  Forwarder(options.config, std::move(settings)).run();
  return kSuccess;
}

int check(const Options& options) {
  const std::string path = options.words.size() > 1 ? options.words[1] : options.config;
  std::vector<Mistake> mistakes;
  const Settings settings = read_settings_file(path, mistakes);
  for (const Mistake& mistake : mistakes) std::cout << describe(path, mistake) << "\n";
  if (!mistakes.empty()) return kFailure;
  int result = kSuccess;
  for (const TargetSettings& target : settings.targets) {
    const std::string problem = options.is_offline ? "" : probe(target);
    if (!problem.empty()) {
      std::cout << describe(path, {target.place, target.name + ": " + problem}) << "\n";
      result = kFailure;
    } else if (!options.is_offline) {
      std::cout << target.name << ": can be reached\n";
    }
  }
  if (result == kSuccess) std::cout << path << ": no mistakes\n";
  return result;
}

Json ask(const Options& options, const std::string& method) {
  Json message = Json::object();
  message.set("method", Json::text(method));
  if (options.words.size() > 1) message.set("target", Json::text(options.words[1]));
  if (options.words.size() > 2) message.set("id", Json::text(options.words[2]));
  const bool set_aside = method == "list" ? !options.is_owed : options.is_set_aside;
  message.set("setAside", Json(json_boolean(set_aside)));
  return request(options.control, message);
}

void print_json(const Json& value) {
  char* text = json_dumps(value.get(), JSON_INDENT(2));
  std::cout << (text ? text : "{}") << "\n";
  free(text);
}

std::string member(const json_t* object, const char* name) {
  const json_t* value = json_object_get(object, name);
  if (json_is_integer(value)) return std::to_string(json_integer_value(value));
  return text_of(object, name).value_or("");
}

int print_status(const Options& options) {
  const Json answer = ask(options, "status");
  if (options.is_json) {
    print_json(answer);
    return kSuccess;
  }
  const json_t* service = json_object_get(answer.get(), "service");
  const std::string problem = member(service, "problem");
  std::cout << "service: " << (problem.empty() ? "delivers" : problem) << "; received "
            << member(service, "received") << ", without a rule " << member(service, "unrouted")
            << ", dropped there " << member(service, "dropped") << "\n";
  size_t index = 0;
  const json_t* target = nullptr;
  json_array_foreach(json_object_get(answer.get(), "targets"), index, target) {
    std::cout << member(target, "name") << " (" << member(target, "kind") << "): " << member(target, "state")
              << "; owed " << member(target, "owed") << ", sent " << member(target, "sent")
              << ", set aside " << member(target, "setAside");
    if (member(target, "owed") != "0") std::cout << ", oldest " << member(target, "oldestSeconds") << " s";
    const json_t* next = json_object_get(target, "nextAttemptSeconds");
    if (next) std::printf(", next attempt in %.0f s", json_real_value(next));
    const std::string reason = member(target, "reason");
    std::cout << (reason.empty() ? "" : "; " + reason) << "\n";
  }
  json_array_foreach(json_object_get(answer.get(), "removedTargets"), index, target) {
    std::cout << json_string_value(target) << ": not in the settings; its items are kept\n";
  }
  return kSuccess;
}

int print_list(const Options& options) {
  const Json answer = ask(options, "list");
  if (options.is_json) {
    print_json(answer);
    return kSuccess;
  }
  size_t index = 0;
  const json_t* item = nullptr;
  json_array_foreach(json_object_get(answer.get(), "items"), index, item) {
    std::cout << member(item, "id") << " " << member(item, "time") << " " << member(item, "kind") << " attempts "
              << member(item, "attempts") << (member(item, "reason").empty() ? "" : ": ") << member(item, "reason") << "\n";
  }
  return kSuccess;
}

int print_count(const Options& options, const std::string& method) {
  const Json answer = ask(options, method);
  const std::string count = member(answer.get(), "count");
  std::cout << count << (count == "1" ? " item" : " items") << (method == "retry" ? " will be sent again\n" : " removed\n");
  return kSuccess;
}

int print_metrics(const Options& options) {
  std::cout << text_of(ask(options, "metrics").get(), "text").value_or("");
  return kSuccess;
}

int perform(const Options& options) {
  struct Command {
    size_t least, most;
    std::function<int(const Options&)> run;
  };
  const std::map<std::string, Command> commands = {
    {"run", {1, 1, run}},
    {"check", {1, 2, check}},
    {"status", {1, 1, print_status}},
    {"list", {2, 2, print_list}},
    {"retry", {2, 3, [](const Options& options) { return print_count(options, "retry"); }}},
    {"drop", {2, 3, [](const Options& options) { return print_count(options, "drop"); }}},
    {"metrics", {1, 1, print_metrics}},
  };
  Options named = options;
  if (named.words.empty()) named.words = {"run"};
  const auto command = commands.find(named.words[0]);
  if (command == commands.end()) fail_usage("unknown command " + named.words[0]);
  if (named.words.size() < command->second.least) fail_usage(named.words[0] + " needs a target");
  if (named.words.size() > command->second.most) fail_usage("too many words after " + named.words[0]);
  return command->second.run(named);
}

}  // namespace
}  // namespace keybridge::forward

int main(int count, char** arguments) {
  using namespace keybridge::forward;
  int result = kFailure;
  try {
    const Options options = read_options(count, arguments);
    mosquitto_lib_init();
    result = perform(options);
  } catch (const std::exception& error) {
    std::cerr << "keybridge-forward: " << error.what() << "\n";
  }
  mosquitto_lib_cleanup();
  return result;
}
