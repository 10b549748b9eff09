// SPDX-License-Identifier: Apache-2.0
import Bridge
import Mirrors
import Devices
import Keys
import Pads

/// `keybridge devices`: lists the keyboards and who may read them.
extension Subcommand {
  static let devices = Subcommand(
    "devices", "list the keyboards and their properties",
    options: {
      [
        Option("all", "a", help: "all devices with keys, also buttons and mice"),
        CommonOptions.device, CommonOptions.configuration,
        .format(["table", "json", "names"]),
      ]
    },
    discussion: """
      The last column is the selector of the device for --device and settings files.
      A device that the settings declare as a scanner is listed as a scanner.
      With --all, a column says which devices can be drawn on, and which the settings
      allow.
      The exit status is 77 if no attached keyboard may be read, and 1 if --device
      selects none.
      """
  ) { invocation in
    let selectors = try invocation.values("device").map { try DeviceSelector($0) }
    let all = DeviceListing.all()
    let listings = all.filter { listing in
      if !selectors.isEmpty { return selectors.contains { $0.matches(listing.node) } }
      // A device that cannot be opened is listed, because it may be a keyboard.
      return invocation.has("all") || listing.info.kind?.isKeyboard ?? true
    }
    let configuration = try settings(invocation)
    let isScanner = { configuration?.settings(for: $0).scannerProfile != nil }
    let rules = configuration?.padRules ?? []
    switch try invocation.format(["table", "json", "names"]) {
    case "names":
      for listing in listings { try Console.print(listing.selector(among: all)) }
    case "json":
      try Console.print(
        jsonText(
          listings.map {
            ListedDevice(
              $0, among: all, isScanner: isScanner($0.info), isAllowed: rules.allow($0.node))
          }))
    default:
      if listings.isEmpty {
        Console.printError(
          !selectors.isEmpty
            ? "no device is selected"
            : invocation.has("all") ? "no device with keys is attached" : "no keyboard is attached")
        break
      }
      let showsPads = invocation.has("all")
      var table = Table(
        headings: ["DEVICE", "NAME", "KIND", "ACCESS", "IN USE BY"]
          + (showsPads ? ["HANDWRITING"] : []) + ["SELECT BY"])
      table.rows = listings.map { listing in
        [
          listing.info.path, listing.info.name,
          kind(of: listing, isScanner: isScanner(listing.info)),
          listing.access.word, listing.users.map(\.description).joined(separator: ", "),
        ] + (showsPads ? [listing.handwriting(isAllowed: rules.allow(listing.node))] : [])
          + [listing.selector(among: all)]
      }
      try Console.print(table.text(isBoxed: Console.isColoured))
      if listings.contains(where: { $0.access == .notPermitted }) {
        Console.printError("some of the devices may not be read:")
        for line in Hints.permission.split(separator: "\n") { Console.printError("  \(line)") }
      }
    }
    if listings.isEmpty, !selectors.isEmpty { return .failed }
    let mayReadNone = !listings.isEmpty && listings.allSatisfy { $0.access == .notPermitted }
    return mayReadNone ? .notPermitted : .done
  }

  /// Returns the kind of a device as the table shows it.
  private static func kind(of listing: DeviceListing, isScanner: Bool) -> String {
    let kind = isScanner ? "scanner" : listing.info.kind?.rawValue ?? "unknown"
    return listing.movesPointer ? "\(kind), pointer" : kind
  }

  /// Returns the settings.
  ///
  /// Errors in a settings file that the user did not name are only reported.
  private static func settings(_ invocation: Invocation) throws -> Configuration? {
    let file = CommonOptions.settingsFile(invocation, isReplay: false)
    do {
      return try CommonOptions.configuration(invocation, file: file)
    } catch  where invocation.value("config") == nil {
      let userError = UserFacingError(describing: error)
      for line in userError.message.split(separator: "\n") { Console.printError(String(line)) }
      return nil
    }
  }
}

extension DeviceListing {
  /// Whether the device can be drawn on, as the table shows it.
  fileprivate func handwriting(isAllowed: Bool) -> String {
    switch pad {
    case .success(let kind): isAllowed ? "\(kind.words), allowed" : kind.words
    case .failure(let flaw): flaw.isOfPad ? "no: \(flaw.message)" : "no"
    case nil: "unknown"
    }
  }
}

extension PadKind {
  /// The kind in words.
  var words: String {
    switch self {
    case .touchpad: "touchpad"
    case .screen: "touch screen"
    case .pen: "pen tablet"
    }
  }
}

extension DeviceListing.Access {
  /// The device's state in the table.
  var word: String {
    switch self {
    case .full: "yes"
    case .readOnly: "read only"
    case .notPermitted: "not permitted"
    case .noNode: "no node yet"
    case .failed(let errno): systemMessage(errno)
    }
  }
}

extension ProcessIdentity {
  /// The program in words: `keyd (412)`.
  var description: String { "\(name) (\(pid))" }
}

/// A device in the output of `--format json`.
///
/// Its members are stable.
private struct ListedDevice: Encodable {
  struct User: Encodable {
    var pid: Int32
    var name: String
  }

  var path: String
  var name: String
  var phys: String
  var uniq: String
  var vendor: String
  var product: String
  var version: String
  var bus: String
  var driver: String?
  var kind: String?
  var scanner: Bool
  var access: String
  var readable: Bool
  var links: [String]
  var keys: Int
  var leds: [String]
  var repeats: Bool
  /// Whether the keyboard moves a pointer, too.
  var points: Bool
  var users: [User]
  var selector: String
  /// The kind of pad; null for another device, and for one that may not be opened.
  var pad: String?
  /// Why the device cannot be drawn on; null if it can, or if it may not be opened.
  var padFlaw: String?
  /// Whether the settings allow that the device is drawn on.
  var handwriting: Bool

  init(
    _ listing: DeviceListing, among all: [DeviceListing], isScanner: Bool, isAllowed: Bool
  ) {
    switch listing.pad {
    case .success(let kind): pad = kind.rawValue
    case .failure(let flaw): padFlaw = flaw.message
    case nil: break
    }
    handwriting = isAllowed
    scanner = isScanner
    path = listing.info.path
    name = listing.info.name
    phys = listing.info.phys
    uniq = listing.info.uniq
    vendor = DeviceListing.hexadecimal(listing.info.vendor)
    product = DeviceListing.hexadecimal(listing.info.product)
    version = DeviceListing.hexadecimal(listing.info.version)
    bus = listing.bus
    driver = listing.driver
    kind = listing.info.kind?.rawValue
    access = listing.access.word
    readable = listing.access.isReadable
    links = listing.links
    keys = listing.keyCount
    let names: [(LockLEDs, String)] = [
      (.numLock, "num"), (.capsLock, "caps"), (.scrollLock, "scroll"), (.compose, "compose"),
      (.kana, "kana"),
    ]
    leds = names.filter { listing.lights.contains($0.0) }.map(\.1)
    repeats = listing.info.repeatsInKernel
    points = listing.movesPointer
    users = listing.users.map { User(pid: $0.pid, name: $0.name) }
    selector = listing.selector(among: all)
  }
}
