// SPDX-License-Identifier: Apache-2.0
import Keys
import Mirrors

/// Presses, repeats and releases of keys, synthesized from what a terminal reports.
///
/// ```
/// 1  a tap          press and release at once, with the modifiers that the layout needs around it
/// 2  ⇧▔▔a▔▔         keys whose releases are reported stay down
/// 3  ⇧▔▔/▔▔         a character that the layout types without the held ⇧: ⇧ is up for its press
/// 4  ⌘▔▔ … a        the a is reported without ⌘, so that its release was lost: ⌘ is released
/// 5  ⌃] a           after the prefix ⌘ is down until the next key; ⌃] twice types ⌃]
/// 6  a▔▔▔▔▔▔▔▔▔     a key without a report for 30 s is released; the ⌘ of a prefix after 10 s
/// ```
///
/// A value without a clock: it receives the time, and states its next deadline.
struct TerminalPresses {
  /// A change of a key.
  struct Change: Hashable {
    var code: KeyCode
    var phase: KeyEvent.Phase
  }

  private struct Down {
    var code: KeyCode
    /// The key as the terminal names it; nil for the ⌘ of a prefix.
    var name: TerminalKey.Name?
    /// The time of the last report that the key is down.
    var seen: Timestamp
  }

  /// The keys that are down, in the order of their presses.
  private var down: [Down] = []
  /// When the ⌘ of a prefix ends; nil without one.
  private var prefixEnd: Timestamp?
  private var changes: [Change] = []

  /// The longest time between two reports of a key that is down, in microseconds.
  static let longestSilence: Int64 = 30_000_000
  /// The longest time between a prefix and the next key, in microseconds.
  static let longestPrefix: Int64 = 10_000_000

  /// The codes of the keys that are down.
  var codes: [KeyCode] { down.map(\.code) }

  /// When to call ``advance(to:)``; nil while no key is down.
  var nextDeadline: Timestamp? {
    let silence = down.map(\.seen).min()?.advanced(byMicroseconds: Self.longestSilence)
    guard let prefixEnd else { return silence }
    return min(prefixEnd, silence ?? prefixEnd)
  }

  /// Whether a key is the prefix, after which the next key counts as with ⌘: ⌃].
  static func isPrefix(_ key: TerminalKey) -> Bool { isControl("]", key) }

  /// Whether a key is ⌃C.
  static func isInterrupt(_ key: TerminalKey) -> Bool { isControl("c", key) }

  private static func isControl(_ letter: Unicode.Scalar, _ key: TerminalKey) -> Bool {
    guard key.held == .control, key.phase == .tap || key.phase == .press else { return false }
    return key.name == .character(letter) || key.base == letter
  }

  /// Whether the next key counts as with ⌘.
  var isPrefixed: Bool { prefixEnd != nil }

  // MARK: Reports

  /// Takes a key of the terminal.
  ///
  /// - Parameters:
  ///   - key: the key.
  ///   - keys: the keys of the current layout, up to date.
  ///   - now: the time.
  /// - Returns: the changes, in order.
  mutating func take(_ key: TerminalKey, on keys: LayoutKeys, at now: Timestamp) -> [Change] {
    switch key.phase {
    case .tap, .press: press(key, on: keys, at: now)
    case .repeat: `repeat`(key, on: keys, at: now)
    case .release: release(key)
    }
    return takeChanges()
  }

  /// Ends every key that is down.
  ///
  /// - Parameter phase: how the keys end.
  /// - Returns: the changes.
  mutating func endAll(_ phase: KeyEvent.Phase = .cancel) -> [Change] {
    for key in down.reversed() { changes.append(Change(code: key.code, phase: phase)) }
    (down, prefixEnd) = ([], nil)
    return takeChanges()
  }

  /// Ends the keys of which the terminal has reported nothing for too long.
  ///
  /// - Parameter now: the time.
  /// - Returns: the changes.
  mutating func advance(to now: Timestamp) -> [Change] {
    if let prefixEnd, prefixEnd <= now { endPrefix() }
    let silent = down.filter { $0.seen.advanced(byMicroseconds: Self.longestSilence) <= now }
    for key in silent { up(key.code) }
    return takeChanges()
  }

  private mutating func takeChanges() -> [Change] {
    defer { changes.removeAll(keepingCapacity: true) }
    return changes
  }

  // MARK: Presses

  private mutating func press(_ key: TerminalKey, on keys: LayoutKeys, at now: Timestamp) {
    let isModifier = isModifier(key, on: keys)
    confirm(key, isModifier: isModifier, on: keys, at: now)
    if !isModifier, Self.isPrefix(key) {
      guard isPrefixed else { return beginPrefix(on: keys, at: now) }
      endPrefix()
    } else if isPrefixed, key.name == .code(.escape) {
      // Only the prefix is taken back.
      return endPrefix()
    }
    let presses = presses(of: key, on: keys)
    // A text of several characters has no key that is down.
    let stays = key.phase == .press && presses.count == 1 && (isModifier || !isPrefixed)
    for press in presses {
      if down.contains(where: { $0.code == press.code }) { up(press.code) }
      let restore = isModifier ? [] : hold(press.held, on: keys)
      changes.append(Change(code: press.code, phase: .press))
      if stays {
        down.append(Down(code: press.code, name: key.name, seen: now))
      } else {
        changes.append(Change(code: press.code, phase: .release))
      }
      changes += restore
    }
    if !isModifier, isPrefixed, !presses.isEmpty { endPrefix() }
  }

  private mutating func `repeat`(_ key: TerminalKey, on keys: LayoutKeys, at now: Timestamp) {
    confirm(key, isModifier: isModifier(key, on: keys), on: keys, at: now)
    guard let index = down.firstIndex(where: { $0.name == key.name }) else { return }
    down[index].seen = now
    changes.append(Change(code: down[index].code, phase: .repeat))
  }

  private mutating func release(_ key: TerminalKey) {
    if let ended = down.first(where: { $0.name == key.name }) { up(ended.code) }
  }

  private mutating func up(_ code: KeyCode) {
    down.removeAll { $0.code == code }
    changes.append(Change(code: code, phase: .release))
  }

  /// Returns the keys to press for a key of the terminal, with the keys to hold.
  private func presses(of key: TerminalKey, on keys: LayoutKeys) -> [LayoutKeys.Choice] {
    let held = HeldKeys(key.held)
    let isChord = !key.held.isDisjoint(with: .chord)
    var choices: [LayoutKeys.Choice] = []
    switch key.name {
    case .thirdLevel:
      choices = keys.thirdLevel.map { [LayoutKeys.Choice(code: $0)] } ?? []
    case .code(let code):
      choices = [keypadChoice(code, key, held, on: keys)]
    case .character(let character) where isChord:
      if var choice = keys.choice(inChord: character, base: key.base) {
        choice.held.formUnion(held)
        choices = [choice]
      }
    case .character, .text:
      choices = key.text.unicodeScalars.compactMap {
        keys.choice(typing: $0, base: key.base, holdsShift: held.contains(.shift))
      }
    }
    guard isPrefixed else { return choices }
    return choices.map { LayoutKeys.Choice(code: $0.code, held: $0.held.union(keys.command)) }
  }

  /// Returns the key of a keypad's key whose meaning Num Lock decides: a digit or an arrow.
  private func keypadChoice(
    _ code: KeyCode, _ key: TerminalKey, _ held: HeldKeys, on keys: LayoutKeys
  ) -> LayoutKeys.Choice {
    let plain = LayoutKeys.Choice(code: code, held: held)
    guard let other = Self.keypadArrows[code.rawValue],
      keys.locks.contains(.numLock) == key.text.isEmpty
    else { return plain }
    guard let character = key.text.unicodeScalars.first else {
      return LayoutKeys.Choice(code: KeyCode(other), held: held)
    }
    return keys.choice(typing: character, base: nil, holdsShift: false) ?? plain
  }

  /// The keys that do what those of the keypad do without Num Lock; 76 has no other.
  private static let keypadArrows: [UInt16: UInt16] = [
    71: 102, 72: 103, 73: 104, 75: 105, 76: 76, 77: 106, 79: 107, 80: 108, 81: 109, 82: 110,
    83: 111,
  ]

  // MARK: Modifiers

  private func isModifier(_ key: TerminalKey, on keys: LayoutKeys) -> Bool {
    switch key.name {
    case .thirdLevel: true
    case .code(let code):
      !HeldKeys(code, thirdLevel: keys.thirdLevel).isEmpty || [58, 69, 70].contains(code.rawValue)
    case .character, .text: false
    }
  }

  /// Compares the modifiers that are down with those of a report: a modifier that is not reported
  /// is released, because its release was lost.
  private mutating func confirm(
    _ key: TerminalKey, isModifier: Bool, on keys: LayoutKeys, at now: Timestamp
  ) {
    let reported = HeldKeys(key.held)
    for entry in down where entry.name != nil && entry.name != key.name {
      let modifier = HeldKeys(entry.code, thirdLevel: keys.thirdLevel)
      // The third level is never reported with other keys.
      guard !modifier.isEmpty, modifier != .thirdLevel else { continue }
      if reported.contains(modifier) {
        if let index = down.firstIndex(where: { $0.code == entry.code }) { down[index].seen = now }
      } else if !isModifier {
        up(entry.code)
      }
    }
  }

  /// Presses and releases modifiers, so that exactly the given ones are down.
  ///
  /// - Returns: the changes that undo this.
  private mutating func hold(_ wanted: HeldKeys, on keys: LayoutKeys) -> [Change] {
    var restore: [Change] = []
    for entry in down.reversed() {
      let modifier = HeldKeys(entry.code, thirdLevel: keys.thirdLevel)
      guard !modifier.isEmpty, !wanted.contains(modifier) else { continue }
      changes.append(Change(code: entry.code, phase: .release))
      restore.insert(Change(code: entry.code, phase: .press), at: 0)
    }
    for modifier in HeldKeys.each where wanted.contains(modifier) {
      let isDown = down.contains { HeldKeys($0.code, thirdLevel: keys.thirdLevel) == modifier }
      guard !isDown, let code = modifier.code(thirdLevel: keys.thirdLevel) else { continue }
      changes.append(Change(code: code, phase: .press))
      restore.insert(Change(code: code, phase: .release), at: 0)
    }
    return restore
  }

  // MARK: The prefix

  private mutating func beginPrefix(on keys: LayoutKeys, at now: Timestamp) {
    for entry in down.reversed() { up(entry.code) }
    guard let code = keys.command.code(thirdLevel: nil) else { return }
    prefixEnd = now.advanced(byMicroseconds: Self.longestPrefix)
    down.append(Down(code: code, name: nil, seen: now))
    changes.append(Change(code: code, phase: .press))
  }

  private mutating func endPrefix() {
    prefixEnd = nil
    if let command = down.first(where: { $0.name == nil }) { up(command.code) }
  }
}
