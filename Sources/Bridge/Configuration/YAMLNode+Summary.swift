// SPDX-License-Identifier: Apache-2.0
import YAMLNodes

extension YAMLNode {
  /// What it is, for the words "found …".
  var summary: String {
    if isNull { return "nothing" }
    if let text { return "'\(text.prefix(40))'" }
    return items != nil ? "a list" : "keys and values"
  }
}
