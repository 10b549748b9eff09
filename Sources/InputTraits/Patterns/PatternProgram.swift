// SPDX-License-Identifier: Apache-2.0

/// A pattern as a machine: states, each with what it takes and where that leads.
struct PatternProgram: Sendable {
  /// A state of the machine.
  enum State: Sendable {
    /// Takes a character of a set, then goes on at a state.
    case take(PatternSet, next: Int)
    /// Goes on at both states without taking anything.
    case split(Int, Int)
    /// All is taken.
    case end
  }

  /// How many states a pattern may have: what bounds the time that a key takes.
  static let largest = 256

  let states: [State]
  let end: Int
  /// The states in which nothing is taken yet.
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
