// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import Layouts
import TextInput

// Which keys are pressed, and on which layout: `Embedding de h o i cmd+n`.
let arguments = CommandLine.arguments.dropFirst()
let layout = arguments.first ?? "us"

let engine = TextEngine()
engine.screen = CellSize(width: 18, height: 3)
let screen = NoteScreen()
engine.window.rootViewController = screen
screen.field.becomeFirstResponder()

var script = KeyScript(keyboard: DeviceInfo(id: DeviceID(rawValue: 0), name: "script"))
do {
  let layouts = try KeyboardLayouts { _ in LayoutSettings(name: LayoutName(layout: layout)) }
  try layouts.connect(script.keyboard)
  engine.keyboardMap = layouts
  // What the engine asks of whoever makes its keystrokes.
  engine.compositionAbandoned = { layouts.cancelComposition() }
  engine.capsLockSwitchedMode = { layouts.releaseCapsLock() }
  engine.modeDidChange = { mode in
    let layout = mode.layout.map {
      ModeLayout(
        $0.name, variant: $0.variant, unlessTyping: mode.isLayoutChosen ? nil : mode.typicalLetter)
    }
    // With a layout that cannot be used keyboards type as before.
    try? layouts.setModeLayout(layout)
  }
  for word in arguments.dropFirst() {
    guard let events = script.events(for: word) else {
      print("no such key: \(word)")
      continue
    }
    for event in events {
      if let deadline = engine.nextDeadline, deadline <= event.time { engine.advance(to: deadline) }
      let disposition = engine.handle(layouts.keystroke(for: event))
      if disposition == .unhandled { print("unhandled: \(word)") }
    }
    engine.takeUpdates().forEach(report)
  }
} catch {
  switch error {
  case .unknownLayout(let name, let nearest):
    print("no such layout: \(name)" + (nearest.map { "; did you mean \($0)?" } ?? ""))
  case .unknownVariant(let name, let layout, _): print("\(layout) has no variant \(name)")
  case .tooManyLayouts, .tooManyVariants, .invalid: print("xkb refuses the layout \(layout)")
  case .xkbUnavailable: print("xkb's folders are missing")
  // A later version may know further reasons: in a switch over an enumeration of the library, another package says what
  // becomes of them, and keeps compiling. A case that is known today and left out is still reported.
  @unknown default: print("the layout cannot be used: \(error)")
  }
}

print("commands:")
for row in engine.activeCommands where row.command.group == "Notes" {
  print("  \(row.command.chord)  \(row.command.title)")
}

var cells = CellScreen(size: engine.screen)
screen.meter.count = screen.field.text.utf16.count
cells.draw(engine)
print("screen:")
for row in cells.rows { print("  |\(row.text)|") }

/// Prints what changed, as far as this program cares.
func report(_ update: Update) {
  switch update {
  case .textDidChange(_, let range, let text, let origin):
    print("text: \(range.start)–\(range.end) is now \"\(text)\", by \(origin)")
  case .commandInvoked(let id, let title, _, _): print("command: \(id), \(title)")
  case .pressUnhandled(let keystroke, _): print("nobody wanted \(keystroke.event.code)")
  // Of all else, and of what a later version adds, this program needs nothing.
  default: break
  }
}
