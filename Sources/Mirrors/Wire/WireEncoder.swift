// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
package import Keys
package import TextInput

/// Makes lines of JSON, one for each fact, each ending in a newline.
///
/// Keys are sorted, slashes are not escaped, nothing else depends on the machine: the same facts
/// always give the same bytes.
package final class WireEncoder {
  /// Gives a keysym the name xkb has for it.
  package typealias KeysymName = (Keysym) -> String

  private let encoder = JSONEncoder()
  private let keysymName: KeysymName
  private var labels = DeviceLabels()

  /// Makes an encoder; `keysymName` is the layout library's.
  package init(keysymName: @escaping KeysymName) {
    self.keysymName = keysymName
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  }

  /// Learns the names of keyboards from an update without making a line of it.
  package func note(_ update: Update) {
    labels.note(update)
  }

  /// Adds the line of an update.
  ///
  /// A keyboard's name is known from its `device.attached` to its `device.detached`.
  package func append(_ update: Update, to bytes: inout [UInt8]) {
    labels.note(update)
    let event = update.name
    switch update {
    case .textDidChange(let container, let range, let text, let origin):
      write(to: &bytes) { line in
        line.add("container", container.rawValue)
        line.add("event", word: event)
        line.add("origin", word: origin.rawValue)
        line.add("range", (range.start, range.end))
        line.add("string", text)
      }
    case .selectionDidChange(let container, let selection):
      write(to: &bytes) { line in
        line.add("anchor", selection.anchor)
        line.add("container", container.rawValue)
        line.add("event", word: event)
        line.add("head", selection.head)
      }
    case .selectionDidEnd(let container):
      write(to: &bytes) { line in
        line.addNull("anchor")
        line.add("container", container.rawValue)
        line.add("event", word: event)
        line.addNull("head")
      }
    case .markedDidChange(let container, let range, let text):
      write(to: &bytes) { line in
        line.add("container", container.rawValue)
        line.add("event", word: event)
        line.add("range", range.map { ($0.start, $0.end) })
        line.add("string", text)
      }
    case .editingChanged(let container), .didEndOnExit(let container),
      .focusDidBegin(let container):
      write(to: &bytes) { line in
        line.add("container", container.rawValue)
        line.add("event", word: event)
      }
    case .focusDidEnd(let container, let reason):
      write(to: &bytes) { line in
        line.add("container", container.rawValue)
        line.add("event", word: event)
        line.add("reason", reason.name)
      }
    case .traitsDidChange(let container, let traits):
      append(TraitsLine(event: event, container: container, traits: traits), to: &bytes)
    case .candidatesDidChange(let list, _):
      append(CandidatesLine(event: event, list: list), to: &bytes)
    case .modeDidChange(let mode):
      append(ModeLine(event: event, mode: mode), to: &bytes)
    case .keyboard(_, let change):
      append(KeyboardLine(event: event, change: change, isLocal: false), to: &bytes)
    case .correctionDidChange(let container, let correction, _):
      write(to: &bytes) { line in
        line.add("container", container.rawValue)
        line.add("event", word: event)
        line.add("range", (correction.range.start, correction.range.end))
        line.add("replacement", correction.replacement)
        line.add("typed", correction.typed)
      }
    case .viewDidScroll(let container, let topOffset):
      write(to: &bytes) { line in
        line.add("container", container.rawValue)
        line.add("event", word: event)
        line.add("topOffset", topOffset)
      }
    case .commandInvoked(let id, let title, let target, let argument):
      write(to: &bytes) { line in
        if let argument { line.add("argument", argument) }
        line.add("event", word: event)
        line.add("id", id)
        line.add("target", target)
        line.add("title", title)
      }
    case .hudShown(let panel):
      append(CommandPanelLine(event: event, panel: panel), to: &bytes)
    case .hudHidden:
      write(to: &bytes) { line in line.add("event", word: event) }
    case .pressBegan(let keystroke, _), .pressEnded(let keystroke, _),
      .pressCancelled(let keystroke, _), .pressUnhandled(let keystroke, _):
      append(keystroke, event: event, to: &bytes)
    case .deviceConnected(let info), .deviceDisconnected(let info), .deviceAttached(let info),
      .deviceDetached(let info):
      append(DeviceLine(event: event, facts: DeviceFacts(info)), to: &bytes)
    }
  }

  /// Adds the line of a keystroke, without an event's name.
  package func append(_ keystroke: Keystroke, to bytes: inout [UInt8]) {
    append(keystroke, event: nil, to: &bytes)
  }

  private func append(_ keystroke: Keystroke, event: String?, to bytes: inout [UInt8]) {
    write(to: &bytes) { line in
      line.add("device", labels[keystroke.event.device])
      if let event { line.add("event", word: event) }
      line.add("key", keystroke.event.code.description)
      line.add("keysym", keysymName(keystroke.keysym))
      line.add("modifiers", keystroke.modifiers.names)
      line.add("repeat", keystroke.event.phase == .repeat)
      line.add("text", keystroke.text)
      line.add("time", keystroke.event.time.microseconds)
    }
  }

  /// Writes a line in place: the bytes are moved into it and back, never copied.
  private func write(to bytes: inout [UInt8], _ body: (inout JSONLine) -> Void) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 512) { room in
      var taken: [UInt8] = []
      swap(&taken, &bytes)
      var line = JSONLine(behind: consume taken, room: room)
      body(&line)
      bytes = line.end()
    }
  }

  /// Adds a value as a line, by `JSONEncoder`: for what is rare.
  package func append(_ value: some Encodable, to bytes: inout [UInt8]) {
    // Strings, integers and null always encode; what does not would be a line less, never half one.
    guard let data = try? encoder.encode(value) else { return }
    bytes.append(contentsOf: data)
    bytes.append(UInt8(ascii: "\n"))
  }
}
