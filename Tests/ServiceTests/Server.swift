// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keys
import Mirrors
import Service
import TestSupport
import TextInput

/// A document, the observers' socket that reports it, and their loop.
final class Server {
  let folder: TemporaryFolder
  let path: String
  let loop = PollLoop()
  let socket: ObserverHub
  let document = Document()

  /// A stand-in for the engine's state.
  final class Document {
    var text = ""
    var snapshots = 0
  }

  init(
    folder: TemporaryFolder? = nil, limits: ConnectionLimits = ConnectionLimits(),
    owner: UInt32 = geteuid()
  ) throws {
    self.folder = try folder ?? TemporaryFolder()
    path = self.folder.path + "/socket"
    socket = try ObserverHub(
      .path(path, mode: 0o600), loop: loop,
      encoder: WireEncoder(style: .notification) { _ in "NoSymbol" }, limits: limits, owner: owner,
      snapshot: { [document] in
        document.snapshots += 1
        let end = document.text.utf16.count
        return Snapshot(containers: [
          .init(container: .main, text: document.text, selection: Selection(caret: end))
        ])
      })
  }

  /// Types at the end of the document: one frame, two updates.
  func type(_ text: String) {
    let range = TextRange(caret: document.text.utf16.count)
    document.text += text
    let caret = Selection(caret: document.text.utf16.count)
    socket.receive(.selectionDidChange(.main, caret))
    socket.receive(.textDidChange(.main, range: range, text: text, origin: .user))
    socket.frameEnded()
  }

  func connect() throws -> Observer {
    let observer = try Observer(path: path, at: .observers)
    loop.settle()
    return observer
  }
}

extension ContainerID {
  static let main = ContainerID(rawValue: 0)
}

extension DeviceInfo {
  static let desk = DeviceInfo(
    id: DeviceID(rawValue: 3), name: "USB Keyboard", path: "/dev/input/event3",
    phys: "usb-0000:00:14.0-2/input0", bus: 3, vendor: 0x046d, product: 0xc31c, version: 0x0110,
    kind: .keyboard)
}
