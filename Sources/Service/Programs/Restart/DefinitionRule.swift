// SPDX-License-Identifier: Apache-2.0

/// The effect of a method on the ``DefinitionLog`` of its program.
enum DefinitionRule: Hashable {
  /// No definition changes: the method only reads, it is not kept, or ``KeptProgram`` has its
  /// effect as a value.
  case nothing
  /// Defines a container, a form or a label; the associated value is the member with its name.
  case creates(String)
  /// Changes members of a container or a label.
  case changes(String)
  /// Removes a container, a form or a label, and what depends on it.
  case removes(String)
  /// Defines a command, changes its members, or removes it.
  case registersCommand, changesCommand, removesCommand
  /// Replaces the view above the keyboard area, or in place of candidates.
  case setsAccessory, setsInputView
  /// Replaces the changes of a menu.
  case setsMenu
  /// Changes members of the program's wishes for the mode.
  case prefersMode

  /// The rules of all methods of the programs' socket.
  static let all: [String: DefinitionRule] = [
    "accessory.set": .setsAccessory,
    "bye": .nothing,
    "candidates.choose": .nothing,
    "capabilities": .nothing,
    "command.register": .registersCommand,
    "command.remove": .removesCommand,
    "command.set": .changesCommand,
    "commands.active": .nothing,
    "composition.end": .nothing,
    "container.create": .creates("container"),
    "container.get": .nothing,
    "container.remove": .removes("container"),
    "container.set": .changes("container"),
    "delivery.ack": .nothing,
    "delivery.receive": .nothing,
    "endEditing": .nothing,
    "fill.offer": .nothing,
    "fill.provide": .nothing,
    "fill.withdraw": .nothing,
    "focus.release": .nothing,
    "focus.request": .nothing,
    "form.create": .creates("form"),
    "form.get": .nothing,
    "form.remove": .removes("form"),
    "form.set": .nothing,
    "grace": .nothing,
    "hello": .nothing,
    "idle.set": .nothing,
    "ink.begin": .nothing,
    "ink.clear": .nothing,
    "ink.stroke": .nothing,
    "ink.undo": .nothing,
    "inputView.set": .setsInputView,
    "label.create": .creates("label"),
    "label.measure": .nothing,
    "label.remove": .removes("label"),
    "label.set": .changes("label"),
    "marked.cancel": .nothing,
    "marked.commit": .nothing,
    "marked.set": .nothing,
    "menu.context": .nothing,
    "menu.get": .nothing,
    "menu.perform": .nothing,
    "menu.set": .setsMenu,
    "mode.prefer": .prefersMode,
    "mode.set": .nothing,
    "pasteboard.clear": .nothing,
    "pasteboard.get": .nothing,
    "pasteboard.set": .nothing,
    "ping": .nothing,
    "scanner.claim": .nothing,
    "scanner.release": .nothing,
    "selection.set": .nothing,
    "session.end": .nothing,
    "snapshot": .nothing,
    "subscribe": .nothing,
    "surroundings.set": .nothing,
    "text.clear": .nothing,
    "text.replace": .nothing,
    "text.set": .nothing,
    "text.words": .nothing,
  ]
}
