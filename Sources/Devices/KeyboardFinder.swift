// SPDX-License-Identifier: Apache-2.0
internal import CLibudev
internal import CLinux
import Glibc
import Keys

/// Finds evdev nodes, and reports when they appear, change and disappear.
///
/// There are two sources. udev's monitor reports a device after its rules have run, when its links
/// and permissions are final. Without udevd (initramfs, containers) the folder of the nodes is the
/// only source; it also reports changes of a node's mode. Duplicate reports do no harm. Both
/// sources are watched before nodes are enumerated, so that none is missed.
package final class KeyboardFinder: NodeFinder {
  private let folder: String
  private let watch: FolderWatch
  /// nil only if memory runs out.
  private let udev: OpaquePointer?
  private var monitor: OpaquePointer?
  private var monitorFailure: Int32?

  /// Creates a finder; ``failures`` says which sources of changes are missing.
  ///
  /// - Parameter folder: the folder of the nodes.
  package init(folder: String = "/dev/input") {
    self.folder = folder
    watch = FolderWatch(folder: folder)
    udev = udev_new()
    startMonitor()
  }

  deinit {
    udev_monitor_unref(monitor)
    udev_unref(udev)
  }

  private func startMonitor() {
    errno = 0
    monitor = udev_monitor_new_from_netlink(udev, "udev")
    guard monitor != nil else { return monitorFailure = max(errno, 1) }
    udev_monitor_filter_add_match_subsystem_devtype(monitor, "input", nil)
    let result = udev_monitor_enable_receiving(monitor)
    guard result < 0 else { return }
    monitorFailure = -result
    udev_monitor_unref(monitor)
    monitor = nil
  }

  /// The descriptors that become readable after a change.
  package var descriptors: [Int32] {
    [monitorDescriptor, watch.descriptor].filter { $0 >= 0 }
  }

  private var monitorDescriptor: Int32 { monitor == nil ? -1 : udev_monitor_get_fd(monitor) }

  /// The reasons why changes may be missed: one `errno` for each source of changes that failed.
  package var failures: [Int32] {
    [monitorFailure, watch.failure].compactMap { $0 }
  }

  /// Starts reporting when a program closes the node.
  package func watchClosing(of path: String) { watch.watchClosing(of: path) }

  /// Stops what ``watchClosing(of:)`` started.
  package func unwatchClosing(of path: String) { watch.unwatchClosing(of: path) }

  // MARK: Nodes

  /// Returns the existing nodes, in the order of their numbers.
  package func enumerate() -> [DeviceNode] {
    var nodes: [String: DeviceNode] = [:]
    if let enumeration = udev_enumerate_new(udev) {
      defer { udev_enumerate_unref(enumeration) }
      udev_enumerate_add_match_subsystem(enumeration, "input")
      udev_enumerate_add_match_sysname(enumeration, "event*")
      udev_enumerate_scan_devices(enumeration)
      var entry = udev_enumerate_get_list_entry(enumeration)
      while let current = entry {
        if let device = udev_device_new_from_syspath(udev, udev_list_entry_get_name(current)) {
          if let node = node(of: device) { nodes[node.path] = node }
          udev_device_unref(device)
        }
        entry = udev_list_entry_get_next(current)
      }
    }
    // Without sysfs, or with that of another namespace, only the nodes themselves are known.
    for name in FolderContents.names(in: folder)
    where DeviceNode.number(inName: name) != nil && nodes[folder + "/" + name] == nil {
      nodes[folder + "/" + name] = DeviceNode(path: folder + "/" + name)
    }
    return nodes.values.sorted { $0.number < $1.number }
  }

  private func node(named name: String) -> DeviceNode {
    guard let device = udev_device_new_from_subsystem_sysname(udev, "input", name) else {
      return DeviceNode(path: folder + "/" + name)
    }
    defer { udev_device_unref(device) }
    return node(of: device) ?? DeviceNode(path: folder + "/" + name)
  }

  private func node(of device: OpaquePointer) -> DeviceNode? {
    guard let name = string(udev_device_get_sysname(device)),
      DeviceNode.number(inName: name) != nil
    else { return nil }
    // The attributes are in the sysfs folder of the device; the node has only a number.
    let parent = udev_device_get_parent_with_subsystem_devtype(device, "input", nil)
    func attribute(_ name: String) -> String? {
      string(udev_device_get_sysattr_value(parent, name))
    }
    func number(_ name: String) -> UInt16 {
      attribute(name).flatMap { UInt16($0, radix: 16) } ?? 0
    }
    let owner = parent == nil ? nil : udev_device_get_parent(parent)
    let capabilities =
      parent == nil
      ? nil
      : Capabilities(
        isRemoteControl: string(udev_device_get_subsystem(owner)) == "rc", attribute: attribute)
    let info = DeviceInfo(
      id: DeviceID(rawValue: 0), name: attribute("name") ?? "", phys: attribute("phys") ?? "",
      uniq: attribute("uniq") ?? "", bus: number("id/bustype"), vendor: number("id/vendor"),
      product: number("id/product"), version: number("id/version"),
      repeatsInKernel: capabilities?.repeatsInKernel ?? true,
      kind: capabilities.flatMap(KeyboardKind.init))
    var node = DeviceNode(
      path: string(udev_device_get_devnode(device)) ?? folder + "/" + name,
      syspath: string(udev_device_get_syspath(device)), links: links(of: device),
      driver: driver(above: parent), info: info, capabilities: capabilities)
    if let seat = string(udev_device_get_property_value(device, "ID_SEAT")), !seat.isEmpty {
      node.seat = seat
    }
    return node
  }

  private func links(of device: OpaquePointer) -> [String] {
    var links: [String] = []
    var entry = udev_device_get_devlinks_list_entry(device)
    while let current = entry {
      if let link = string(udev_list_entry_get_name(current)) { links.append(link) }
      entry = udev_list_entry_get_next(current)
    }
    return links.sorted()
  }

  private func driver(above device: OpaquePointer?) -> String? {
    var device = device
    while let current = device {
      if let driver = string(udev_device_get_driver(current)) { return driver }
      device = udev_device_get_parent(current)
    }
    return nil
  }

  private func string(_ pointer: UnsafePointer<CChar>?) -> String? {
    pointer.map { String(cString: $0) }
  }

  // MARK: Changes

  /// Reads the changes from a readable descriptor, in order.
  package func changes(on descriptor: Int32) -> [NodeChange] {
    descriptor == watch.descriptor ? watch.changes().compactMap(change) : monitorChanges()
  }

  private func change(_ noticed: FolderWatch.Change) -> NodeChange? {
    switch noticed {
    case .changed(let name):
      if DeviceNode.number(inName: name) != nil { return .appeared(node(named: name)) }
      // The node may be a link, or a folder of links, that a selector names. The kernel's other
      // nodes never are.
      return ["mouse", "mice", "js"].contains(where: name.hasPrefix) ? nil : .rescan
    case .removed(let name):
      guard DeviceNode.number(inName: name) != nil else { return nil }
      return .vanished(path: folder + "/" + name, syspath: nil)
    case .closed(let path):
      return .closed(path: path)
    case .unknown:
      return .rescan
    }
  }

  /// The maximum number of udev's reports that are taken before other descriptors are handled.
  private static let reportsPerTurn = 32

  private func monitorChanges() -> [NodeChange] {
    var changes: [NodeChange] = []
    for _ in 0..<Self.reportsPerTurn {
      errno = 0
      guard let device = udev_monitor_receive_device(monitor) else {
        guard errno == ENOBUFS else { return changes }
        // The socket overflowed; later events still arrive.
        changes.append(.rescan)
        continue
      }
      defer { udev_device_unref(device) }
      guard let node = node(of: device) else { continue }
      if string(udev_device_get_action(device)) == "remove" {
        changes.append(.vanished(path: node.path, syspath: node.syspath))
      } else if let syspath = node.syspath, access(syspath, F_OK) == 0 {
        changes.append(.appeared(node))
      }
      // Otherwise the event is late: the device is gone, and its number may be reused already
      // (K-12).
    }
    return changes
  }
}
