// SPDX-License-Identifier: Apache-2.0
package import Keys

/// The events that a pad sends while fingers or a pen move on it.
///
/// Places are in thousandths of the surface.
package struct Touches: Sendable {
  /// The pad.
  package let pad: SamplePad
  /// The events so far.
  package private(set) var events: [InputEvent] = []
  /// The time of the next event, in microseconds.
  package var time: Int64
  /// The tracking IDs of the fingers that are down, by their slots.
  package private(set) var down: [Int32: Int32] = [:]
  private var slot: Int32 = 0
  private var nextID: Int32 = 40
  private var counted = 0

  /// Creates the events of a pad that nothing touches.
  package init(_ pad: SamplePad, at time: Int64 = 1_000_000) {
    (self.pad, self.time) = (pad, time)
  }

  /// Puts a finger down.
  package mutating func touch(_ finger: Int32 = 0, _ x: Int32, _ y: Int32) {
    select(finger)
    down[finger] = nextID
    if pad.hasSlots {
      add(3, 0x39, nextID)
    } else {
      add(1, 0x140, 1)
    }
    nextID += 1
    place(x, y)
  }

  /// Moves a finger.
  package mutating func move(_ finger: Int32 = 0, _ x: Int32, _ y: Int32) {
    select(finger)
    place(x, y)
  }

  /// Lifts a finger, or takes the pen away.
  package mutating func lift(_ finger: Int32 = 0) {
    select(finger)
    down[finger] = nil
    if pad.hasSlots { return add(3, 0x39, -1) }
    add(3, 0x18, 0)
    add(1, 0x140, 0)
  }

  /// Adds an event.
  package mutating func add(_ type: UInt16, _ code: UInt16, _ value: Int32) {
    events.append(
      InputEvent(time: Timestamp(microseconds: time), type: type, code: code, value: value))
  }

  /// Completes the frame; the next one follows after a while.
  package mutating func report(after microseconds: Int64 = 8_000) {
    count()
    add(0, 0, 0)
    time += microseconds
  }

  /// Draws a line through some places with one finger.
  package mutating func draw(_ places: [(Int32, Int32)]) {
    for (index, place) in places.enumerated() {
      if index == 0 { touch(0, place.0, place.1) } else { move(0, place.0, place.1) }
      report()
    }
    lift()
    report()
  }

  /// Taps with two fingers.
  package mutating func tapWithTwo() {
    touch(0, 400, 500)
    report()
    touch(1, 600, 500)
    report()
    lift(0)
    report()
    lift(1)
    report()
  }

  private mutating func select(_ finger: Int32) {
    guard pad.hasSlots, finger != slot else { return }
    slot = finger
    add(3, 0x2f, finger)
  }

  private mutating func place(_ x: Int32, _ y: Int32) {
    let position = pad.position(x, y)
    add(3, pad.hasSlots ? 0x35 : 0, position.x)
    add(3, pad.hasSlots ? 0x36 : 1, position.y)
    if !pad.hasSlots { add(3, 0x18, 500) }
  }

  /// Reports the number of fingers as the kernel does.
  private mutating func count() {
    guard down.count != counted else { return }
    let tools: [UInt16] = [0, 0x145, 0x14d, 0x14e, 0x14f, 0x148]
    if down.isEmpty != (counted == 0) { add(1, 0x14a, down.isEmpty ? 0 : 1) }
    if pad.hasSlots {
      if counted > 0 { add(1, tools[min(counted, 5)], 0) }
      if !down.isEmpty { add(1, tools[min(down.count, 5)], 1) }
    }
    counted = down.count
  }
}

/// The character 三, drawn with three strokes.
package let threeStrokes: [[(Int32, Int32)]] = [
  [(200, 200), (350, 195), (500, 200), (700, 205)],
  [(250, 450), (400, 455), (640, 450)],
  [(150, 750), (300, 745), (450, 750), (600, 755), (850, 750)],
]
