// SPDX-License-Identifier: Apache-2.0

/// A control sequence: `CSI`, then a prefix, parameters, intermediate bytes, and the final byte.
///
/// The start of a `DCS` string has the same form.
struct ControlSequence: Equatable {
  /// The maximum number of parameters; further ones are ignored.
  static let maximumCount = 32
  /// The largest value of a parameter; larger numbers have this value.
  static let maximumValue = 65_535

  /// The byte from `<` to `?` in front of the parameters; 0 for none.
  var prefix: UInt8 = 0
  /// The intermediate byte; 0 for none, 0xFF for several.
  var intermediate: UInt8 = 0
  /// The final byte, which names the function.
  var final: UInt8 = 0
  /// The parameters; -1 for an omitted one.
  private(set) var values: [Int] = []
  /// The indexes of `values` that follow a colon and belong to the parameter before it.
  private var subparameters: UInt64 = 0
  /// Whether further parameters are ignored.
  private var isFull = false

  /// Makes it empty, keeping the memory.
  mutating func clear() {
    (prefix, intermediate, final, subparameters, isFull) = (0, 0, 0, 0, false)
    values.removeAll(keepingCapacity: true)
  }

  /// Adds a digit, a semicolon or a colon.
  mutating func append(_ byte: UInt8) {
    if values.isEmpty { values.append(-1) }
    guard !isFull else { return }
    let last = values.count - 1
    guard (0x30...0x39).contains(byte) else {
      guard values.count < Self.maximumCount else { return isFull = true }
      values.append(-1)
      if byte == 0x3A { subparameters |= 1 << UInt64(last + 1) }
      return
    }
    let value = max(values[last], 0) * 10 + Int(byte - 0x30)
    values[last] = min(value, Self.maximumValue)
  }

  /// Adds an intermediate byte.
  mutating func appendIntermediate(_ byte: UInt8) {
    intermediate = intermediate == 0 ? byte : 0xFF
  }

  /// Returns a parameter, or a default if it is omitted.
  func value(_ index: Int, default other: Int = 0) -> Int {
    index < values.count && values[index] >= 0 ? values[index] : other
  }

  /// Returns a parameter that counts something: at least 1.
  func count(_ index: Int = 0) -> Int { max(value(index), 1) }

  /// Whether a value is a subparameter of the one before it.
  func isSubparameter(_ index: Int) -> Bool {
    index < values.count && subparameters & 1 << UInt64(index) != 0
  }
}
