// SPDX-License-Identifier: Apache-2.0

/// A pattern as a state machine: each state has the characters that it consumes and the state that
/// follows.
struct PatternProgram: Sendable {
  /// A state of the machine.
  enum State: Sendable {
    /// Consumes one character of a set and continues at a state.
    case take(PatternSet, next: Int)
    /// Continues at both states without consuming a character.
    case split(Int, Int)
    /// All is taken.
    case end
  }

  /// The maximum number of states of a pattern, which limits the processing time of a key.
  static let largest = 256

  let states: [State]
  let end: Int
  /// The initial states, before any character is consumed.
  let start: [Int]

  init(states: [State], start: Int, end: Int) {
    (self.states, self.end) = (states, end)
    var seen = [Bool](repeating: false, count: states.count)
    var first: [Int] = []
    Self.add(start, to: &first, &seen, of: states)
    self.start = first
  }

  func states(after scalar: Unicode.Scalar, from current: [Int]) -> [Int] {
    var next: [Int] = []
    var seen = [Bool](repeating: false, count: states.count)
    for state in current {
      guard case .take(let set, let target) = states[state], set.contains(scalar) else { continue }
      Self.add(target, to: &next, &seen, of: states)
    }
    return next
  }

  private static func add(
    _ state: Int, to found: inout [Int], _ seen: inout [Bool], of states: [State]
  ) {
    var pending = [state]
    while let state = pending.popLast() {
      guard !seen[state] else { continue }
      seen[state] = true
      if case .split(let one, let other) = states[state] {
        pending += [other, one]
      } else {
        found.append(state)
      }
    }
  }
}
