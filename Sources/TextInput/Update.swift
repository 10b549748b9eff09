// SPDX-License-Identifier: Apache-2.0
public import Keys

/// A container's number within one engine.
public struct ContainerID: RawRepresentable, Hashable, Sendable {
  /// The number, counted from 0.
  public var rawValue: UInt32

  /// Makes an identifier from a number.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }
}

/// Something that changed: what leaves the engine, one fact at a time and in order.
///
/// Each case begins with its name in the reference's event vocabulary.
@nonexhaustive
public enum Update: Hashable, Sendable {
  /// `text.didChange`: the code units of `range` were replaced by `text`.
  case textDidChange(ContainerID, range: TextRange, text: String, origin: TextChangeOrigin)
  /// `selection.didChange`: the caret or selection is elsewhere.
  case selectionDidChange(ContainerID, Selection)
  /// `selection.didChange`: there is no selection any more, not even a caret (INP-2).
  case selectionDidEnd(ContainerID)
  /// `marked.didChange`: provisional text was set, changed or, with nil, ended.
  case markedDidChange(ContainerID, range: TextRange?, segments: [MarkedSegment])
  /// `field.editingChanged`: a key changed a field's text.
  case editingChanged(ContainerID)
  /// `field.didEndOnExit`: Return was pressed in a field and the delegate agreed to it (FLD-14).
  case didEndOnExit(ContainerID)
  /// `focus.didBegin`: editing began.
  case focusDidBegin(ContainerID)
  /// `focus.didEnd`: editing ended, and why (FLD-7).
  case focusDidEnd(ContainerID, EditingEndReason)
  /// `traits.didChange`: what the focused container says of the text it expects.
  indirect case traitsDidChange(ContainerID, TextInputTraits)
  /// `keyboard.willShow` and its like: what stands at the bottom of the screen comes, goes or changes.
  indirect case keyboard(KeyboardEvent, KeyboardChange)
  /// `candidates.didChange`: what there is to choose from, the page and the highlight; nil for
  /// nothing any more. The container is the one that had the focus then.
  indirect case candidatesDidChange(CandidateList?, in: ContainerID?)
  /// `mode.didChange`: another mode is typed in (MOD-7). Its layout is a wish: whoever makes the
  /// keystrokes knows whether a keyboard can have it (MOD-10).
  indirect case modeDidChange(TextInputMode)
  /// `correction.offered`, `applied`, `rejected` or `reverted`: what became of a correction.
  indirect case correctionDidChange(ContainerID, TextCorrection, TextCorrection.Stage)
  /// `view.didScroll`: another visual line is at the top of a view; the UTF-16 offset of its start.
  case viewDidScroll(ContainerID, topOffset: Int)
  /// `command.invoked`: a key command ran, with what tells it from others of its name, if anything.
  case commandInvoked(id: String, title: String, target: String, argument: String? = nil)
  /// `hud.shown`: the panel of what can be pressed now opened, or shows other rows (reference 8.4).
  indirect case hudShown(CommandPanel)
  /// `hud.hidden`: it closed.
  case hudHidden
  /// `menu.shown`: the main menu opened, or shows something else (CMD-30).
  indirect case menuShown(MenuPanel)
  /// `menu.hidden`: it closed.
  case menuHidden
  /// `press.began`: a key press was offered to responders as a raw press. The container is the one
  /// that had the focus then; so with the other presses (FLD-2).
  indirect case pressBegan(Keystroke, in: ContainerID?)
  /// `press.ended`: such a press is over.
  indirect case pressEnded(Keystroke, in: ContainerID?)
  /// `press.cancelled`: focus or keyboard went away during such a press.
  indirect case pressCancelled(Keystroke, in: ContainerID?)
  /// `press.unhandled`: nobody wanted the key.
  indirect case pressUnhandled(Keystroke, in: ContainerID?)
  /// `device.connected`: the first keyboard is there (NTF-16).
  indirect case deviceConnected(DeviceInfo)
  /// `device.disconnected`: the last keyboard has gone (NTF-16).
  indirect case deviceDisconnected(DeviceInfo)
  /// `device.attached`: a keyboard is there; told of each, for who keeps a list of them.
  indirect case deviceAttached(DeviceInfo)
  /// `device.detached`: such a keyboard has gone.
  indirect case deviceDetached(DeviceInfo)
}
