// SPDX-License-Identifier: Apache-2.0
import Glibc
package import Keys

/// An open keyboard: its frames of key events, its grab and its LEDs.
///
/// Releasing the object closes the node, which also ends a grab (K-7), and restores the LEDs.
package final class EvdevKeyboard {
  /// The result of reading a frame.
  package enum Reading: Hashable, Sendable {
    /// The frame was filled.
    case frame
    /// Events were lost before the frame, which synchronizes the state and may be empty.
    case lost
    /// Many events were read that complete no frame, and more may follow.
    case more
    /// No frame is available.
    case none
    /// The device was unplugged, and nothing more can be read.
    case unplugged
  }

  /// A function that opens a node and returns its descriptor, or -1 with `errno`.
  package typealias Opener = (_ path: String, _ flags: Int32) -> Int32

  /// The names and numbers of the keyboard.
  package let info: DeviceInfo
  /// The capabilities of the keyboard.
  package let capabilities: Capabilities
  private let handle: EvdevHandle
  // Exclusivity is not checked, here and for ``partial``, because a decoder has no reference to
  // keyboards.
  @exclusivity(unchecked) private var decoder: EventDecoder
  /// The part of a frame that was read before its `SYN_REPORT` arrived.
  @exclusivity(unchecked) private var partial: [KeyEvent] = []
  /// The keys that were cancelled while still held; their repeats and releases are ignored.
  private var muted = KeySet()
  private var hasMuted = false
  /// Whether keys are typed for other programs, so that frames must be discarded.
  package var isIgnoringKeys: Bool { ignoresKeys }
  // Private, so that reading these for every key needs no exclusivity check.
  private var ignoresKeys = false
  /// The LEDs before this program changed them; nil until then.
  private var foundLEDs: LockLEDs?
  private var requestedLEDs: LockLEDs?
  /// Whether this program has grabbed the node.
  package var isGrabbed: Bool { hasGrab }
  private var hasGrab = false
  /// Whether events were unread just after the grab, so that a key may have been pressed before it.
  package private(set) var hadUnreadAtGrab = false
  /// Whether `epoll` has reported that the device is gone.
  ///
  /// The hang-up is checked separately, because some simulated devices report it but
  /// return `EAGAIN` to readers for ever.
  package var hasHungUp: Bool {
    get { isUnplugged }
    set { isUnplugged = newValue }
  }
  private var isUnplugged = false

  /// Opens a node for reading and for its LEDs; if only reading is permitted, the LEDs are not
  /// changed.
  ///
  /// - Parameters:
  ///   - path: the node.
  ///   - id: the number for its events.
  ///   - isRemoteControl: ``Capabilities/isRemoteControl``, which the node itself does not report.
  ///   - opener: opens the node.
  /// - Throws: `open` if opening is refused, `notEvdev` if the node is not an evdev device.
  package convenience init(
    path: String, id: DeviceID, isRemoteControl: Bool = false,
    open opener: Opener = EvdevKeyboard.open
  ) throws(DeviceError) {
    let flags = O_NONBLOCK | O_CLOEXEC | O_NOCTTY
    var descriptor = opener(path, O_RDWR | flags)
    if descriptor < 0, errno == EACCES || errno == EPERM || errno == EROFS {
      descriptor = opener(path, O_RDONLY | flags)
    }
    guard descriptor >= 0 else { throw .open(path: path, errno: errno) }
    try self.init(owning: descriptor, path: path, id: id, isRemoteControl: isRemoteControl)
  }

  /// Takes ownership of a descriptor, which is closed even on failure.
  package init(
    owning descriptor: Int32, path: String, id: DeviceID, isRemoteControl: Bool = false
  ) throws(DeviceError) {
    handle = try EvdevHandle(owning: descriptor, path: path)
    var capabilities = handle.capabilities
    capabilities.isRemoteControl = isRemoteControl
    var info = handle.info(id: id, path: path)
    info.kind = KeyboardKind(capabilities)
    (self.info, self.capabilities) = (info, capabilities)
    decoder = EventDecoder(device: id)
  }

  deinit {
    restoreLEDs()
  }

  /// The system call `open`.
  package static let open: @Sendable (String, Int32) -> Int32 = { path, flags in
    uninterrupted { Glibc.open(path, flags) }
  }

  /// The descriptor to poll.
  package var descriptor: Int32 { handle.descriptor }

  /// Whether the kernel still has the device.
  package var isAlive: Bool {
    var query = pollfd(fd: descriptor, events: 0, revents: 0)
    return !hasHungUp && poll(&query, 1, 0) == 0
  }

  // MARK: Events

  /// The keys that are physically held, including cancelled ones.
  package var heldKeys: KeySet {
    hasMuted ? decoder.downKeys.union(muted) : decoder.downKeys
  }

  /// Appends the keys that are down at the start as `found`.
  package func findKeysDown(at time: Timestamp, into frame: inout [KeyEvent]) {
    decoder.synchronize(to: handle.downKeys, at: time, into: &frame)
  }

  /// Records that `epoll` has reported events, or that an action needs those that have arrived; the
  /// kernel is not asked otherwise.
  package func mayHaveEvents() {
    handle.mayHaveMore()
  }

  /// Whether ``nextFrame(into:)`` would find nothing, as far as is known without asking the kernel.
  package var hasReadAll: Bool { handle.hasReadAll }

  /// Reads until a frame with key events is complete; a frame may hold several events (K-9).
  ///
  /// - Parameter frame: an empty array, filled with the frame's events.
  /// - Returns: whether there is a frame; if so, more may follow.
  package func nextFrame(into frame: inout [KeyEvent]) -> Reading {
    var event = InputEvent(time: .zero, type: 0, code: 0, value: 0)
    // A device that moves and types may send positions faster than they are read.
    for _ in 0..<Self.eventsPerFrame {
      switch handle.next(&event) {
      case .event:
        if hasMuted, isMuted(event) { continue }
        guard decoder.decode(event, into: &partial) != .more, !partial.isEmpty else { continue }
        swap(&partial, &frame)
        return .frame
      case .lost:
        swap(&partial, &frame)
        // Only the key state after the lost events can be determined (K-2).
        let down = handle.downKeys
        muteOnly(down)
        decoder.synchronize(to: down.subtracting(muted), at: event.time, into: &frame)
        return .lost
      case .none:
        return isUnplugged ? .unplugged : .none
      case .unplugged:
        return .unplugged
      }
    }
    return .more
  }

  /// The maximum number of events that are read for a frame before others are served.
  private static let eventsPerFrame = 128

  /// Cancels every key that is down, because the device was unplugged or is released.
  ///
  /// A key is ignored until it is released: other programs see it as held, but this program no
  /// longer does. Keys that were typed for other programs were never reported, so their
  /// cancellation is not reported either.
  package func cancelAll(at time: Timestamp, into frame: inout [KeyEvent]) {
    mute(heldKeys)
    decoder.cancelAll(at: time, into: &partial)
    if !isIgnoringKeys { frame += partial }
    partial.removeAll()
  }

  private func isMuted(_ event: InputEvent) -> Bool {
    guard event.type == InputEvent.key else { return false }
    let code = KeyCode(event.code)
    guard muted.contains(code) else { return false }
    if event.value == 2 { return true }
    // Assigned as a whole, so that reading it needs no exclusivity check.
    mute(muted.subtracting([code]))
    return event.value == 0
  }

  private func mute(_ keys: KeySet) {
    muted = keys
    hasMuted = !keys.isEmpty
  }

  /// Removes keys from the muted ones if they were released unseen.
  private func muteOnly(_ down: KeySet) {
    guard hasMuted else { return }
    mute(muted.subtracting(muted.subtracting(down)))
  }

  /// Stops reporting keys; every key must have been cancelled before.
  package func stopListening() {
    ignoresKeys = true
  }

  /// Resumes reporting keys; earlier events are discarded, and keys that are down are ignored until
  /// released.
  package func listen() {
    var nothing: [KeyEvent] = []
    mayHaveEvents()
    while ![.none, .unplugged].contains(nextFrame(into: &nothing)) {
      nothing.removeAll(keepingCapacity: true)
    }
    cancelAll(at: .zero, into: &nothing)
    ignoresKeys = false
    if let requestedLEDs { light(requestedLEDs) }
  }

  // MARK: Grab and LEDs

  /// Grabs the device for this program.
  ///
  /// - Returns: 0, or the `errno`: `EBUSY` if another program has grabbed it.
  package func grab() -> Int32 {
    let failure = hasGrab ? 0 : handle.setGrabbed(true)
    guard failure == 0 else { return failure }
    hasGrab = true
    // Asked before the LEDs are changed, which is an event of its own.
    hadUnreadAtGrab = handle.hasUnread
    mayHaveEvents()
    if let requestedLEDs { light(requestedLEDs) }
    return 0
  }

  /// Releases the device, and restores the LEDs.
  ///
  /// - Returns: whether the grab has ended. If not, it ends when the object is released, because
  ///   that closes the node (K-7).
  @discardableResult
  package func ungrab() -> Bool {
    restoreLEDs()
    guard hasGrab else { return true }
    hasGrab = false
    return handle.setGrabbed(false) == 0
  }

  /// Shows locks on the device's LEDs, or does so once keys are reported again; only differences
  /// are written.
  package func light(_ leds: LockLEDs) {
    requestedLEDs = leds
    guard !isIgnoringKeys else { return }
    let before = handle.litLEDs
    if write(leds), foundLEDs == nil { foundLEDs = before }
  }

  private func restoreLEDs() {
    guard let found = foundLEDs else { return }
    _ = write(found)
    foundLEDs = nil
  }

  /// Writes the LEDs that differ, and reports whether any did.
  private func write(_ leds: LockLEDs) -> Bool {
    let lit = handle.litLEDs
    let changes = lit.symmetricDifference(leds).intersection(capabilities.lockLEDs)
    for code in UInt8(0)..<5 where changes.rawValue & (1 << code) != 0 {
      handle.setLED(code, lit: leds.rawValue & (1 << code) != 0)
    }
    return !changes.isEmpty
  }
}
