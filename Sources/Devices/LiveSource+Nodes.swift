// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keys

/// What became of a node that a finder told of.
enum NodeState {
  /// It is not wanted, or it went away while it was looked at.
  case ignored
  /// It may not be opened; the notice comes at the given time, or has come.
  case refused(DeviceNode, noticeAt: Timestamp?)
  /// It cannot be opened, and that was told; the number is an `errno`.
  case failed(errno: Int32)
  /// It is open.
  case attached(AttachedKeyboard)

  /// When something is to be done about it.
  var deadline: Timestamp? {
    if case .refused(_, let noticeAt) = self { noticeAt } else { nil }
  }
}

/// A keyboard that is open, and where it stands.
final class AttachedKeyboard {
  let keyboard: EvdevKeyboard
  var node: DeviceNode
  var grab = GrabState.free
  /// Whether it is in the list of keyboards to read.
  var isReady = false
  /// When a refused grab is tried again.
  var retryAt: Timestamp?
  /// Whether the person was told that another program has it, and which.
  var toldHolder: ProcessFacts??

  init(keyboard: EvdevKeyboard, node: DeviceNode) {
    self.keyboard = keyboard
    self.node = node
  }

  /// When something is to be done about it.
  var deadline: Timestamp? {
    switch grab {
    case .waiting(let noticeAt): noticeAt
    case .refused: retryAt
    case .free, .unconfirmed, .held: nil
    }
  }
}

// The race this is written for (K-1 in Documentation/KernelCases.md): the kernel makes a node (root
// may open it), udev gives it owner and mode, then tells. Whoever opens at the first word is
// refused; whoever polls wakes the machine. So a refused node is tried again at every word about it,
// and its refusal is told only when udev has had time. A number is reused at once (K-5): `event5`
// may be a mouse a millisecond after it was a keyboard; devices are told apart by their folders in
// sysfs, which are never used twice.

extension LiveSource {
  /// Takes what a finder noticed.
  func take(_ changes: [NodeChange]) {
    for change in changes {
      switch change {
      case .appeared(let node): consider(node)
      case .vanished(let path, let syspath): vanished(path, syspath: syspath)
      case .closed(let path): nodeWasClosed(path)
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
        path: node.path, id: DeviceID(rawValue: nextID), open: opener)
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
    watch(attached)
    updateGrab(attached)
  }

  private func failed(_ node: DeviceNode, _ error: DeviceError) {
    let failure: Int32
    switch error {
    case .open(_, let errno), .notEvdev(_, let errno): failure = errno
    default: return
    }
    switch failure {
    case EACCES, EPERM, ENOENT:
      if case .refused(_, let noticeAt)? = nodes[node.path] {
        nodes[node.path] = .refused(node, noticeAt: noticeAt)
        return
      }
      let grace = isStarting ? 0 : options.permissionGrace
      let state = NodeState.refused(node, noticeAt: loop.now.advanced(byMicroseconds: grace))
      nodes[node.path] = state
      if isStarting { noticeRefusal(of: node.path, state, at: loop.now) }
    case ENODEV:
      nodes[node.path] = .ignored
    default:
      if case .failed(failure)? = nodes[node.path] { return }
      nodes[node.path] = .failed(errno: failure)
      queue.append(
        .notice(.openFailed(path: node.path, name: node.info.name, errno: failure)))
    }
  }

  /// Tells of a refusal whose time has come, once.
  func noticeRefusal(of path: String, _ state: NodeState, at now: Timestamp) {
    guard case .refused(let node, let noticeAt?) = state, noticeAt <= now else { return }
    nodes[path] = .refused(node, noticeAt: nil)
    queue.append(.notice(.notPermitted(path: path, name: node.info.name)))
  }

  private func vanished(_ path: String, syspath: String?) {
    switch nodes[path] {
    case .attached(let attached):
      // The hang-up is the truth: word of the device that had this number before may come late,
      // and a rule, a person or `udevadm trigger` may say what they like.
      if !attached.keyboard.isAlive { retire(attached) }
    case .refused(let node, _):
      if Self.isSame(node.syspath, syspath) { nodes[path] = nil }
    case .ignored, .failed, nil:
      nodes[path] = nil
    }
  }

  /// Ends with a keyboard that has gone or is not wanted any more: its keys are cancelled first, as
  /// the kernel throws away the releases that were not read before it went (K-4).
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
