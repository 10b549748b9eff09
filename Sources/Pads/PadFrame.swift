// SPDX-License-Identifier: Apache-2.0
package import Keys

/// A finger or a pen on a pad.
package struct PadContact: Hashable, Sendable {
  /// The number of the touch; a finger that is lifted and put down again has another one.
  package var id: Int32
  /// The distance from the left edge, in the units of the surface.
  package var x: Int32
  /// The distance from the top edge, in the units of the surface.
  package var y: Int32
  /// Whether it is a palm, according to the device or to the size of the touch.
  package var isPalm: Bool

  /// Creates a contact from its parts.
  package init(id: Int32, x: Int32, y: Int32, isPalm: Bool = false) {
    (self.id, self.x, self.y, self.isPalm) = (id, x, y, isPalm)
  }
}

/// All contacts of a pad at one `SYN_REPORT`.
package struct PadFrame: Hashable, Sendable {
  /// The time on the source's clock.
  package var time: Timestamp
  /// The contacts whose places are known.
  package var contacts: [PadContact]
  /// The number of fingers on the pad, if it counts more than it has places for.
  package var fingers: Int

  /// Creates a frame from its parts; by default each finger has a place.
  package init(time: Timestamp, contacts: [PadContact], fingers: Int = 0) {
    (self.time, self.contacts, self.fingers) = (time, contacts, fingers)
  }
}
