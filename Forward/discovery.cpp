// SPDX-License-Identifier: Apache-2.0
#include "discovery.hpp"

#include <systemd/sd-id128.h>

#include <cctype>
#include <cstdint>
#include <cstdio>

namespace keybridge::forward {
namespace {

/// Of this program, for an identifier that does not reveal the machine's own.
const sd_id128_t kProgram = SD_ID128_MAKE(5b,8e,0f,5c,31,3a,4a,7d,9a,52,6d,41,c0,2e,77,19);

Json text(const std::string& value) { return Json::text(value); }

std::string dump(const Json& value) {
  char* characters = json_dumps(value.get(), JSON_COMPACT);
  const std::string result = characters ? characters : "";
  free(characters);
  return result;
}

Json origin() {
  Json origin = Json::object();
  origin.set("name", text("keybridge-forward")).set("sw_version", text(KEYBRIDGE_VERSION));
  return origin;
}

Json availability(const DiscoveryContext& context) {
  Json topic = Json::object();
  topic.set("topic", text(context.availability_topic));
  Json list = Json::array();
  list.append(std::move(topic));
  return list;
}

std::string machine_name(const DiscoveryContext& context) {
  return "keybridge_" + object_id(context.machine);
}

std::string scanner_name(const DiscoveryContext& context, const Item& item) {
  return machine_name(context) + "_" + object_id(scanner_key(item));
}

Json device(const std::string& identifier, const std::string& name) {
  Json identifiers = Json::array();
  identifiers.append(text(identifier));
  Json device = Json::object();
  device.set("identifiers", std::move(identifiers)).set("name", text(name));
  return device;
}

/// Returns an event entity.
Json event(const DiscoveryContext& context, const std::string& identifier, const std::string& name,
           const std::string& topic, const std::string& type) {
  Json types = Json::array();
  types.append(text(type));
  Json event = Json::object();
  event.set("platform", text("event")).set("unique_id", text(identifier)).set("name", text(name));
  event.set("event_types", std::move(types)).set("state_topic", text(topic));
  event.set("availability", availability(context)).set("qos", Json::number(1));
  return event;
}

Json platform(const char* name) {
  Json component = Json::object();
  component.set("platform", text(name));
  return component;
}

std::string configuration(Json device, Json components) {
  Json object = Json::object();
  object.set("device", std::move(device)).set("origin", origin());
  object.set("components", std::move(components));
  return dump(object);
}

/// Returns six digits that differ for different texts: FNV-1a, because the first use of libcrypto
/// takes 2 MB of memory.
std::string digits_of(const std::string& value) {
  uint32_t hash = 2166136261;
  for (const unsigned char byte : value) hash = (hash ^ byte) * 16777619;
  char digits[8] = "";
  std::snprintf(digits, sizeof digits, "%06x", (hash >> 24) ^ (hash & 0xFFFFFF));
  return digits;
}

constexpr const char* kEventPrefix = "command_";
constexpr const char* kTriggerPrefix = "trigger_";

}  // namespace

std::string object_id(const std::string& value) {
  std::string result;
  for (const unsigned char byte : value) {
    result += std::isalnum(byte) || byte == '-' || byte == '_' ? static_cast<char>(byte) : '_';
  }
  // Different texts must not become one identifier.
  return result == value ? result : result + "_" + digits_of(value);
}

std::string scanner_key(const Item& item) {
  const std::string kind = item.device_id.empty() ? item.device_name : item.device_id;
  // The number of a node changes when a scanner is plugged in.
  const bool is_node = item.device_path.compare(0, 5, "/dev/") == 0;
  std::string key = kind;
  // Bluetooth scanners of one kind share the path, and cheap USB scanners the serial number.
  for (const std::string& part : {is_node ? "" : item.device_path, item.device_uniq}) {
    if (!part.empty()) key += " " + part;
  }
  return key;
}

std::string scanner_topic(const DiscoveryContext& context, const Item& item) {
  return context.prefix + "/device/" + scanner_name(context, item) + "/config";
}

std::string scanner_configuration(const DiscoveryContext& context, const Item& item,
                                  const std::string& topic) {
  const std::string identifier = scanner_name(context, item);
  Json description = device(identifier, item.device_name.empty() ? "Scanner" : item.device_name);
  description.set("via_device", text(machine_name(context)));
  Json tag = platform("tag");
  tag.set("topic", text(topic)).set("qos", Json::number(1));
  tag.set("value_template", text("{{ value_json.text if value_json.kind == 'scan' else '' }}"));
  Json components = Json::object();
  components.set("scan", event(context, identifier + "_scan", "Scan", topic, "scan"));
  components.set("tag", std::move(tag));
  return configuration(std::move(description), std::move(components));
}

std::string machine_topic(const DiscoveryContext& context) {
  return context.prefix + "/device/" + machine_name(context) + "/config";
}

std::string machine_configuration(const DiscoveryContext& context,
                                  const std::map<std::string, AnnouncedCommand>& commands,
                                  const std::vector<std::string>& removed) {
  const std::string identifier = machine_name(context);
  Json connectivity = platform("binary_sensor");
  connectivity.set("unique_id", text(identifier + "_connectivity")).set("name", text("Connectivity"));
  connectivity.set("device_class", text("connectivity"));
  connectivity.set("state_topic", text(context.availability_topic));
  connectivity.set("payload_on", text("online")).set("payload_off", text("offline"));
  connectivity.set("entity_category", text("diagnostic")).set("qos", Json::number(1));
  Json components = Json::object();
  components.set("connectivity", std::move(connectivity));
  for (const auto& [command, announced] : commands) {
    const std::string name = object_id(command);
    components.set((kEventPrefix + name).c_str(),
                   event(context, identifier + "_command_" + name,
                         announced.title.empty() ? command : announced.title, announced.topic,
                         "pressed"));
    Json trigger = platform("device_automation");
    trigger.set("automation_type", text("trigger")).set("type", text("pressed"));
    // The identifier and not the title: a changed subtype breaks automations.
    trigger.set("subtype", text(command)).set("topic", text(announced.topic));
    trigger.set("payload", text(command)).set("value_template", text("{{ value_json.command }}"));
    trigger.set("qos", Json::number(1));
    components.set((kTriggerPrefix + name).c_str(), std::move(trigger));
  }
  for (const std::string& command : removed) {
    components.set((kEventPrefix + object_id(command)).c_str(), platform("event"));
    components.set((kTriggerPrefix + object_id(command)).c_str(), platform("device_automation"));
  }
  return configuration(device(identifier, context.host), std::move(components));
}

std::string without_removed(const std::string& configuration) {
  const Json object(json_loads(configuration.c_str(), 0, nullptr));
  json_t* components = json_object_get(object.get(), "components");
  const char* key = nullptr;
  json_t* component = nullptr;
  void* next = nullptr;
  json_object_foreach_safe(components, next, key, component) {
    if (json_object_size(component) == 1) json_object_del(components, key);
  }
  return dump(object);
}

std::map<std::string, AnnouncedCommand> commands_of(const std::string& configuration) {
  const Json object(json_loads(configuration.c_str(), 0, nullptr));
  const json_t* components = json_object_get(object.get(), "components");
  std::map<std::string, AnnouncedCommand> commands;
  const char* key = nullptr;
  json_t* component = nullptr;
  json_object_foreach(const_cast<json_t*>(components), key, component) {
    const std::optional<std::string> command = text_of(component, "subtype");
    if (!command) continue;
    const json_t* event = json_object_get(components, (kEventPrefix + object_id(*command)).c_str());
    commands[*command] = {text_of(event, "name").value_or(""),
                          text_of(component, "topic").value_or("")};
  }
  return commands;
}

std::string machine_identifier() {
  sd_id128_t identifier = {};
  char digits[SD_ID128_STRING_MAX] = "";
  if (sd_id128_get_machine_app_specific(kProgram, &identifier) < 0) return "unknown";
  return std::string(sd_id128_to_string(identifier, digits)).substr(0, 16);
}

}  // namespace keybridge::forward
