// SPDX-License-Identifier: Apache-2.0

/// A key that a toolkit must have handled before later keys go on (EXT-26).
///
/// The toolkit may move the focus because of the key, and text that is typed after it belongs to
/// the text that has the focus then.
package final class ToolkitWait {
  /// For how long later keys wait at most.
  package static let limit = Duration.milliseconds(100)

  /// The text that has received the key.
  package private(set) weak var text: (any HostedText)?
  /// The number of the key's message.
  let number: Int
  /// Whether the toolkit has handled the key.
  package private(set) var isOver = false
  /// Lets the keys go on, if they wait.
  package var resume: () -> Void = {}

  init(_ text: any HostedText, number: Int) { (self.text, self.number) = (text, number) }

  func end() {
    isOver = true
    resume()
  }
}
