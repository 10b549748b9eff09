// SPDX-License-Identifier: Apache-2.0
import Keys
import Mirrors
import TextInput

/// `container.created`: the names for the container numbers in later lines.
struct CreatedContainer: Encodable {
  var container: UInt32
  var name: String
  var program: String

  init(_ contents: Snapshot.Contents) {
    container = contents.container.rawValue
    name = contents.name
    program = contents.program
  }
}

/// `hello` and `resync`: the state that an observer needs to follow the later notifications.
struct SnapshotLine: Encodable {
  enum Event: String {
    /// The first line for an observer.
    case hello
    /// The line that replaces a dropped backlog.
    case resync
  }

  /// The version of the protocol.
  var version = protocolVersion
  var containers: JSONValue
  var devices: [DeviceDescription]
  var focus: UInt32?
  /// Nil without a keyboard.
  var layouts: JSONValue?
  var locks: LockDescription?
  var mode: String?
  var candidates: JSONValue?
  var inline: String?
  var panel: CommandPanelLine?
  var menu: MenuPanelLine?

  init(snapshot: Snapshot, devices: [DeviceInfo]) {
    containers = JSONWriter.objects(snapshot.containers, Self.write)
    self.devices = devices.map(DeviceDescription.init)
    focus = snapshot.focus?.rawValue
    layouts = snapshot.layouts.isEmpty ? nil : .layouts(snapshot.layouts, of: devices)
    locks = snapshot.locks.map(LockDescription.init)
    mode = snapshot.mode
    candidates = snapshot.candidates.map { .object(["list": $0.wireValue]) }
    inline = snapshot.inline
    panel = snapshot.panel.map { CommandPanelLine(event: nil, panel: $0) }
    menu = snapshot.menu.map { MenuPanelLine(event: nil, panel: $0) }
  }

  /// Adds the members of a container; `marked` is null if there is no marked text.
  private static func write(_ contents: Snapshot.Contents, to object: inout JSONWriter) {
    object.add("anchor", number: contents.selection.anchor)
    object.add("container", number: Int(contents.container.rawValue))
    object.add("head", number: contents.selection.head)
    object.add("marked", contents.marked.map { ($0.start, $0.end) })
    if !contents.misspelled.isEmpty { object.add("misspelled", .ranges(contents.misspelled)) }
    object.add("name", contents.name)
    object.add("program", contents.program)
    object.add("text", contents.text)
  }
}
