// SPDX-License-Identifier: Apache-2.0
#include "service.hpp"

#include <algorithm>
#include <stdexcept>

#include "journal.hpp"
#include "target.hpp"

namespace keybridge::forward {
namespace {

/// The settings of the service may change in the meantime.
constexpr int64_t kAskInterval = 30000;
constexpr int64_t kStoreInterval = 1000;
/// The service sends 64 items at most that are not acknowledged; a service that sends more waits.
constexpr size_t kGroupLimit = 256;

}  // namespace

Service::Service(const std::string& name, const std::string& socket,
                 std::function<void(const std::vector<Item>&)> store)
    : store_(std::move(store)) {
  // No other notifications: what is delivered comes whatever the program subscribes to.
  static const char* const events[] = {nullptr};
  kb_options options = {};
  options.name = name.c_str();
  options.path = socket.empty() ? nullptr : socket.c_str();
  options.events = events;
  options.events_count = 0;
  options.state = &Service::on_state;
  options.error = &Service::on_error;
  options.notification = &Service::on_notification;
  options.user = this;
  client_ = kb_client_new(&options);
  if (!client_) throw std::runtime_error("the client of the service cannot be created");
  status_.problem = "not connected";
}

Service::~Service() { kb_client_free(client_); }

int Service::descriptor() const { return stores_at_ ? -1 : kb_client_fd(client_); }

int64_t Service::timeout() const {
  int64_t timeout = stores_at_ ? stores_at_ - now_ms() : kb_client_timeout(client_);
  if (asks_at_ && !stores_at_) {
    const int64_t left = asks_at_ - now_ms();
    timeout = timeout < 0 ? left : std::min(timeout, left);
    return std::max<int64_t>(0, timeout);
  }
  return stores_at_ ? std::max<int64_t>(0, timeout) : timeout;
}

void Service::dispatch() {
  if (stores_at_ && now_ms() >= stores_at_) store();
  // Nothing more is read while items wait for the disk.
  while (!stores_at_ && kb_client_dispatch(client_) && items_.size() < kGroupLimit) {
  }
  if (!stores_at_) store();
  if (asks_at_ && now_ms() >= asks_at_) ask();
  kb_client_flush(client_);
}

void Service::on_state(kb_client*, kb_state state, const char* message, void* self) {
  auto* service = static_cast<Service*>(self);
  service->status_.is_connected = state == KB_CONNECTED || state == KB_RESUMED;
  service->acknowledged_ = service->through_ = 0;
  service->asks_at_ = 0;
  if (service->status_.is_connected) {
    service->ask();
    return;
  }
  service->status_.problem = message;
  report(Priority::warning, message, {{"KEYBRIDGE_EVENT", "service-lost"}});
}

void Service::on_error(kb_client*, const char* message, void*) {
  report(Priority::warning, message, {{"KEYBRIDGE_EVENT", "service-error"}});
}

void Service::ask() {
  asks_at_ = 0;
  if (!kb_client_is_connected(client_)) return;
  if (kb_request(client_, "delivery.receive", json_object(), &Service::on_receiving, this) != 0) {
    asks_at_ = now_ms() + kAskInterval;
  }
}

void Service::on_receiving(const kb_response* response, void* self) {
  auto* service = static_cast<Service*>(self);
  if (!response->error) {
    const int64_t owed = number_of(response->result, "owed").value_or(0);
    const int64_t dropped = number_of(response->result, "dropped").value_or(0);
    service->status_.problem.clear();
    report(Priority::info, "the service delivers; it owes " + std::to_string(owed) +
                             " items, and has dropped " + std::to_string(dropped),
           {{"KEYBRIDGE_EVENT", "service-delivers"}, {"KEYBRIDGE_OWED", std::to_string(owed)}});
    return;
  }
  const std::string name = response->error->name;
  if (name == "lost") return;
  std::string problem = std::string("delivery.receive: ") + response->error->message;
  if (name == "notPermitted") {
    problem = "the settings of the service name no receiver of this name and user; "
              "add for: [NAME] to scanner, or deliver: [NAME] to a command";
  }
  if (service->status_.problem != problem) {
    report(Priority::warning, problem, {{"KEYBRIDGE_EVENT", "service-refuses"}});
  }
  service->status_.problem = problem;
  service->asks_at_ = now_ms() + kAskInterval;
}

void Service::on_notification(kb_client*, const char* method, json_t* params, void* self) {
  auto* service = static_cast<Service*>(self);
  const std::string name = method;
  if (name == "delivery.item") service->receive(params);
  if (name == "delivery.dropped") service->count_dropped(params);
}

void Service::receive(json_t* params) {
  std::string problem;
  std::optional<Item> item = read_item(params, problem);
  if (item) {
    status_.received++;
    through_ = std::max(through_, item->number);
    items_.push_back(std::move(*item));
    return;
  }
  // It is acknowledged with the others: otherwise, nothing after it would ever arrive.
  const int64_t number = number_of(params, "number").value_or(0);
  through_ = std::max<int64_t>(through_, number);
  status_.invalid++;
  report(Priority::error, "the service sent an invalid delivery.item at /" + problem +
                            "; it is skipped",
         {{"KEYBRIDGE_EVENT", "invalid"}});
}

void Service::count_dropped(json_t* params) {
  const int64_t count = std::max<int64_t>(0, number_of(params, "count").value_or(0));
  const std::string reason = text_of(params, "reason").value_or("number");
  int64_t& counter = reason == "age"     ? status_.dropped_by_age
                     : reason == "bytes" ? status_.dropped_by_bytes
                                         : status_.dropped_by_number;
  counter += count;
  report(Priority::error, "the service has dropped " + std::to_string(count) +
                            " items: too many are owed (" + (reason == "age" || reason == "bytes" ? reason : "number") + ")",
         {{"KEYBRIDGE_EVENT", "service-dropped"}, {"KEYBRIDGE_COUNT", std::to_string(count)},
          {"KEYBRIDGE_REASON", reason}});
}

void Service::store() {
  const bool had_failed = stores_at_ != 0;
  stores_at_ = 0;
  try {
    if (!items_.empty()) store_(items_);
    items_.clear();
    if (had_failed) report(Priority::notice, "items are stored again", {{"KEYBRIDGE_EVENT", "spool-recovered"}});
  } catch (const std::exception& error) {
    stores_at_ = now_ms() + kStoreInterval;
    if (!had_failed) {
      report(Priority::error, std::string(error.what()) + "; nothing is received until it can be stored",
             {{"KEYBRIDGE_EVENT", "spool-full"}});
    }
    return;
  }
  acknowledge();
}

void Service::acknowledge() {
  if (through_ <= acknowledged_ || !kb_client_is_connected(client_)) return;
  json_t* params = json_pack("{s:I}", "through", static_cast<json_int_t>(through_));
  if (kb_request(client_, "delivery.ack", params, nullptr, nullptr) == 0) acknowledged_ = through_;
}

}  // namespace keybridge::forward
