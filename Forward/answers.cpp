// SPDX-License-Identifier: Apache-2.0
// The answers of the control socket.
#include "forwarder.hpp"
#include "metrics.hpp"

namespace keybridge::forward {
namespace {

constexpr size_t kListLimit = 1000;

Json error(const std::string& message) {
  Json answer = Json::object();
  answer.set("error", Json::text(message));
  return answer;
}

Json describe(const TargetStatus& status) {
  Json object = Json::object();
  object.set("name", Json::text(status.name)).set("kind", Json::text(status.kind));
  object.set("state", Json::text(status.state)).set("reason", Json::text(status.reason));
  if (status.kind == "mqtt") object.set("connected", Json(json_boolean(status.is_connected)));
  object.set("owed", Json::number(status.counts.owed));
  object.set("oldestSeconds", Json::number(status.counts.oldest_ms / 1000));
  object.set("setAside", Json::number(status.counts.set_aside));
  object.set("sent", Json::number(status.sent)).set("failures", Json::number(status.failures));
  object.set("withoutSubscriber", Json::number(status.without_subscriber));
  object.set("droppedByNumber", Json::number(status.dropped_by_number));
  object.set("droppedByAge", Json::number(status.dropped_by_age));
  if (status.next_attempt_ms >= 0) {
    object.set("nextAttemptSeconds", Json(json_real(static_cast<double>(status.next_attempt_ms) / 1000)));
  }
  return object;
}

Json counted(int64_t count) {
  Json answer = Json::object();
  answer.set("count", Json::number(count));
  return answer;
}

}  // namespace

Target* Forwarder::find(const std::string& name) {
  const auto found = targets_.find(name);
  return found == targets_.end() ? nullptr : found->second.get();
}

bool Forwarder::has_items(const std::string& name) {
  for (const std::string& other : spool_.targets()) {
    if (other == name) return true;
  }
  return false;
}

Json Forwarder::answer_status() {
  const ServiceStatus& status = service_.status();
  Json service = Json::object();
  service.set("connected", Json(json_boolean(status.is_connected)));
  service.set("problem", Json::text(status.problem));
  service.set("received", Json::number(status.received));
  service.set("invalid", Json::number(status.invalid));
  service.set("unrouted", Json::number(status.unrouted));
  service.set("dropped", Json::number(status.dropped_by_number + status.dropped_by_bytes + status.dropped_by_age));
  Json targets = Json::array();
  for (const TargetStatus& target : statuses()) targets.append(describe(target));
  Json foreign = Json::array();
  for (const std::string& name : spool_.targets()) {
    if (!find(name)) foreign.append(Json::text(name));
  }
  Json answer = Json::object();
  answer.set("service", std::move(service)).set("targets", std::move(targets));
  answer.set("removedTargets", std::move(foreign));
  answer.set("lostWithDamagedFile", Json::number(spool_.lost()));
  return answer;
}

Json Forwarder::answer_list(const std::string& target, bool set_aside) {
  Json items = Json::array();
  for (const Listed& listed : spool_.list(target, set_aside, kListLimit)) {
    Json item = Json::object();
    item.set("id", Json::text(listed.id)).set("time", Json::text(listed.time));
    item.set("kind", Json::text(listed.kind)).set("attempts", Json::number(listed.attempts));
    item.set("reason", Json::text(listed.reason));
    items.append(std::move(item));
  }
  Json answer = Json::object();
  answer.set("items", std::move(items));
  return answer;
}

Json Forwarder::answer_retry(const std::string& name, const std::string& id) {
  Target* target = find(name);
  if (!target) return error("unknown target " + name + "; keybridge-forward status lists them");
  const int64_t count = spool_.retry(name, id);
  if (!id.empty() && count == 0) return error("no item with this id is set aside for " + name);
  target->retry();
  return counted(count);
}

Json Forwarder::answer_drop(const std::string& name, const std::string& id, bool set_aside) {
  if (!find(name) && !has_items(name)) {
    return error("unknown target " + name + "; keybridge-forward status lists them");
  }
  int64_t count = spool_.remove(name, id, true);
  if (!set_aside) count += spool_.remove(name, id, false);
  if (!id.empty() && count == 0) return error("no item with this id is kept for " + name);
  return counted(count);
}

Json Forwarder::answer(const json_t* request) {
  const std::string method = text_of(request, "method").value_or("");
  const std::string target = text_of(request, "target").value_or("");
  const std::string id = text_of(request, "id").value_or("");
  const bool set_aside = json_is_true(json_object_get(request, "setAside"));
  try {
    if (method == "status") return answer_status();
    if (method == "list") return answer_list(target, set_aside);
    if (method == "retry") return answer_retry(target, id);
    if (method == "drop") return answer_drop(target, id, set_aside);
    if (method == "metrics") {
      Json answer = Json::object();
      answer.set("text", Json::text(metrics_of(service_.status(), statuses())));
      return answer;
    }
  } catch (const SpoolError& failure) {
    return error(failure.what());
  }
  return error("unknown method");
}

}  // namespace keybridge::forward
