// SPDX-License-Identifier: Apache-2.0
import TextInput

/// The connection of a text with the program whose toolkit owns it.
///
/// While the program is disconnected, and still has the keyboard in its grace period, its messages
/// are held, so that no letter is lost (EXT-23).
final class ExternalTextConnection {
  /// The text.
  let text: ExternalText
  /// Sends a message; returns false if the program is not connected.
  private let send: (ExternalMessage) -> Bool
  private let keysWereDropped: () -> Void
  private var held: [ExternalMessage] = []

  /// Creates a connection.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - send: sends a message; returns false if the program is not connected.
  ///   - keysWereDropped: notifies the program that keys are dropped.
  init(
    _ text: ExternalText, send: @escaping (ExternalMessage) -> Bool,
    keysWereDropped: @escaping () -> Void
  ) {
    (self.text, self.send, self.keysWereDropped) = (text, send, keysWereDropped)
    text.insertsFallbackItself = true
    text.client = self
  }

  /// Ends what the program has ended because it lost its connection: it has inserted the text that
  /// was being composed, and no key is down for it.
  func programDidDisconnect() { text.clientDidDisconnect() }

  /// Begins the stream again, because the program has connected.
  func programDidConnect() { text.restart() }

  /// Sends the messages that were held, after the response to `hello`.
  func sendHeld() {
    let messages = held
    held = []
    text.resend(messages)
  }
}

extension ExternalTextConnection: ExternalTextClient {
  func externalText(_ text: ExternalText, didSend message: ExternalMessage) {
    if !send(message), held.count < ExternalText.unseenLimit { held.append(message) }
  }

  func externalTextDidDropKeys(_ text: ExternalText) { keysWereDropped() }
}
