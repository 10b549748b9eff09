// SPDX-License-Identifier: Apache-2.0

/// How the program wants to receive keys: xterm's modifyOtherKeys, and the flags of the kitty
/// keyboard protocol.
package struct KeyboardProtocol: Equatable, Sendable {
  /// The flags of the kitty keyboard protocol.
  package struct Flags: OptionSet, Hashable, Sendable {
    package var rawValue: UInt8

    package init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    package static let disambiguate = Flags(rawValue: 1)
    package static let eventTypes = Flags(rawValue: 2)
    package static let alternateKeys = Flags(rawValue: 4)
    package static let allKeys = Flags(rawValue: 8)
    package static let associatedText = Flags(rawValue: 16)
    static let all = Flags(rawValue: 31)
  }

  /// The number of flags that a program can push on a screen; the oldest is dropped.
  private static let stackLimit = 8

  /// The current flags.
  package private(set) var flags: Flags = []
  /// The flags below the current ones, oldest first.
  private var stack: [Flags] = []

  /// Pushes the current flags and sets others (`CSI > flags u`).
  mutating func push(_ newFlags: Int) {
    if stack.count == Self.stackLimit { stack.removeFirst() }
    stack.append(flags)
    flags = Self.flags(newFlags)
  }

  /// Restores earlier flags (`CSI < count u`); without any, all flags are off.
  mutating func pop(_ count: Int) {
    for _ in 0..<min(count, Self.stackLimit + 1) { flags = stack.popLast() ?? [] }
  }

  /// Changes the current flags (`CSI = flags ; mode u`): 1 sets all, 2 adds, 3 removes.
  mutating func set(_ newFlags: Int, mode: Int) {
    let change = Self.flags(newFlags)
    switch mode {
    case 1: flags = change
    case 2: flags.formUnion(change)
    case 3: flags.subtract(change)
    default: break
    }
  }

  private static func flags(_ number: Int) -> Flags {
    Flags(rawValue: UInt8(truncatingIfNeeded: number)).intersection(.all)
  }
}
