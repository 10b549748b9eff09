// SPDX-License-Identifier: Apache-2.0
public import InputTraits
public import Keys
public import Responders
public import Text

/// A container's number within one engine.
public struct ContainerID: RawRepresentable, Hashable, Sendable {
  /// The number, counted from 0.
  public var rawValue: UInt32

  /// Creates an identifier from a number.
  ///
  /// - Parameter rawValue: the number, counted from 0 within the engine.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }
}

/// A change that the engine reports; updates are reported one at a time and in order.
///
/// The description of each case begins with its name in the reference's event vocabulary.
@nonexhaustive
public enum Update: Hashable, Sendable {
  /// `text.didChange`: the code units of `range` were replaced by `text`.
  case textDidChange(ContainerID, range: TextRange, text: String, origin: TextChangeOrigin)
  /// `selection.didChange`: the caret or the selection moved.
  case selectionDidChange(ContainerID, Selection)
  /// `selection.didChange`: there is no selection, not even a caret (INP-2).
  case selectionDidEnd(ContainerID)
  /// `marked.didChange`: marked text was set or changed, or ended if the range is nil.
  case markedDidChange(ContainerID, range: TextRange?, segments: [MarkedSegment])
  /// `field.editingChanged`: a key changed a field's text.
  case editingChanged(ContainerID)
  /// `field.didEndOnExit`: Return was pressed in a field, and the delegate allowed it (FLD-14).
  case didEndOnExit(ContainerID)
  /// `focus.didBegin`: editing began.
  case focusDidBegin(ContainerID)
  /// `focus.didEnd`: editing ended, with the reason (FLD-7).
  case focusDidEnd(ContainerID, EditingEndReason)
  /// `traits.didChange`: the traits of the focused container changed.
  indirect case traitsDidChange(ContainerID, TextInputTraits)
  /// `keyboard.willShow` and similar: the keyboard area appears, disappears or changes.
  indirect case keyboard(KeyboardEvent, KeyboardChange)
  /// `candidates.didChange`: the candidates, their page or the highlight changed; the list is nil
  /// if there are none. The container is the one that had focus at that time.
  indirect case candidatesDidChange(CandidateList?, in: ContainerID?)
  /// `ink.didChange`: the strokes of a character that is drawn changed; nil if they are gone. The
  /// container is the one that had focus at that time.
  indirect case inkDidChange(Ink?, in: ContainerID?)
  /// `mode.didChange`: the input mode changed (MOD-7). The mode's layout is only a request: the
  /// component that makes the keystrokes decides whether a keyboard can use it (MOD-10).
  indirect case modeDidChange(TextInputMode)
  /// `mode.extensionBypassed`: the extension of a mode did not answer in time, and keys are typed
  /// without it (CIV-19); at most once a minute for each extension.
  case modeExtensionBypassed(id: String)
  /// `layout.didChange`: a keyboard types with another of its layouts, or with that of another mode
  /// (NTF-19).
  indirect case layoutDidChange(ActiveLayout, on: DeviceID)
  /// `locks.didChange`: Caps Lock, Num Lock or Scroll Lock was switched on or off (NTF-18). The
  /// container is the one that had focus at that time.
  case locksDidChange(LockLEDs, in: ContainerID?)
  /// `correction.offered`, `applied`, `rejected` or `reverted`: the new state of a correction.
  indirect case correctionDidChange(ContainerID, TextCorrection, TextCorrection.Stage)
  /// `spelling.didChange`: within `range`, exactly these words are now marked as misspelled.
  ///
  /// Marks outside stay and move with the text; a change of text that touches a mark removes it
  /// without an update of its own (AST-54).
  indirect case spellingDidChange(ContainerID, range: TextRange, words: [TextRange])
  /// `inline.didChange`: the continuation shown after the caret; nil if there is none any more
  /// (AST-28).
  case inlineDidChange(ContainerID, text: String?)
  /// `view.didScroll`: the first visible line of a view changed; `topOffset` is the UTF-16 offset
  /// of its start.
  case viewDidScroll(ContainerID, topOffset: Int)
  /// `command.invoked`: a key command ran; `argument` distinguishes commands with the same
  /// identifier.
  case commandInvoked(id: String, title: String, target: String, argument: String? = nil)
  /// `hud.shown`: the command panel opened, or shows other rows (reference 8.4).
  indirect case hudShown(CommandPanel)
  /// `hud.hidden`: the command panel closed.
  case hudHidden
  /// `menu.shown`: the main menu opened, or changed (CMD-30).
  indirect case menuShown(MenuPanel)
  /// `menu.hidden`: the main menu closed.
  case menuHidden
  /// `press.began`: responders received a raw key press. The container is the one that had focus at
  /// that time, here and in the other presses (FLD-2).
  indirect case pressBegan(Keystroke, in: ContainerID?)
  /// `press.ended`: a raw press ended.
  indirect case pressEnded(Keystroke, in: ContainerID?)
  /// `press.cancelled`: focus moved or the keyboard disconnected during a raw press.
  indirect case pressCancelled(Keystroke, in: ContainerID?)
  /// `press.unhandled`: the key press was not handled.
  indirect case pressUnhandled(Keystroke, in: ContainerID?)
  /// `device.connected`: the first keyboard was connected (NTF-16).
  indirect case deviceConnected(DeviceInfo)
  /// `device.disconnected`: the last keyboard was disconnected (NTF-16).
  indirect case deviceDisconnected(DeviceInfo)
  /// `device.attached`: a keyboard was connected; reported for every keyboard.
  indirect case deviceAttached(DeviceInfo)
  /// `device.detached`: a keyboard was disconnected; reported for every keyboard.
  indirect case deviceDetached(DeviceInfo)
}
