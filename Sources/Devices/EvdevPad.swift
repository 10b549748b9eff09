// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keys
import Pads

/// An open pad: what is drawn on it, and its grab.
///
/// Releasing the object ends the grab and closes the node.
final class EvdevPad {
  /// The reason why a pad is not open.
  enum Failure: Error {
    /// The node cannot be opened, or is not an evdev device.
    case open(errno: Int32)
    /// The device cannot be drawn on.
    case unusable(DeviceInfo, PadFlaw)
  }

  /// The names and numbers of the pad.
  let info: DeviceInfo
  private let handle: EvdevHandle
  private var reader: PadReader
  private var isGrabbed = false
  /// Whether `epoll` has reported that the device is gone.
  var hasHungUp = false

  /// Opens a node for reading; what touches the pad already draws nothing.
  ///
  /// - Throws: why the node cannot be opened, or cannot be drawn on.
  init(path: String, id: DeviceID, open opener: EvdevKeyboard.Opener) throws(Failure) {
    let descriptor = opener(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw .open(errno: errno) }
    do throws(DeviceError) {
      handle = try EvdevHandle(owning: descriptor, path: path)
    } catch {
      throw .open(errno: error.errno)
    }
    info = handle.info(id: id, path: path)
    do throws(PadFlaw) {
      reader = PadReader(id, on: try PadSurface(handle.description(of: info)))
    } catch {
      throw .unusable(info, error)
    }
    reader.begin(with: handle.touchEvents(at: .zero))
  }

  deinit {
    // The descriptor may be shared for a moment with a child that is being started.
    if isGrabbed { _ = handle.setGrabbed(false) }
  }

  /// The descriptor to poll.
  var descriptor: Int32 { handle.descriptor }

  /// Whether the kernel still has the device.
  var isAlive: Bool {
    var query = pollfd(fd: descriptor, events: 0, revents: 0)
    return !hasHungUp && poll(&query, 1, 0) == 0
  }

  /// Whether something touches the pad or holds a button of it.
  ///
  /// A pen that only hovers does not count: a hand with a pen is near the tablet all the time, and
  /// the program that moves the pointer misses no more than that the pen has left.
  var isTouched: Bool { reader.isTouched || !handle.heldButtons.isEmpty }

  /// The buttons that are down; ``isTouched`` tells more of fingers and pens.
  var heldButtons: [KeyCode] { handle.heldButtons }

  /// Drops the stroke that is drawn.
  ///
  /// - Returns: the report that it is no stroke; nil if its beginning was not reported.
  func drop() -> InkEvent? { reader.drop() }

  /// The result of ``read(into:)``.
  enum Reading {
    /// Everything was read; the flag says whether events were lost.
    case all(hasLost: Bool)
    /// Many events were read, and more may follow; `epoll` does not report those that libevdev has.
    case some(hasLost: Bool)
    /// The device was unplugged.
    case unplugged
  }

  /// Reads the available events, and appends what was drawn.
  func read(into ink: inout [InkEvent]) -> Reading {
    var event = InputEvent(time: .zero, type: 0, code: 0, value: 0)
    var hasLost = false
    for _ in 0..<Self.eventsPerTurn {
      switch handle.nextOfPad(&event) {
      case .event:
        if let drawn = reader.read(event) { ink.append(drawn) }
      case .lost:
        hasLost = true
        let state = handle.touchEvents(at: event.time)
        if let drawn = reader.lose(at: event.time, resumingWith: state) { ink.append(drawn) }
      case .none: return hasHungUp ? .unplugged : .all(hasLost: hasLost)
      case .unplugged: return .unplugged
      }
    }
    return .some(hasLost: hasLost)
  }

  /// The maximum number of events that are read before others are served.
  private static let eventsPerTurn = 1024

  /// Grabs the pad for this program, so that no pointer moves.
  ///
  /// - Returns: 0, or the `errno`: `EBUSY` if another program has grabbed it.
  func grab() -> Int32 {
    let failure = handle.setGrabbed(true)
    isGrabbed = failure == 0
    return failure
  }

  /// Gives the pad back without closing it.
  ///
  /// - Returns: 0, or the `errno`; then only releasing the object gives the pad back.
  @discardableResult
  func ungrab() -> Int32 {
    let failure = isGrabbed ? handle.setGrabbed(false) : 0
    isGrabbed = false
    return failure
  }
}
