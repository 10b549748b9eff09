// SPDX-License-Identifier: Apache-2.0

/// A key's position in USB numbering: a usage page and a usage.
///
/// The numbers are those of the "HID Usage Tables for USB".
public struct HIDUsage: Hashable, Sendable {
  /// The usage page: 7 for the keyboard page, 0x0C for consumer controls, 1 for system controls.
  public var page: UInt16
  /// The usage within the page.
  public var id: UInt16

  /// Creates a usage from its page and its number.
  ///
  /// - Parameters:
  ///   - page: the usage page.
  ///   - id: the usage within the page.
  public init(page: UInt16, id: UInt16) {
    self.page = page
    self.id = id
  }
}

extension KeyCode {
  /// The usage that a USB keyboard reports for this key; nil if USB defines none (KEY-4).
  public var usage: HIDUsage? {
    guard Int(rawValue) < Self.usages.count, Self.usages[Int(rawValue)] != 0 else {
      return Self.otherUsages[rawValue]
    }
    return HIDUsage(page: 7, id: UInt16(Self.usages[Int(rawValue)]))
  }

  private static let usages: [UInt8] = {
    var table = [UInt8](repeating: 0, count: 256)
    for (usage, code) in keyboardPage.enumerated().reversed() where code != 0 {
      table[code] = UInt8(usage)
    }
    return table
  }()

  // HID Usage Tables, chapter 10 "Keyboard/Keypad Page (0x07)": sixteen usages per line, each given
  // as its evdev code, or 0 if evdev has none. Usage 0x32 ("Non-US #") has the same evdev code as
  // 0x31; if a code occurs twice, its first usage counts.
  private static let keyboardPage: [Int] = [
    0, 0, 0, 0, 30, 48, 46, 32, 18, 33, 34, 35, 23, 36, 37, 38,
    50, 49, 24, 25, 16, 19, 31, 20, 22, 47, 17, 45, 21, 44, 2, 3,
    4, 5, 6, 7, 8, 9, 10, 11, 28, 1, 14, 15, 57, 12, 13, 26,
    27, 43, 43, 39, 40, 41, 51, 52, 53, 58, 59, 60, 61, 62, 63, 64,
    65, 66, 67, 68, 87, 88, 99, 70, 119, 110, 102, 104, 111, 107, 109, 106,
    105, 108, 103, 69, 98, 55, 74, 78, 96, 79, 80, 81, 75, 76, 77, 71,
    72, 73, 82, 83, 86, 127, 116, 117, 183, 184, 185, 186, 187, 188, 189, 190,
    191, 192, 193, 194, 134, 138, 130, 132, 128, 129, 131, 137, 133, 135, 136, 113,
    115, 114, 0, 0, 0, 121, 0, 89, 93, 124, 92, 94, 95, 0, 0, 0,
    122, 123, 90, 91, 85, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 179, 180, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 118, 0, 0, 0, 0, 0, 0, 0, 0,
    29, 42, 56, 125, 97, 54, 100, 126,
  ]

  // Chapters 4 (page 1) and 15 (page 0x0C) of the same tables, limited to keys found on keyboards.
  private static let otherUsages: [UInt16: HIDUsage] = [
    142: HIDUsage(page: 1, id: 0x82), 143: HIDUsage(page: 1, id: 0x83),
    140: HIDUsage(page: 0x0C, id: 0x192), 150: HIDUsage(page: 0x0C, id: 0x196),
    155: HIDUsage(page: 0x0C, id: 0x18A), 156: HIDUsage(page: 0x0C, id: 0x22A),
    158: HIDUsage(page: 0x0C, id: 0x224), 159: HIDUsage(page: 0x0C, id: 0x225),
    161: HIDUsage(page: 0x0C, id: 0xB8), 163: HIDUsage(page: 0x0C, id: 0xB5),
    164: HIDUsage(page: 0x0C, id: 0xCD), 165: HIDUsage(page: 0x0C, id: 0xB6),
    166: HIDUsage(page: 0x0C, id: 0xB7), 167: HIDUsage(page: 0x0C, id: 0xB2),
    168: HIDUsage(page: 0x0C, id: 0xB4), 172: HIDUsage(page: 0x0C, id: 0x223),
    173: HIDUsage(page: 0x0C, id: 0x227), 207: HIDUsage(page: 0x0C, id: 0xB0),
    208: HIDUsage(page: 0x0C, id: 0xB3), 217: HIDUsage(page: 0x0C, id: 0x221),
    224: HIDUsage(page: 0x0C, id: 0x70), 225: HIDUsage(page: 0x0C, id: 0x6F),
    353: HIDUsage(page: 0x0C, id: 0x41), 0x248: HIDUsage(page: 0x0C, id: 0x29D),
  ]
}
