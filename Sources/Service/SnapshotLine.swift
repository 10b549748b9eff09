// SPDX-License-Identifier: Apache-2.0
import Keys
import Mirrors
import TextInput

/// `hello` and `resync`: everything an observer needs to follow from here on.
struct SnapshotLine: Encodable {
  enum Event: String, Encodable {
    /// The first line an observer gets.
    case hello
    /// The line in the place of a backlog that was dropped.
    case resync
  }

  var event: Event
  /// The version of the lines' format.
  var version = 1
  var containers: [Contents]
  var devices: [DeviceFacts]

  init(event: Event, snapshot: Snapshot, devices: [DeviceInfo]) {
    self.event = event
    containers = snapshot.containers.map(Contents.init)
    self.devices = devices.map(DeviceFacts.init)
  }

  /// A container; the marked range is null while there is none.
  struct Contents: Encodable {
    var container: UInt32
    var text: String
    var anchor: Int
    var head: Int
    var marked: [Int]?

    private enum CodingKeys: CodingKey {
      case container, text, anchor, head, marked
    }

    init(_ contents: Snapshot.Contents) {
      container = contents.container.rawValue
      text = contents.text
      anchor = contents.selection.anchor
      head = contents.selection.head
      marked = contents.marked.map { [$0.start, $0.end] }
    }

    func encode(to encoder: any Encoder) throws {
      var line = encoder.container(keyedBy: CodingKeys.self)
      try line.encode(container, forKey: .container)
      try line.encode(text, forKey: .text)
      try line.encode(anchor, forKey: .anchor)
      try line.encode(head, forKey: .head)
      try line.encode(marked, forKey: .marked)
    }
  }
}

/// `refused`: the last line of a reader that is not served.
struct RefusalLine: Encodable {
  var event = "refused"
  var reason: Reason

  enum Reason: String, Encodable {
    /// The reader belongs to another user.
    case notPermitted
    /// As many observers as there may be are served already.
    case tooManyObservers
  }
}
