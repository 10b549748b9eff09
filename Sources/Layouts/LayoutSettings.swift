// SPDX-License-Identifier: Apache-2.0

/// The layout settings of one keyboard.
public struct LayoutSettings: Hashable, Sendable {
  /// The layout.
  public var name: LayoutName
  /// Whether ⌥ selects the layout's third level.
  public var optionAsThirdLevel: OptionAsThirdLevel
  /// The modifier keys that are swapped.
  public var swap: ModifierSwap

  /// Creates settings; omitted ones are xkb's default layout without changes.
  ///
  /// - Parameters:
  ///   - name: the layout; by default xkb's, which is `us`.
  ///   - optionAsThirdLevel: whether ⌥ selects the layout's third level.
  ///   - swap: the modifier keys that are swapped.
  public init(
    name: LayoutName = LayoutName(), optionAsThirdLevel: OptionAsThirdLevel = .automatic,
    swap: ModifierSwap = .none
  ) {
    self.name = name
    self.optionAsThirdLevel = optionAsThirdLevel
    self.swap = swap
  }

  /// Whether ⌥ is the third-level modifier of this keyboard.
  var usesOptionAsThirdLevel: Bool {
    switch optionAsThirdLevel {
    case .automatic: name.isApple
    case .always: true
    case .never: false
    }
  }
}

/// Whether Option (Alt) selects the third level of a key, as AltGr does.
public enum OptionAsThirdLevel: String, Hashable, Sendable, CaseIterable {
  /// Option does so on layouts that imitate Apple keyboards (``LayoutName/isApple``).
  case automatic
  /// Option does so on every layout.
  case always
  /// Only AltGr does so.
  case never
}

/// Modifier keys that are swapped, left with left and right with right.
///
/// Keys are swapped before xkb receives them; `Keystroke.event` still holds the key that was
/// pressed.
public enum ModifierSwap: String, Hashable, Sendable, CaseIterable {
  /// No keys are swapped.
  case none
  /// Alt is ⌘ and Meta is ⌥, so that ⌘ is on a PC keyboard's Alt key.
  case optionCommand = "option-command"
  /// Ctrl is ⌘ and Meta is ⌃, so that Ctrl invokes commands as on a PC.
  case controlCommand = "control-command"
}

/// The sources of layouts and compose tables in addition to xkb's own folders.
public struct LayoutSources: Hashable, Sendable {
  /// The user's folders, structured like `/usr/share/X11/xkb` (`FOLDER/symbols/NAME`) and searched
  /// before it; missing folders are skipped.
  public var includeFolders: [String]
  /// The locale of the compose table, as in `LC_ALL`, `LC_CTYPE` or `LANG`.
  ///
  /// An empty name, `C`, `POSIX` and locales without a table mean `en_US.UTF-8`.
  public var composeLocale: String
  /// The user's compose file, for example `~/.XCompose`, used instead of the locale's table; empty
  /// for none.
  public var composeFile: String
  /// The folder in which libX11 stores compose tables.
  public var composeFolder: String

  /// Creates sources; omitted ones are the machine's defaults.
  ///
  /// - Parameters:
  ///   - includeFolders: the user's folders, searched in order before xkb's own; missing folders
  ///     are skipped.
  ///   - composeLocale: the locale of the compose table; a locale without a table means
  ///     `en_US.UTF-8`.
  ///   - composeFile: the user's compose file, used instead of the locale's table; empty for none.
  ///   - composeFolder: the folder in which libX11 stores compose tables.
  public init(
    includeFolders: [String] = [], composeLocale: String = "", composeFile: String = "",
    composeFolder: String = "/usr/share/X11/locale"
  ) {
    self.includeFolders = includeFolders
    self.composeLocale = composeLocale
    self.composeFile = composeFile
    self.composeFolder = composeFolder
  }
}
