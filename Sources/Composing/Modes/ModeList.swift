// SPDX-License-Identifier: Apache-2.0

/// The user's modes in the user's order; never empty and without duplicates (MOD-1).
///
/// The UIKit counterpart is `UITextInputMode.activeInputModes`.
public struct ModeList: Hashable, Sendable {
  /// The modes, in order.
  public private(set) var modes: [TextInputMode]

  /// Creates a list; of modes with the same identifier only the first is kept.
  ///
  /// - Parameter modes: the modes, in the user's order; an empty array means American English.
  public init(_ modes: [TextInputMode] = []) {
    var seen = Set<String>()
    self.modes = modes.filter { seen.insert($0.id).inserted }
    guard modes.isEmpty else { return }
    // A user who has configured no modes keeps the layout of each keyboard.
    var english = TextInputMode.english
    english.layout = nil
    self.modes = [english]
  }

  /// Returns the mode with an identifier.
  ///
  /// - Parameter id: the identifier, such as `sv-SE`; it is compared exactly.
  /// - Returns: the mode; nil if it is not in the list.
  public subscript(id: String) -> TextInputMode? {
    modes.first { $0.id == id }
  }

  /// Finds the mode that a program, a setting or an earlier version names.
  ///
  /// - Parameters:
  ///   - text: an identifier, or a language range, such as `ja`, which may be followed by `+` and
  ///     the name of an input method, such as `ja+romaji`.
  ///   - isOffered: whether a mode is available.
  /// - Returns: the mode with the identifier, or else the first in the range that has the input
  ///   method if the text names one; nil for none.
  public func mode(
    meantBy text: String, where isOffered: (TextInputMode) -> Bool = { _ in true }
  ) -> TextInputMode? {
    if let mode = self[text], isOffered(mode) { return mode }
    let parts = text.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false)
    guard let range = parts.first.flatMap({ LanguageTag(String($0)) }) else { return nil }
    let method = parts.count > 1 ? String(parts[1]) : nil
    return modes.first {
      $0.primaryLanguage.matches(range) && (method == nil || $0.inputMethod == method)
        && isOffered($0)
    }
  }

  /// Appends a mode, unless it is in the list.
  ///
  /// - Parameter mode: the mode to append.
  public mutating func enable(_ mode: TextInputMode) {
    if self[mode.id] == nil { modes.append(mode) }
  }

  /// Removes a mode, unless it is the only one.
  ///
  /// - Parameter id: its identifier.
  public mutating func disable(_ id: String) {
    if modes.count > 1 { modes.removeAll { $0.id == id } }
  }

  /// Moves a mode to another place.
  ///
  /// - Parameters:
  ///   - id: its identifier.
  ///   - place: its new index, counted without the mode itself and clamped to the list.
  public mutating func move(_ id: String, to place: Int) {
    guard let mode = self[id] else { return }
    modes.removeAll { $0.id == id }
    modes.insert(mode, at: min(max(0, place), modes.count))
  }

  /// Sets the layout of a mode (MOD-10).
  ///
  /// - Parameters:
  ///   - layout: the layout; nil for each keyboard's own.
  ///   - id: the mode's identifier.
  public mutating func setLayout(_ layout: KeyboardLayout?, of id: String) {
    guard let place = modes.firstIndex(where: { $0.id == id }) else { return }
    modes[place].layout = layout
    modes[place].isLayoutChosen = layout != nil
  }

  /// Sets the language of a mode, whose identifier does not depend on it.
  mutating func setLanguage(_ language: LanguageTag, of id: String) {
    guard let place = modes.firstIndex(where: { $0.id == id }) else { return }
    modes[place].primaryLanguage = language
  }

  /// Returns the next mode in the cycle that `fits` accepts; nil if there is no other.
  ///
  /// A mode that is not in the list counts as before the first.
  func mode(after id: String, where fits: (TextInputMode) -> Bool) -> TextInputMode? {
    let next = modes.firstIndex { $0.id == id }.map { $0 + 1 } ?? 0
    return (modes[next...] + modes[..<next]).first { $0.id != id && fits($0) }
  }
}
