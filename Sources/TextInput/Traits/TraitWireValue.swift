// SPDX-License-Identifier: Apache-2.0

/// A trait's or a setting's value as it travels: in a request, an observer's line, a form file.
public enum TraitWireValue: Hashable, Sendable {
  /// No value: a content type, password rules or a context that is not there.
  case null
  /// Yes or no.
  case bool(Bool)
  /// A number, such as UIKit's raw value of a keyboard type.
  case number(Int)
  /// A word, or text.
  case text(String)
}
