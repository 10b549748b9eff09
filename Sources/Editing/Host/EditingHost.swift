// SPDX-License-Identifier: Apache-2.0
package import InputTraits
package import KeyCommands
package import Responders
package import Updates

/// A responder with text, as its host knows it: the text may be a document of Keybridge, or belong
/// to a toolkit that reports what is around its caret.
package protocol HostedText: EditingResponder {
  /// The number of the text within its engine.
  var id: ContainerID { get }
  /// The effective traits.
  var traits: TextInputTraits { get }
  /// Whether typed text has an effect.
  var takesText: Bool { get }
}

/// A text that sends its changes elsewhere, once for a turn.
package protocol FlushedText: AnyObject {
  /// Sends the changes since the last call.
  func flush()
}

/// The owner of texts: the engine, as seen by them.
package protocol EditingHost: ResponderHost {
  /// The user's settings.
  var settings: TextInputSettings { get }
  /// The language of the current mode.
  var language: LanguageTag { get }
  /// The windows, in the order in which they were created.
  var windows: [Window] { get }
  /// The key window's first responder; nil while the engine is inactive.
  var firstResponder: Responder? { get }
  /// The connection of texts with this host, and their queue of updates.
  var link: HostLink { get }
  /// The timers, whose clock comes with the keystrokes.
  var timers: EngineTimers { get }
  /// The texts that are or were secret.
  var secrets: SecretTexts { get }

  /// Returns the number of the next text.
  func numberContainer() -> ContainerID
  /// Returns the help with typing for a text; nil if there is no assistant.
  func makeTypingSupport(for text: any HostedText) -> (any TypingSupport)?
  /// Whether a text has the focus, and keys are for this program.
  func isFocused(_ text: any HostedText) -> Bool

  /// Called when the traits of a text have changed.
  func traitsDidChange(of text: any HostedText)
  /// Called when a text becomes secret, once.
  func textBecameSecret(_ text: any HostedText)
  /// Called after a program changed a text or its selection.
  func programChanged(_ text: any HostedText)
  /// Called after a program marked a text, in place of a sequence of dead keys that may be pending.
  func programMarked(_ text: any HostedText)
  /// Called when the focused text takes text again, to which a pending dead key does not belong.
  func abandonSequence()
  /// Called when a text must send a change at the end of the turn.
  func mustFlush(_ text: any FlushedText)
  /// Called when later keys must wait, after the end of the turn, until a toolkit has handled the
  /// present one.
  func mustWait(_ wait: ToolkitWait)
  /// Applies the default answers of the requests about a text.
  func cancelRequests(about text: any HostedText)
  /// Called when input was refused without consulting the delegate.
  func inputWasRefused()
  /// Performs an editing command of the focused text, as its key would.
  func perform(_ command: EditingCommand, in text: any HostedText)
  /// Schedules the clearing of a clipboard after the time that the user has set.
  func limitLife(of clipboard: Clipboard)
}
