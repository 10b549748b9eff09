// SPDX-License-Identifier: Apache-2.0
import YAMLNodes

/// The description of a node in an error.
extension YAMLNode {
  /// Describes the node, for the words "found …" in an error.
  var summary: String {
    if isNull { return "nothing" }
    if let text { return "'\(text.prefix(40))'" }
    return items != nil ? "a list" : "keys and values"
  }
}
