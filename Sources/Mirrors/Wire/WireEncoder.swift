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
  /// A keyboard's name is known from its `device.connected` to its `device.disconnected`.
  package func append(_ update: Update, to bytes: inout [UInt8]) {
    labels.note(update)
    let event = update.name
    switch update {
    case .textDidChange(let container, let range, let text, let origin):
      append(
        TextLine(
          event: event, container: container.rawValue, range: [range.start, range.end],
          string: text, origin: origin.rawValue),
        to: &bytes)
    case .selectionDidChange(let container, let selection):
      append(
        SelectionLine(
          event: event, container: container.rawValue, anchor: selection.anchor,
          head: selection.head),
        to: &bytes)
    case .markedDidChange(let container, let range, let text):
      append(
        MarkedLine(
          event: event, container: container.rawValue, range: range.map { [$0.start, $0.end] },
          string: text),
        to: &bytes)
    case .commandInvoked(let id, let title, let target):
      append(CommandLine(event: event, id: id, title: title, target: target), to: &bytes)
    case .pressBegan(let keystroke), .pressEnded(let keystroke), .pressCancelled(let keystroke),
      .pressUnhandled(let keystroke):
      append(PressLine(event: event, keystroke: line(for: keystroke)), to: &bytes)
    case .deviceConnected(let info), .deviceDisconnected(let info):
      append(DeviceLine(event: event, facts: DeviceFacts(info)), to: &bytes)
    }
  }

  /// Adds the line of a keystroke, without an event's name.
  package func append(_ keystroke: Keystroke, to bytes: inout [UInt8]) {
    append(line(for: keystroke), to: &bytes)
  }

  /// Adds a value as a line.
  package func append(_ value: some Encodable, to bytes: inout [UInt8]) {
    // Strings, integers and null always encode; what does not would be a line less, never half one.
    guard let data = try? encoder.encode(value) else { return }
    bytes.append(contentsOf: data)
    bytes.append(UInt8(ascii: "\n"))
  }

  private func line(for keystroke: Keystroke) -> KeystrokeLine {
    KeystrokeLine(
      time: keystroke.event.time.microseconds, device: labels[keystroke.event.device],
      key: keystroke.event.code.description, repeat: keystroke.event.phase == .repeat,
      keysym: keysymName(keystroke.keysym), text: keystroke.text,
      modifiers: keystroke.modifiers.names)
  }
}
