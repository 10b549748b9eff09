// SPDX-License-Identifier: Apache-2.0
import TextInput

/// The connection of a text with the program whose toolkit owns it.
///
/// While the program is disconnected, and still has the keyboard in its grace period, its messages
/// are held, so that no letter is lost (EXT-23).
final class ExternalTextConnection {
  /// The text.
  let text: ExternalText
  private let name: String
  private unowned let program: Program
  private var held: [ExternalMessage] = []

  init(_ text: ExternalText, named name: String, of program: Program) {
    (self.text, self.name, self.program) = (text, name, program)
    text.insertsFallbackItself = true
    text.client = self
  }

  /// Ends what the program has ended because it lost its connection: it has inserted the text that
  /// was being composed, and no key is down for it.
  func programDidDisconnect() { text.clientDidDisconnect() }

  /// Begins the stream again, with the messages that were held.
  func programDidConnect() {
    let messages = held
    held = []
    text.restart()
    text.resend(messages)
  }

  private struct Dropped: Encodable {
    var container: String
  }
}

extension ExternalTextConnection: ExternalTextClient {
  func externalText(_ text: ExternalText, didSend message: ExternalMessage) {
    guard program.connection != nil else {
      if held.count < ExternalText.unseenLimit { held.append(message) }
      return
    }
    program.write { program.encoder.append(message, of: name, in: program.offsetUnit, to: &$0) }
  }

  func externalTextDidDropKeys(_ text: ExternalText) {
    program.notify("external.keysDropped", Dropped(container: name))
  }
}
