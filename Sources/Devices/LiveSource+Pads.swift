// SPDX-License-Identifier: Apache-2.0
import Keys

extension LiveSource.Options {
  /// The options of the pads.
  var pads: PadOptions {
    PadOptions(
      rules: padRules, seat: seat, rest: padRest, grabLimit: grabLimit,
      permissionGrace: permissionGrace)
  }
}

/// The pads of the source, which are read only while strokes are wanted.
extension LiveSource {
  /// Opens and grabs the pads that may be drawn on, or gives all of them back.
  ///
  /// A pad is grabbed once nothing touches it, because the program that moves the pointer must see
  /// the end of a touch. It is given back at once when ink is no longer wanted, when nothing has
  /// focus, and when the source ends; a stroke that is being drawn is then dropped. A pad without
  /// an event for ``Options/padRest`` is given back, too; the next key takes it again.
  package func setDrawing(_ isWanted: Bool) {
    isInkWanted = isWanted
    followInk()
    reschedule()
  }

  func followInk() {
    pads.setWanted(isInkWanted && isGrabWanted)
  }

  func considerPad(_ node: DeviceNode) {
    pads.consider(node) {
      nextID += 1
      return DeviceID(rawValue: nextID - 1)
    }
  }

  /// Takes the pads that were not touched for a while, because a key was pressed.
  // Not inlined, because it runs rarely, in a function that runs for every frame.
  @inline(never)
  func wakePads() {
    pads.keyWasPressed()
    reschedule()
  }
}
