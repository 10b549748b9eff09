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
  var containers: [Contents]
  var devices: [DeviceFacts]
  var focus: UInt32?
  var mode: String?
  var candidates: CandidatesLine?
  var panel: CommandPanelLine?
  var menu: MenuPanelLine?

  init(snapshot: Snapshot, devices: [DeviceInfo]) {
    containers = snapshot.containers.map(Contents.init)
    self.devices = devices.map(DeviceFacts.init)
    focus = snapshot.focus?.rawValue
    mode = snapshot.mode
    candidates = snapshot.candidates.map { CandidatesLine(event: nil, list: $0) }
    panel = snapshot.panel.map { CommandPanelLine(event: nil, panel: $0) }
    menu = snapshot.menu.map { MenuPanelLine(event: nil, panel: $0) }
  }

  /// A container; `marked` is null if there is no marked text.
  struct Contents: Encodable {
    var container: UInt32
    var name: String
    var program: String
    var text: String
    var anchor: Int
    var head: Int
    var marked: [Int]?

    private enum CodingKeys: CodingKey {
      case container, name, program, text, anchor, head, marked
    }

    init(_ contents: Snapshot.Contents) {
      container = contents.container.rawValue
      name = contents.name
      program = contents.program
      text = contents.text
      anchor = contents.selection.anchor
      head = contents.selection.head
      marked = contents.marked.map { [$0.start, $0.end] }
    }

    func encode(to encoder: any Encoder) throws {
      var line = encoder.container(keyedBy: CodingKeys.self)
      try line.encode(container, forKey: .container)
      try line.encode(name, forKey: .name)
      try line.encode(program, forKey: .program)
      try line.encode(text, forKey: .text)
      try line.encode(anchor, forKey: .anchor)
      try line.encode(head, forKey: .head)
      try line.encode(marked, forKey: .marked)
    }
  }
}
