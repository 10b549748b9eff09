// SPDX-License-Identifier: Apache-2.0
internal import CLinux
import Glibc
import Keys

/// Watches the nodes in one folder with `inotify`; the folder itself may appear and disappear.
///
/// udev reports the same and more, if it is running. This class is for machines without udev, and
/// for the mode of a node, which udev does not watch.
final class FolderWatch {
  /// A change in the folder.
  enum Change: Hashable {
    /// A name is new, or its mode or owner changed.
    case changed(name: String)
    /// A name was removed.
    case removed(name: String)
    /// A program closed the node at a path.
    case closed(path: String)
    /// The folder appeared or disappeared, or changes were lost.
    case unknown
  }

  private let folder: String
  private let notifications: OwnedDescriptor
  /// The watch of the folder; -1 while the folder is missing.
  private var folderWatch: Int32 = -1
  /// The watch of the parent folder; used only while the folder is missing.
  private var parentWatch: Int32 = -1
  private var closings: [Int32: String] = [:]
  /// The reason why changes are missed; an `errno`.
  private(set) var failure: Int32?

  /// Starts watching; ``failure`` says if something cannot be watched.
  init(folder: String) {
    self.folder = folder
    notifications = OwnedDescriptor(inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)))
    if notifications.value < 0 { failure = errno } else { watchFolder() }
  }

  /// The descriptor that becomes readable; -1 if there is none.
  var descriptor: Int32 { notifications.value }

  private func watchFolder() {
    let events =
      IN_CREATE | IN_ATTRIB | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF
      | IN_MOVE_SELF | IN_ONLYDIR
    folderWatch = inotify_add_watch(notifications.value, folder, UInt32(events))
    if folderWatch >= 0 {
      failure = nil
      stopWatchingParent()
      return
    }
    failure = errno
    // Devtmpfs creates the folder with its first node.
    guard errno == ENOENT, parentWatch < 0 else { return }
    let parent = String(folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)])
    let arrivals = UInt32(IN_CREATE | IN_MOVED_TO | IN_ONLYDIR)
    parentWatch = inotify_add_watch(notifications.value, parent.isEmpty ? "/" : parent, arrivals)
    failure = parentWatch < 0 ? errno : nil
    // The folder may have been created between the two calls.
    if parentWatch >= 0, access(folder, F_OK) == 0 { watchFolder() }
  }

  private func stopWatchingParent() {
    guard parentWatch >= 0 else { return }
    inotify_rm_watch(notifications.value, parentWatch)
    parentWatch = -1
  }

  /// Starts reporting when a program closes a node.
  func watchClosing(of path: String) {
    guard !closings.values.contains(path) else { return }
    let events = UInt32(IN_CLOSE_WRITE | IN_CLOSE_NOWRITE)
    let watch = inotify_add_watch(notifications.value, path, events)
    if watch >= 0 { closings[watch] = path }
  }

  /// Stops what ``watchClosing(of:)`` started.
  func unwatchClosing(of path: String) {
    for (watch, watched) in closings where watched == path {
      inotify_rm_watch(notifications.value, watch)
      closings[watch] = nil
    }
  }

  /// Returns the next changes, as many as one read has: a process that opens and closes nodes
  /// without end must not delay the keyboards.
  func changes() -> [Change] {
    var changes: [Change] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = read(notifications.value, &buffer, buffer.count)
    buffer.withUnsafeBytes { bytes in
      var offset = 0
      let header = MemoryLayout<inotify_event>.size
      while offset + header <= count {
        let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
        let name = bytes[(offset + header)...].prefix(Int(event.len)).prefix { $0 != 0 }
        note(event, name: String(decoding: name, as: UTF8.self), in: &changes)
        offset += header + Int(event.len)
      }
    }
    return changes
  }

  private func note(_ event: inotify_event, name: String, in changes: inout [Change]) {
    func has(_ flags: Int32...) -> Bool {
      flags.contains { event.mask & UInt32($0) != 0 }
    }
    if has(IN_Q_OVERFLOW) { return changes.append(.unknown) }
    if let path = closings[event.wd] {
      if has(IN_IGNORED) { closings[event.wd] = nil } else { changes.append(.closed(path: path)) }
      return
    }
    if event.wd == folderWatch, folderWatch >= 0 {
      if has(IN_DELETE_SELF, IN_MOVE_SELF, IN_IGNORED) {
        if has(IN_MOVE_SELF) { inotify_rm_watch(notifications.value, folderWatch) }
        folderWatch = -1
        watchFolder()
        changes.append(.unknown)
      } else if !name.isEmpty {
        changes.append(has(IN_DELETE, IN_MOVED_FROM) ? .removed(name: name) : .changed(name: name))
      }
    } else if event.wd == parentWatch, folder.hasSuffix("/" + name) {
      watchFolder()
      changes.append(.unknown)
    }
  }
}
