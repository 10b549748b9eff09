// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "item.hpp"

namespace keybridge::forward {

/// The topics and names in the configurations for Home Assistant.
struct DiscoveryContext {
  /// The prefix of Home Assistant's topics.
  std::string prefix;
  std::string host;
  /// An identifier of this machine that stays the same: letters, digits and `_`.
  std::string machine;
  std::string availability_topic;
};

/// Returns a text with the characters that identifiers of objects may have.
std::string object_id(const std::string& text);

/// Returns what identifies a scanner: its vendor and product, and the port at which it is connected.
std::string scanner_key(const Item& item);

/// Returns the topic of the configuration of a scanner.
std::string scanner_topic(const DiscoveryContext& context, const Item& item);
/// Returns the configuration of a scanner: an event entity and a tag reader.
///
/// - Parameter topic: the topic of its codes.
std::string scanner_configuration(const DiscoveryContext& context, const Item& item,
                                  const std::string& topic);

/// A command with its title and the topic to which it is sent.
struct AnnouncedCommand {
  std::string title;
  std::string topic;
};

/// Returns the topic of the configuration of this machine.
std::string machine_topic(const DiscoveryContext& context);
/// Returns the configuration of this machine: its connectivity, and an event entity and a trigger
/// for each command.
///
/// - Parameters:
///   - commands: the commands by their identifiers.
///   - removed: commands that the last configuration had, which are removed.
std::string machine_configuration(const DiscoveryContext& context,
                                  const std::map<std::string, AnnouncedCommand>& commands,
                                  const std::vector<std::string>& removed);

/// Returns the components of a configuration that have no other member than their platform, which
/// Home Assistant removes.
std::string without_removed(const std::string& configuration);

/// Returns the commands in a machine's configuration.
std::map<std::string, AnnouncedCommand> commands_of(const std::string& configuration);

/// Returns an identifier of this machine that stays the same, of 16 digits.
std::string machine_identifier();

}  // namespace keybridge::forward
