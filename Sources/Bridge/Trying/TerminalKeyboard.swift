// SPDX-License-Identifier: Apache-2.0
package import Devices
import Glibc
package import Keys
package import Layouts
package import Mirrors

/// A source of keys made of the terminal's own, for a person without a keyboard that can be read:
/// on SSH, or in a container.
///
/// A key is pressed on the current layout, so that everything after the source works as with a
/// keyboard of the machine. Without the kitty keyboard protocol a key is released at once.
package final class TerminalKeyboard: RunSource {
  package typealias Failure = DeviceError

  /// The name of the keyboard.
  package static let name = "Keys of this terminal"
  /// How long a terminal may take to send the rest of a sequence, in microseconds.
  static let sequenceLimit: Int64 = 50_000

  package var willWait: (() -> Void)?
  package let devices = [
    DeviceInfo(id: DeviceID(rawValue: 0), name: TerminalKeyboard.name, kind: .keyboard)
  ]
  /// Called with a text that is pasted at the terminal; nil if it is too long.
  package var pasted: (String?) -> Void = { _ in }
  /// Whether a paste has to wait, because keys before it have not been typed yet.
  package var delaysPastes: () -> Bool = { false }
  /// Called when it is known whether the terminal reports ⌘ and releases.
  package var protocolBecameKnown: (_ hasCommand: Bool) -> Void = { _ in }

  /// Whether ⌃C ends the run; otherwise only ⌃C after the prefix does.
  private let endsWithInterrupt: Bool
  private let loop: EventLoop
  private let keys: LayoutKeys
  private weak var terminal: TerminalSession?
  private var presses = TerminalPresses()
  private var panic = PanicChord()
  /// The events of the terminal that were not processed yet; the first is at `next`.
  private var waiting: [TerminalEvent] = []
  private var next = 0
  /// The changes of keys that were not reported yet, a frame each, the last first.
  private var frames: [KeyEvent] = []
  /// Whether the keyboard has been reported.
  private var isConnected = false
  private var isFocused = true
  /// Whether the focus has changed and the caller does not know it yet.
  private var owesFocus = false
  /// When the last input counts as a key; nil if it is complete.
  private var sequenceEnd: Timestamp?
  /// Whether a handler has run and the caller does not know it yet.
  private var owesDeadline = false
  private var ending: EndReason?

  /// Creates a source without keys.
  ///
  /// - Parameters:
  ///   - loop: the loop of the run.
  ///   - layouts: the layouts of the session.
  ///   - endsWithInterrupt: whether ⌃C ends the run; false if a program receives it.
  package init(loop: EventLoop, layouts: KeyboardLayouts, endsWithInterrupt: Bool) {
    (self.loop, self.endsWithInterrupt) = (loop, endsWithInterrupt)
    keys = LayoutKeys(layouts)
  }

  /// Reads the keys of a terminal from now on.
  ///
  /// - Parameter terminal: the session, which reads keys.
  package func read(_ terminal: TerminalSession) {
    self.terminal = terminal
    terminal.takeEvents { [unowned self] in take($0) }
  }

  /// Adds an event of the terminal.
  func take(_ event: TerminalEvent) {
    if case .keyboard(let flags) = event { return protocolBecameKnown(flags & 10 == 10) }
    waiting.append(event)
  }

  // MARK: Occurrences

  package func next(
    before deadline: Timestamp?, into frame: inout [KeyEvent]
  ) throws(DeviceError) -> Occurrence {
    frame.removeAll(keepingCapacity: true)
    guard isConnected else {
      isConnected = true
      return .connected(devices[0])
    }
    while true {
      if let event = frames.last {
        // Stages see times in order.
        if let deadline, deadline < event.time { return .deadline(deadline) }
        frames.removeLast()
        guard panic.observe(event) else {
          frame.append(event)
          return .frame
        }
        end(.panic)
        // No stage has seen the press that completed the chord.
        frames.removeAll { $0.code == event.code }
      } else if let ending {
        return .end(ending)
      } else if let occurrence = takeNext() {
        return occurrence
      } else if frames.isEmpty, ending == nil, !owesFocus, next == waiting.count || mustWait {
        if owesDeadline {
          owesDeadline = false
          return .deadline(loop.now)
        }
        try turn(until: deadline)
        if let deadline, case let now = loop.now, deadline <= now, frames.isEmpty {
          return .deadline(now)
        }
      }
    }
  }

  /// Waits for the terminal, for other handlers, and for the source's own times.
  private func turn(until deadline: Timestamp?) throws(DeviceError) {
    let own = [sequenceEnd, presses.nextDeadline].compactMap { $0 }.min()
    willWait?()
    if try loop.turn(until: [deadline, own].compactMap { $0 }.min()) > 0 { owesDeadline = true }
    let now = loop.now
    if let end = sequenceEnd, end <= now {
      sequenceEnd = nil
      terminal?.endKey()
    }
    if terminal?.mayEndKey == true {
      if sequenceEnd == nil { sequenceEnd = now.advanced(byMicroseconds: Self.sequenceLimit) }
    } else {
      sequenceEnd = nil
    }
    if let due = presses.nextDeadline, due <= now { report(presses.advance(to: now), at: now) }
    if let signal = loop.signal, ending == nil { end(.signal(signal)) }
  }

  // MARK: Events of the terminal

  /// Whether the next event is a paste that has to wait.
  private var mustWait: Bool {
    guard next < waiting.count, case .paste = waiting[next] else { return false }
    return delaysPastes()
  }

  /// Processes the next event of the terminal.
  ///
  /// - Returns: an occurrence after an event that is not a key; nil for keys, and for no event.
  private func takeNext() -> Occurrence? {
    if owesFocus {
      // The pipeline applies it at a deadline, and the next key must come after that.
      owesFocus = false
      return .deadline(loop.now)
    }
    guard next < waiting.count, !mustWait else { return nil }
    let event = waiting[next]
    if !isFocused, case .key(let key) = event, key.phase != .release {
      // A terminal that sends keys has the focus, whatever it has reported.
      setFocused(true)
      return nil
    }
    next += 1
    if next == waiting.count {
      waiting.removeAll(keepingCapacity: true)
      next = 0
    }
    let now = loop.now
    switch event {
    case .key(let key): press(key, at: now)
    case .paste(let text):
      report(presses.endAll(.release), at: now)
      pasted(text)
      return .deadline(now)
    case .focus(let isFocused):
      if !isFocused { report(presses.endAll(), at: now) }
      setFocused(isFocused)
    case .color, .attributes, .keyboard: break
    }
    return nil
  }

  private func setFocused(_ isFocused: Bool) {
    self.isFocused = isFocused
    terminal?.focusChanged(isFocused)
    owesFocus = true
  }

  private func press(_ key: TerminalKey, at now: Timestamp) {
    if TerminalPresses.isInterrupt(key), endsWithInterrupt || presses.isPrefixed {
      return end(.signal(SIGINT))
    }
    keys.update()
    report(presses.take(key, on: keys, at: now), at: now)
  }

  /// Adds changes of keys to those that are reported.
  private func report(_ changes: [TerminalPresses.Change], at now: Timestamp) {
    guard !changes.isEmpty else { return }
    let events = changes.map {
      KeyEvent(time: now, device: devices[0].id, code: $0.code, phase: $0.phase)
    }
    frames.insert(contentsOf: events.reversed(), at: 0)
  }

  // MARK: Control

  /// Cancels the keys that are down when nothing has the focus any more.
  package func setGrabbed(_ isWanted: Bool) {
    if !isWanted { report(presses.endAll(), at: loop.now) }
  }

  package func takeEnds(ofKeysOn device: DeviceID) -> [KeyEvent] {
    defer { frames = [] }
    // Events that were not reported yet come first.
    report(presses.endAll(), at: loop.now)
    for event in frames.reversed() { _ = panic.observe(event) }
    return frames.reversed()
  }

  package func reconfigure(_ configuration: Configuration, isGrabbing: Bool) {}

  private func end(_ reason: EndReason) {
    ending = reason
    (waiting, next) = ([], 0)
    report(presses.endAll(), at: loop.now)
  }
}
