// SPDX-License-Identifier: Apache-2.0

/// The event codes of pads, in the order of `linux/input-event-codes.h`.
enum PadCode {
  /// `ABS_X`.
  static let x: UInt16 = 0x00
  /// `ABS_Y`.
  static let y: UInt16 = 0x01
  /// `ABS_PRESSURE`.
  static let pressure: UInt16 = 0x18
  /// The number before ``slot``, which no axis of a pad has; a device of unknown usages has it.
  static let unused: UInt16 = 0x2e
  /// `ABS_MT_SLOT`.
  static let slot: UInt16 = 0x2f
  /// `ABS_MT_TOUCH_MAJOR`.
  static let touchMajor: UInt16 = 0x30
  /// `ABS_MT_POSITION_X`.
  static let touchX: UInt16 = 0x35
  /// `ABS_MT_POSITION_Y`.
  static let touchY: UInt16 = 0x36
  /// `ABS_MT_TOOL_TYPE`.
  static let toolType: UInt16 = 0x37
  /// `ABS_MT_TRACKING_ID`.
  static let trackingID: UInt16 = 0x39
  /// `ABS_MT_DISTANCE`.
  static let distance: UInt16 = 0x3b

  /// The axes whose ranges a capture or a device must declare.
  static let positions: [UInt16] = [x, y, touchX, touchY]

  /// `BTN_TOOL_PEN`.
  static let pen: UInt16 = 0x140
  /// `BTN_TOOL_RUBBER`.
  static let rubber: UInt16 = 0x141
  /// `BTN_TOOL_MOUSE`.
  static let mouse: UInt16 = 0x146
  /// `BTN_TOOL_LENS`.
  static let lens: UInt16 = 0x147
  /// `BTN_TOOL_QUINTTAP`.
  static let fiveFingers: UInt16 = 0x148
  /// `BTN_TOUCH`.
  static let touch: UInt16 = 0x14a
  /// `BTN_TOOL_DOUBLETAP`.
  static let twoFingers: UInt16 = 0x14d
  /// `BTN_TOOL_TRIPLETAP`.
  static let threeFingers: UInt16 = 0x14e
  /// `BTN_TOOL_QUADTAP`.
  static let fourFingers: UInt16 = 0x14f

  /// `INPUT_PROP_DIRECT`.
  static let isScreen: UInt16 = 0x01
}
