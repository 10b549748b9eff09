// SPDX-License-Identifier: Apache-2.0
#include "yaml.hpp"

#include <yaml.h>

namespace keybridge::forward {
namespace {

constexpr size_t kDepthLimit = 16;

Place place_of(const yaml_mark_t& mark) { return {mark.line + 1, mark.column + 1}; }

/// The events of libyaml.
class Events {
 public:
  explicit Events(const std::string& text) {
    if (!yaml_parser_initialize(&parser_)) throw std::bad_alloc();
    yaml_parser_set_input_string(&parser_, reinterpret_cast<const unsigned char*>(text.data()),
                                 text.size());
  }
  ~Events() {
    yaml_event_delete(&event_);
    yaml_parser_delete(&parser_);
  }
  Events(const Events&) = delete;
  Events& operator=(const Events&) = delete;

  const yaml_event_t& next() {
    yaml_event_delete(&event_);
    if (!yaml_parser_parse(&parser_, &event_)) {
      const char* problem = parser_.problem ? parser_.problem : "no memory is left";
      throw YamlError(place_of(parser_.problem_mark), problem);
    }
    return event_;
  }
  const yaml_event_t& present() const { return event_; }

 private:
  yaml_parser_t parser_ = {};
  yaml_event_t event_ = {};
};

std::string text_of(const yaml_event_t& event) {
  return std::string(reinterpret_cast<const char*>(event.data.scalar.value),
                     event.data.scalar.length);
}

YamlNode scalar(const yaml_event_t& event) {
  YamlNode node;
  node.text = text_of(event);
  const bool is_plain = event.data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
  node.is_null =
    is_plain && (node.text.empty() || node.text == "~" || node.text == "null");
  return node;
}

YamlNode read_node(Events& events, size_t depth);

void read_list(Events& events, size_t depth, YamlNode& node) {
  while (events.next().type != YAML_SEQUENCE_END_EVENT) {
    node.items.push_back(read_node(events, depth + 1));
  }
}

void read_mapping(Events& events, size_t depth, YamlNode& node) {
  while (events.next().type != YAML_MAPPING_END_EVENT) {
    YamlNode key = read_node(events, depth + 1);
    if (key.kind != YamlNode::Kind::scalar) throw YamlError(key.place, "a key is not a text");
    if (node.find(key.text)) throw YamlError(key.place, "the key " + key.text + " is repeated");
    events.next();
    node.members.push_back({std::move(key), read_node(events, depth + 1)});
  }
}

/// Reads the node that the present event begins.
YamlNode read_node(Events& events, size_t depth) {
  const yaml_event_t& event = events.present();
  const Place place = place_of(event.start_mark);
  if (depth > kDepthLimit) throw YamlError(place, "the collections are nested too deeply");
  YamlNode node;
  switch (event.type) {
    case YAML_SCALAR_EVENT:
      node = scalar(event);
      break;
    case YAML_SEQUENCE_START_EVENT:
      node.kind = YamlNode::Kind::list;
      read_list(events, depth, node);
      break;
    case YAML_MAPPING_START_EVENT:
      node.kind = YamlNode::Kind::mapping;
      read_mapping(events, depth, node);
      break;
    case YAML_ALIAS_EVENT:
      throw YamlError(place, "aliases are not supported");
    default:
      throw YamlError(place, "the text is incomplete");
  }
  node.place = place;
  return node;
}

}  // namespace

const YamlNode* YamlNode::find(const std::string& key) const {
  for (const Member& member : members) {
    if (member.key.text == key) return &member.value;
  }
  return nullptr;
}

YamlNode parse_yaml(const std::string& text) {
  Events events(text);
  events.next();  // the start of the stream
  if (events.next().type == YAML_STREAM_END_EVENT) return YamlNode{YamlNode::Kind::mapping, {}, "", true, {}, {}};
  events.next();  // the start of the document
  YamlNode root = read_node(events, 0);
  events.next();  // the end of the document
  if (events.next().type != YAML_STREAM_END_EVENT) {
    throw YamlError(place_of(events.present().start_mark), "the file has several documents");
  }
  return root;
}

}  // namespace keybridge::forward
