// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import TextInput

/// An application with its own menus, which performs all their commands except `mixed`.
final class MenuApplication: Responder {
  private let menus: [Menu]

  init(_ menus: [Menu]) {
    self.menus = menus
    super.init(name: "application")
  }

  override func buildMenu(with builder: inout MenuBuilder) {
    builder.replaceChildren(ofMenu: .root) { _ in menus.map(MenuElement.menu) }
  }

  override func canPerform(_ command: KeyCommand) -> Bool { command.id != "mixed" }
}

/// The menus of a small program.
func menuExample() -> [Menu] {
  func command(
    _ id: String, _ title: String, _ chords: [Chord] = [], _ attributes: KeyCommand.Attributes = [],
    state: KeyCommand.State = .off
  ) -> KeyCommand {
    var command = KeyCommand(id: id, title: title) {
      $0.attributes = attributes
      $0.state = state
    }
    guard let first = chords.first else { return command }
    command.chord = first
    command.continuation = Array(chords.dropFirst())
    return command
  }
  let rest = Menu(
    "rest", isInline: true,
    children: [
      .command(
        command("delete", "Delete", [Chord("d", [.control, .shift, .command])], .destructive)),
      .command(command("later", "Later", [Chord("k", .command), Chord("l", .command)])),
      .menu(
        Menu(
          "export", title: "Export",
          commands: [
            command("text", "As Text"), command("page", "As Page", [Chord("p", .command)]),
          ])),
    ])
  return [
    Menu(
      .application, title: "Application",
      commands: [command("quit", "Quit", [Chord("q", .command)])]),
    Menu(
      .file, title: "File",
      children: [
        .command(command("wrap", "Wrap Lines", state: .on)),
        .command(command("mixed", "Mixed", [Chord("f", .option)], state: .mixed)), .menu(rest),
      ]),
    Menu(.view, title: "View", commands: [command("zoom", "Zoom")]),
  ]
}

/// The open menu of the small program, with a command of its second menu highlighted.
func menuPanel() throws -> MenuPanel? {
  let engine = TextEngine(application: MenuApplication(menuExample()))
  engine.programName = "Notes"
  try engine.press("ctrl+f2")
  try engine.press("right")
  try engine.press("end")
  try engine.press("right")
  return engine.menuPanel
}
