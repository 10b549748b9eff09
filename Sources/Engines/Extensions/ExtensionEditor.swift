// SPDX-License-Identifier: Apache-2.0
import Mirrors

/// The mode of an extension that is in use, as its process sees it.
protocol ExtensionEditor: AnyObject {
  /// Whether the mode is current, and the focused text accepts it.
  var isInUse: Bool { get }
  /// Performs the edits of a request.
  func edit(_ parameters: [String: JSONValue]) -> ExtensionRequest.Answer
  /// Drops the composition of a process that has ended.
  func processDidEnd()
}
