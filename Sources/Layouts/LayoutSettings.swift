// SPDX-License-Identifier: Apache-2.0

/// What one keyboard is to type.
public struct LayoutSettings: Hashable, Sendable {
  /// The layout.
  public var name: LayoutName
  /// Whether ⌥ reaches the layout's third level.
  public var optionAsThirdLevel: OptionAsThirdLevel
  /// Which modifier keys exchange their roles.
  public var swap: ModifierSwap

  /// Makes settings; what is not given is xkb's default layout, taken as it is.
  public init(
    name: LayoutName = LayoutName(), optionAsThirdLevel: OptionAsThirdLevel = .automatic,
    swap: ModifierSwap = .none
  ) {
    self.name = name
    self.optionAsThirdLevel = optionAsThirdLevel
    self.swap = swap
  }

  /// Whether ⌥ is the third-level modifier for this keyboard.
  var usesOptionAsThirdLevel: Bool {
    switch optionAsThirdLevel {
    case .automatic: name.isApple
    case .always: true
    case .never: false
    }
  }
}

/// Whether Option (Alt) chooses the level of a key that AltGr would choose.
public enum OptionAsThirdLevel: String, Hashable, Sendable, CaseIterable {
  /// On layouts made after Apple's keyboards (``LayoutName/isApple``).
  case automatic
  /// On every layout.
  case always
  /// Nowhere: only AltGr does.
  case never
}

/// Modifier keys that exchange their roles, left with left and right with right.
///
/// The exchange happens in front of xkb; `Keystroke.event` still holds the key that was pressed.
public enum ModifierSwap: String, Hashable, Sendable, CaseIterable {
  /// Every key keeps its role.
  case none
  /// Alt is ⌘ and Meta is ⌥, so that ⌘ is where a PC keyboard has Alt.
  case optionCommand = "option-command"
  /// Ctrl is ⌘ and Meta is ⌃, so that PC habits find their commands.
  case controlCommand = "control-command"
}

/// Where layouts and compose tables come from besides xkb's own folders.
public struct LayoutSources: Hashable, Sendable {
  /// Folders of the user's, shaped as `/usr/share/X11/xkb` (`FOLDER/symbols/NAME`) and searched
  /// before it; folders that do not exist are passed over.
  public var includeFolders: [String]
  /// The locale whose compose table is taken, as `LC_ALL`, `LC_CTYPE` or `LANG` say it.
  ///
  /// Empty, `C`, `POSIX` and locales that have no table mean `en_US.UTF-8`.
  public var composeLocale: String
  /// A compose file of the user's, `~/.XCompose`, taken instead of the locale's; empty for none.
  public var composeFile: String
  /// The folder in which libX11 keeps the locales' compose tables.
  public var composeFolder: String

  /// Makes sources; what is not given is the machine's own.
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
