// SPDX-License-Identifier: Apache-2.0
package import Keys

/// Turns the raw events of one pad into frames of contacts.
///
/// Three kinds of devices are understood: those with slots (multitouch protocol B), those with one
/// position and `BTN_TOUCH`, and pens. Of a device with slots only the slots count, because its
/// single position is that of its oldest touch.
package struct PadDecoder: Sendable {
  private struct Slot {
    var id: Int32 = -1
    var x: Int32 = 0
    var y: Int32 = 0
    var toolType: Int32 = 0
    var size: Int32 = 0
    var distance: Int32 = 0
  }

  /// The surface of the pad.
  package let surface: PadSurface
  private var slots: [Slot]
  private var current = 0
  /// The only position of a device without slots; its `id` counts the touches.
  private var single = Slot(id: 0)
  private var pressure = Int32.min
  /// The tools, fingers and touches that are reported, bits from `BTN_TOOL_PEN`.
  private var buttons: UInt16 = 0
  private var isDropping = false

  /// Creates a decoder of a pad that nothing touches.
  package init(_ surface: PadSurface) {
    self.surface = surface
    slots = Array(repeating: Slot(), count: surface.slotCount)
  }

  /// The result of ``decode(_:)`` for one event.
  package enum Step: Hashable, Sendable {
    /// The frame is not complete yet.
    case more
    /// The frame is complete.
    case frame(PadFrame)
    /// Events were lost; every touch is forgotten until it ends, unless ``load(_:)`` says which
    /// ones there are.
    case lost(Timestamp)
  }

  /// Decodes the next event.
  package mutating func decode(_ event: InputEvent) -> Step {
    switch event.type {
    case InputEvent.synchronization where event.code == InputEvent.dropped:
      isDropping = true
    case InputEvent.synchronization where event.code == InputEvent.report:
      guard isDropping else { return .frame(frame(at: event.time)) }
      isDropping = false
      forgetTouches()
      return .lost(event.time)
    default: note(event)
    }
    return .more
  }

  /// Sets the state of the pad, as the kernel has it, from events that would lead to it.
  package mutating func load(_ state: [InputEvent]) {
    forgetTouches()
    isDropping = false
    for event in state { note(event) }
  }

  private mutating func forgetTouches() {
    for index in slots.indices { slots[index].id = -1 }
    buttons = 0
    pressure = .min
  }

  private mutating func note(_ event: InputEvent) {
    switch event.type {
    case InputEvent.absolute where slots.isEmpty: noteSingle(event)
    case InputEvent.absolute: noteSlot(event)
    case InputEvent.key where (PadCode.pen...PadCode.fourFingers).contains(event.code):
      let bit = Self.bit(event.code)
      if event.value != 0 {
        // Also if the frame before it had the touch: it was lifted and put down within this one.
        if event.code == PadCode.touch { single.id = (single.id &+ 1) & .max }
        buttons |= bit
      } else {
        buttons &= ~bit
      }
    default: break
    }
  }

  private mutating func noteSingle(_ event: InputEvent) {
    switch event.code {
    case PadCode.x: single.x = event.value
    case PadCode.y: single.y = event.value
    case PadCode.pressure:
      if !surface.hasTouchButton, pressure < surface.leastPressure,
        event.value >= surface.leastPressure
      {
        single.id = (single.id &+ 1) & .max
      }
      pressure = event.value
    default: break
    }
  }

  private mutating func noteSlot(_ event: InputEvent) {
    if event.code == PadCode.slot {
      current = Int(event.value)
      return
    }
    // A slot out of range has no place; the events up to the next slot are for it.
    guard slots.indices.contains(current) else { return }
    switch event.code {
    case PadCode.trackingID: slots[current].id = max(event.value, -1)
    case PadCode.touchX: slots[current].x = event.value
    case PadCode.touchY: slots[current].y = event.value
    case PadCode.toolType: slots[current].toolType = event.value
    case PadCode.touchMajor: slots[current].size = event.value
    case PadCode.distance: slots[current].distance = event.value
    default: break
    }
  }

  // MARK: Frames

  /// The contacts now.
  package func frame(at time: Timestamp) -> PadFrame {
    var frame = PadFrame(time: time, contacts: [], fingers: fingers)
    if slots.isEmpty {
      if isTouched, !hasOtherTool { frame.contacts.append(contact(single, isPalm: false)) }
    } else {
      for slot in slots where slot.id >= 0 && slot.distance <= 0 {
        let isPalm = slot.toolType == Self.palm || slot.size > surface.palmSize
        frame.contacts.append(contact(slot, isPalm: isPalm))
      }
    }
    return frame
  }

  private func contact(_ slot: Slot, isPalm: Bool) -> PadContact {
    let place = surface.place(x: slot.x, y: slot.y)
    return PadContact(id: slot.id, x: place.x, y: place.y, isPalm: isPalm)
  }

  /// `MT_TOOL_PALM`.
  private static let palm: Int32 = 2

  /// Whether the tool at the only position does not draw, like a rubber.
  private var hasOtherTool: Bool {
    has(PadCode.rubber) || has(PadCode.mouse) || has(PadCode.lens)
  }

  private var isTouched: Bool {
    surface.hasTouchButton ? has(PadCode.touch) : pressure >= surface.leastPressure
  }

  private var fingers: Int {
    if has(PadCode.fiveFingers) { return 5 }
    if has(PadCode.fourFingers) { return 4 }
    if has(PadCode.threeFingers) { return 3 }
    return has(PadCode.twoFingers) ? 2 : 0
  }

  private func has(_ code: UInt16) -> Bool { buttons & Self.bit(code) != 0 }

  private static func bit(_ code: UInt16) -> UInt16 { 1 << (code - PadCode.pen) }
}
