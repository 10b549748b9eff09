// SPDX-License-Identifier: Apache-2.0
import Assistance
import InputMethods
import KeyCommands
import Keys
import Layouts
import TextInput

// The arguments are a layout and the keys to press: `Embedding de h o i cmd+n`.
let arguments = CommandLine.arguments.dropFirst()
let layout = arguments.first ?? "us"

let japanese = TextInputMode.builtin.filter { $0.inputMethod == "romaji" }
let engine = TextEngine(modes: ModeList([.english] + japanese))
// Capitals and typographic punctuation; with the lexicon of a language, words are also corrected
// and predicted.
engine.assistant = Assistant(for: engine, lexicons: LexiconFolders.ofThisMachine)
engine.registerBuiltinInputMethods()
engine.screen = CellSize(width: 18, height: 3)
let screen = NoteScreen()
engine.window.rootViewController = screen
screen.field.becomeFirstResponder()

var script = KeyScript(keyboard: DeviceInfo(id: DeviceID(rawValue: 0), name: "script"))
do {
  let layouts = try KeyboardLayouts { _ in LayoutSettings(name: LayoutName(layout: layout)) }
  try layouts.connect(script.keyboard)
  engine.keyboardMap = layouts
  // The engine calls these closures; the component that creates its keystrokes implements them.
  engine.compositionAbandoned = { layouts.cancelComposition() }
  engine.capsLockSwitchedMode = { layouts.releaseCapsLock() }
  engine.modeDidChange = { mode in
    let layout = mode.layout.map {
      ModeLayout(
        $0.name, variant: $0.variant, unlessTyping: mode.isLayoutChosen ? nil : mode.typicalLetter)
    }
    // If the layout cannot be used, keyboards keep their layouts.
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
  case .variantInLayout(let name, let layout, let variant):
    print("no such layout: \(name); the variant \(variant) of \(layout) may be meant")
  case .unknownVariant(let name, let layout, _): print("\(layout) has no variant \(name)")
  case .tooManyLayouts, .tooManyVariants, .invalid: print("xkb refuses the layout \(layout)")
  case .xkbUnavailable: print("xkb's folders are missing")
  // A later version of the library may add reasons. With this case the package compiles with them
  // too. The compiler still warns if the switch lacks a case that exists today.
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

/// Prints the updates that this program needs.
func report(_ update: Update) {
  switch update {
  case .textDidChange(_, let range, let text, let origin):
    print("text: \(range.start)–\(range.end) is now \"\(text)\", by \(origin)")
  case .commandInvoked(let id, let title, _, _): print("command: \(id), \(title)")
  case .pressUnhandled(let keystroke, _): print("unhandled press: \(keystroke.event.code)")
  // This program needs no other updates, and none that a later version may add.
  default: break
  }
}
