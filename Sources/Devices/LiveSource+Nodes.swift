// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keys

/// The state of a node reported by a finder.
enum NodeState {
  /// The node is not wanted, or was removed while it was examined.
  case ignored
  /// The node may not be opened, or does not exist yet; the number is an `errno`, and `noticeAt` is
  /// the time of the notice, or nil after it.
  case refused(DeviceNode, errno: Int32, noticeAt: Timestamp?)
  /// The node cannot be opened, which was reported; the number is an `errno`.
  case failed(errno: Int32)
  /// The node is open.
  case attached(AttachedKeyboard)

  /// The time of the next action; nil for none.
  var deadline: Timestamp? {
    if case .refused(_, _, let noticeAt) = self { noticeAt } else { nil }
  }
}

/// An open keyboard and its state.
final class AttachedKeyboard {
  let keyboard: EvdevKeyboard
  var node: DeviceNode
  var grab = GrabState.ungrabbed
  /// Whether the device is in the list of keyboards to read.
  var isReady = false
  /// The time at which a refused grab is retried.
  var retryAt: Timestamp?
  /// The holder that was reported for a refused grab; the outer nil means that none was reported.
  var reportedHolder: ProcessIdentity??

  init(keyboard: EvdevKeyboard, node: DeviceNode) {
    self.keyboard = keyboard
    self.node = node
  }

  /// The time of the next action; nil for none.
  var deadline: Timestamp? {
    switch grab {
    case .waiting(let noticeAt): noticeAt
    case .refused: retryAt
    case .ungrabbed, .unconfirmed, .held: nil
    }
  }
}

// This code handles a race (K-1 in Documentation/KernelCases.md). The kernel creates a node that
// only root may open, udev sets its owner and mode, and then reports it. Opening the node at the
// first report is refused, and polling would wake the machine. A refused node is therefore retried
// at every report about it, and its refusal is reported only after udev has had time. A number is
// reused at once (K-5): `event5` may be a mouse a millisecond after it was a keyboard. Devices are
// distinguished by their sysfs folders, which are never reused.

/// The nodes that appear, change and disappear, and the keyboards opened on them.
extension LiveSource {
  /// Processes the changes that a finder reported.
  func take(_ changes: [NodeChange]) {
    for change in changes {
      switch change {
      case .appeared(let node): consider(node)
      case .vanished(let path, let syspath): vanished(path, syspath: syspath)
      case .closed(let path):
        nodeWasClosed(path)
        pads.nodeWasClosed(path)
      case .rescan: rescan()
      }
    }
    reschedule()
  }

  private func rescan() {
    let present = finder.enumerate()
    let paths = Set(present.map(\.path))
    for path in nodes.keys.sorted() where !paths.contains(path) { vanished(path, syspath: nil) }
    for node in present { consider(node) }
  }

  /// Opens a node if it is wanted and not open yet.
  func consider(_ node: DeviceNode) {
    considerPad(node)
    if case .attached(let attached)? = nodes[node.path] {
      if attached.keyboard.isAlive, Self.isSame(attached.node.syspath, node.syspath) {
        attached.node.links = node.links
        retryGrab(attached)
        return
      }
      retire(attached)
    }
    guard options.takes(node) else { return nodes[node.path] = .ignored }
    do {
      let keyboard = try EvdevKeyboard(
        path: node.path, id: DeviceID(rawValue: nextID),
        isRemoteControl: node.capabilities?.isRemoteControl ?? false, open: opener)
      var known = node
      known.info = keyboard.info
      known.capabilities = keyboard.capabilities
      guard options.takes(known) else { return nodes[node.path] = .ignored }
      nextID += 1
      attach(AttachedKeyboard(keyboard: keyboard, node: known))
    } catch {
      failed(node, error)
    }
  }

  private static func isSame(_ first: String?, _ second: String?) -> Bool {
    first == nil || second == nil || first == second
  }

  private func attach(_ attached: AttachedKeyboard) {
    guard watch(attached) else {
      return failed(attached.node, .open(path: attached.node.path, errno: errno))
    }
    nodes[attached.node.path] = .attached(attached)
    keyboards[attached.keyboard.info.id] = attached
    queue.append(.connected(attached.keyboard.info))
    var found: [KeyEvent] = []
    attached.keyboard.findKeysDown(at: loop.now, into: &found)
    for event in found {
      _ = panic.observe(event)
      _ = consoleChord.observe(event)
    }
    queue.append(found)
    updateGrab(attached)
  }

  private func failed(_ node: DeviceNode, _ error: DeviceError) {
    switch error {
    case .open(_, ENODEV), .notEvdev(_, ENODEV):
      nodes[node.path] = .ignored
    case .open(_, let errno) where [EACCES, EPERM, ENOENT].contains(errno):
      refused(node, errno: errno)
    case .open(_, let errno), .notEvdev(_, let errno):
      if case .failed(errno)? = nodes[node.path] { return }
      nodes[node.path] = .failed(errno: errno)
      queue.append(.notice(.openFailed(path: node.path, name: node.info.name, errno: errno)))
    default: return
    }
  }

  private func refused(_ node: DeviceNode, errno: Int32) {
    if case .refused(_, _, let noticeAt)? = nodes[node.path] {
      nodes[node.path] = .refused(node, errno: errno, noticeAt: noticeAt)
      return
    }
    let grace = isStarting ? 0 : options.permissionGrace
    let state = NodeState.refused(
      node, errno: errno, noticeAt: loop.now.advanced(byMicroseconds: grace))
    nodes[node.path] = state
    if isStarting { noticeRefusal(of: node.path, state, at: loop.now) }
  }

  /// Reports a refusal once its time has come.
  func noticeRefusal(of path: String, _ state: NodeState, at now: Timestamp) {
    guard case .refused(let node, let errno, let noticeAt?) = state, noticeAt <= now else { return }
    nodes[path] = .refused(node, errno: errno, noticeAt: nil)
    let name = node.info.name
    queue.append(
      .notice(
        errno == ENOENT
          ? .openFailed(path: path, name: name, errno: errno)
          : .notPermitted(path: path, name: name)))
  }

  private func vanished(_ path: String, syspath: String?) {
    pads.vanished(path, syspath: syspath)
    switch nodes[path] {
    case .attached(let attached):
      // The hang-up decides: a late report may be about an earlier device with the same number, and
      // rules, people or `udevadm trigger` can cause reports.
      if !attached.keyboard.isAlive { retire(attached) }
    case .refused(let node, _, _):
      if Self.isSame(node.syspath, syspath) { nodes[path] = nil }
    case .ignored, .failed, nil:
      nodes[path] = nil
    }
  }

  /// Closes a keyboard that was unplugged or is no longer wanted.
  ///
  /// Its keys are cancelled first, because the kernel discards releases that were not read before
  /// it was unplugged (K-4).
  func retire(_ attached: AttachedKeyboard) {
    let info = attached.keyboard.info
    var cancelled: [KeyEvent] = []
    attached.keyboard.cancelAll(at: loop.now, into: &cancelled)
    queue.append(cancelled)
    queue.append(.disconnected(info))
    unwatch(attached)
    attached.keyboard.ungrab()
    finder.unwatchClosing(of: attached.node.path)
    forgetChords(of: info.id)
    keyboards[info.id] = nil
    nodes[attached.node.path] = nil
    reschedule()
  }
}
