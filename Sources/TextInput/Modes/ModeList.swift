// SPDX-License-Identifier: Apache-2.0

/// The modes a user has, in the user's order; never empty, none twice (MOD-1).
///
/// UIKit's counterpart is `UITextInputMode.activeInputModes`.
public struct ModeList: Hashable, Sendable {
  /// The modes in order.
  public private(set) var modes: [TextInputMode]

  /// Makes a list; of two modes with one id the first counts.
  ///
  /// - Parameter modes: in the user's order; nothing stands for American English.
  public init(_ modes: [TextInputMode] = []) {
    var seen = Set<String>()
    self.modes = modes.filter { seen.insert($0.id).inserted }
    guard modes.isEmpty else { return }
    // Who names no mode wants no other layout for it.
    var english = TextInputMode.english
    english.layout = nil
    self.modes = [english]
  }

  /// The mode with an id; nil where the user does not have it.
  public subscript(id: String) -> TextInputMode? {
    modes.first { $0.id == id }
  }

  /// Finds the mode that a program means.
  ///
  /// - Parameters:
  ///   - wish: an id or a range of languages.
  ///   - isOffered: whether a mode comes into question.
  /// - Returns: the mode with the id, else the first in the range; nil for none.
  public func mode(
    meantBy wish: String, where isOffered: (TextInputMode) -> Bool = { _ in true }
  ) -> TextInputMode? {
    if let mode = self[wish], isOffered(mode) { return mode }
    guard let range = LanguageTag(wish) else { return nil }
    return modes.first { $0.primaryLanguage.matches(range) && isOffered($0) }
  }

  /// Adds a mode at the end, or does nothing if it is there.
  public mutating func enable(_ mode: TextInputMode) {
    if self[mode.id] == nil { modes.append(mode) }
  }

  /// Takes a mode out; the only one stays.
  public mutating func disable(_ id: String) {
    if modes.count > 1 { modes.removeAll { $0.id == id } }
  }

  /// Moves a mode to a place, counted from 0 without it; beyond the ends means at the end.
  public mutating func move(_ id: String, to place: Int) {
    guard let mode = self[id] else { return }
    modes.removeAll { $0.id == id }
    modes.insert(mode, at: min(max(0, place), modes.count))
  }

  /// Chooses what the keys type in a mode, nil for what each keyboard is set to (MOD-10).
  public mutating func setLayout(_ layout: KeyboardLayout?, of id: String) {
    guard let place = modes.firstIndex(where: { $0.id == id }) else { return }
    modes[place].layout = layout
    modes[place].isLayoutChosen = layout != nil
  }

  /// The mode behind another in the cycle, among those that fit; nil if no other one does.
  ///
  /// A mode that is not in the list stands before the first.
  func mode(after id: String, where fits: (TextInputMode) -> Bool) -> TextInputMode? {
    let next = modes.firstIndex { $0.id == id }.map { $0 + 1 } ?? 0
    return (modes[next...] + modes[..<next]).first { $0.id != id && fits($0) }
  }
}
