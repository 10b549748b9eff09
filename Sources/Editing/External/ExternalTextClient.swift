// SPDX-License-Identifier: Apache-2.0

/// The toolkit that owns a text, or the connection to it.
public protocol ExternalTextClient: AnyObject {
  /// Receives a message, in the order of the numbers.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - message: the message.
  func externalText(_ text: ExternalText, didSend message: ExternalMessage)
  /// Called once when keys begin to be dropped, because too many messages have not been seen
  /// (EXT-24).
  ///
  /// - Parameter text: the text.
  func externalTextDidDropKeys(_ text: ExternalText)
  /// Asks whether the text from an offset to the caret may be replaced, because the surroundings
  /// say so.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - start: the start of what would be replaced, in UTF-16 code units of the surroundings.
  /// - Returns: whether the toolkit can delete exactly that text; true by default.
  func externalText(_ text: ExternalText, mayReplaceFrom start: Int) -> Bool
}

extension ExternalTextClient {
  /// Returns true.
  public func externalText(_ text: ExternalText, mayReplaceFrom start: Int) -> Bool { true }
}
