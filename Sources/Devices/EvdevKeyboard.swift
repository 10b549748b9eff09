// SPDX-License-Identifier: Apache-2.0
import Glibc
package import Keys

/// An open keyboard: its frames of key events, its grab and its lights.
///
/// Letting go of it closes the node, which also ends a grab (K-7); lights are as they were found.
package final class EvdevKeyboard {
  /// What came of looking for a frame.
  package enum Reading: Hashable, Sendable {
    /// The frame was filled.
    case frame
    /// Events were lost before the frame, which brings the state in line and may be empty.
    case lost
    /// Nothing is there.
    case none
    /// The device has gone, and nothing will come any more.
    case gone
  }

  /// Opens a node: its descriptor, or -1 with `errno`.
  package typealias Opener = (_ path: String, _ flags: Int32) -> Int32

  /// Names and numbers of the keyboard.
  package let info: DeviceInfo
  /// What it can send.
  package let capabilities: Capabilities
  private let handle: EvdevHandle
  // Not checked, nor is ``partial``: a decoder knows nothing of keyboards.
  @exclusivity(unchecked) private var decoder: EventDecoder
  /// The part of a frame that was read before its `SYN_REPORT` was there.
  @exclusivity(unchecked) private var partial: [KeyEvent] = []
  /// Keys that were cancelled while a finger was still on them: their repeats mean nothing more, nor
  /// does their release.
  private var muted = KeySet()
  private var hasMuted = false
  /// Whether keys are typed for others: whoever reads frames passes them on to nobody.
  package var isDeaf: Bool { ignoresKeys }
  // None of what every key looks at is visible outside, so that looking needs no check at run time.
  private var ignoresKeys = false
  /// The lights as they were before this program changed them; nil while it has not.
  private var foundLEDs: LockLEDs?
  private var wantedLEDs: LockLEDs?
  /// Whether the node belongs to this program alone.
  package private(set) var isGrabbed = false
  /// Whether `epoll` has said that the device is gone.
  ///
  /// That counts in its own right: some stand-ins for a device report it and say "try again" to a
  /// reader for ever.
  package var hasHungUp: Bool {
    get { isGone }
    set { isGone = newValue }
  }
  private var isGone = false

  /// Opens a node for reading and for its lights; where only reading is allowed, the lights stay.
  ///
  /// - Throws: `open` where that is refused, `notEvdev` where the node is something else.
  package convenience init(
    path: String, id: DeviceID, open opener: Opener = EvdevKeyboard.open
  ) throws(DeviceError) {
    let flags = O_NONBLOCK | O_CLOEXEC | O_NOCTTY
    var descriptor = opener(path, O_RDWR | flags)
    if descriptor < 0, errno == EACCES || errno == EPERM || errno == EROFS {
      descriptor = opener(path, O_RDONLY | flags)
    }
    guard descriptor >= 0 else { throw .open(path: path, errno: errno) }
    try self.init(owning: descriptor, path: path, id: id)
  }

  /// Takes over a descriptor, which is closed also where this fails.
  package init(owning descriptor: Int32, path: String, id: DeviceID) throws(DeviceError) {
    handle = try EvdevHandle(owning: descriptor, path: path)
    info = handle.info(id: id, path: path)
    capabilities = handle.capabilities
    decoder = EventDecoder(device: id)
  }

  deinit {
    restoreLEDs()
  }

  /// The call `open`.
  package static let open: @Sendable (String, Int32) -> Int32 = { Glibc.open($0, $1) }

  /// The descriptor to wait for.
  package var descriptor: Int32 { handle.descriptor }

  /// Whether the kernel still has the device.
  package var isAlive: Bool {
    var query = pollfd(fd: descriptor, events: 0, revents: 0)
    return !hasHungUp && poll(&query, 1, 0) == 0
  }

  // MARK: Events

  /// The keys that fingers are on, also those that were cancelled meanwhile.
  package var heldKeys: KeySet {
    hasMuted ? decoder.downKeys.union(muted) : decoder.downKeys
  }

  /// Adds the keys that are down as found, for the start.
  package func findKeysDown(at time: Timestamp, into frame: inout [KeyEvent]) {
    decoder.synchronize(to: handle.downKeys, at: time, into: &frame)
  }

  /// Reads on until a frame with key events is complete, which may hold several (K-9).
  ///
  /// - Parameter frame: an empty array, filled with the frame's events.
  /// - Returns: whether there is a frame; while there is, more may follow.
  package func nextFrame(into frame: inout [KeyEvent]) -> Reading {
    var event = InputEvent(time: .zero, type: 0, code: 0, value: 0)
    while true {
      switch handle.next(&event) {
      case .event:
        if hasMuted, isMuted(event) { continue }
        guard decoder.decode(event, into: &partial) != .more, !partial.isEmpty else { continue }
        swap(&partial, &frame)
        return .frame
      case .lost:
        swap(&partial, &frame)
        // Of what was lost only its outcome can be known (K-2).
        let down = handle.downKeys
        muteOnly(down)
        decoder.synchronize(to: down.subtracting(muted), at: event.time, into: &frame)
        return .lost
      case .none:
        return isGone ? .gone : .none
      case .gone:
        return .gone
      }
    }
  }

  /// Ends every key that is down: the device went, or is given back to others.
  ///
  /// A key stays mute until it comes up: the others see it held, this program no longer does. Nobody
  /// was told of keys that were typed for others, so nobody is told of their end.
  package func cancelAll(at time: Timestamp, into frame: inout [KeyEvent]) {
    mute(heldKeys)
    decoder.cancelAll(at: time, into: &partial)
    if !isDeaf { frame += partial }
    partial.removeAll()
  }

  private func isMuted(_ event: InputEvent) -> Bool {
    guard event.type == InputEvent.key else { return false }
    let code = KeyCode(event.code)
    guard muted.contains(code) else { return false }
    if event.value == 2 { return true }
    muted.remove(code)
    hasMuted = !muted.isEmpty
    return event.value == 0
  }

  private func mute(_ keys: KeySet) {
    muted = keys
    hasMuted = !keys.isEmpty
  }

  /// Forgets that keys are mute which have come up unseen.
  private func muteOnly(_ down: KeySet) {
    guard hasMuted else { return }
    mute(muted.subtracting(muted.subtracting(down)))
  }

  /// Ends to listen; every key was cancelled before.
  package func stopListening() {
    ignoresKeys = true
  }

  /// Listens again; what was typed until now is passed over, and what is down stays mute.
  package func listen() {
    var nothing: [KeyEvent] = []
    while case let reading = nextFrame(into: &nothing), reading == .frame || reading == .lost {
      nothing.removeAll(keepingCapacity: true)
    }
    cancelAll(at: .zero, into: &nothing)
    ignoresKeys = false
    if let wantedLEDs { light(wantedLEDs) }
  }

  // MARK: Grab and lights

  /// Takes the device for this program alone.
  ///
  /// - Returns: 0, or the `errno`: `EBUSY` where another program has it.
  package func grab() -> Int32 {
    let failure = isGrabbed ? 0 : handle.setGrabbed(true)
    guard failure == 0 else { return failure }
    isGrabbed = true
    if let wantedLEDs { light(wantedLEDs) }
    return 0
  }

  /// Gives the device back, with the lights as they were found.
  package func ungrab() {
    restoreLEDs()
    guard isGrabbed else { return }
    // Where it fails the device has gone, and the grab with it.
    _ = handle.setGrabbed(false)
    isGrabbed = false
  }

  /// Shows locks on the lights that the device has, once it is listened to; only what differs is
  /// written.
  package func light(_ leds: LockLEDs) {
    wantedLEDs = leds
    guard !isDeaf else { return }
    let before = handle.litLEDs
    if write(leds), foundLEDs == nil { foundLEDs = before }
  }

  private func restoreLEDs() {
    guard let found = foundLEDs else { return }
    _ = write(found)
    foundLEDs = nil
  }

  /// Writes what differs and tells whether anything did.
  private func write(_ leds: LockLEDs) -> Bool {
    let lit = handle.litLEDs
    let changes = lit.symmetricDifference(leds).intersection(capabilities.lockLEDs)
    for code in UInt8(0)..<5 where changes.rawValue & (1 << code) != 0 {
      handle.setLED(code, lit: leds.rawValue & (1 << code) != 0)
    }
    return !changes.isEmpty
  }
}
