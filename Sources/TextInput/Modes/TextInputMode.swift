// SPDX-License-Identifier: Apache-2.0

/// A language to type in: its tag, the input method that makes its text, and its name (MOD-1).
///
/// The mode decides what help with the language there is, the ``layout`` what the keys type (MOD-10).
/// UIKit's counterpart is `UITextInputMode`.
public struct TextInputMode: Hashable, Sendable {
  /// The language; UIKit's `primaryLanguage`.
  public var primaryLanguage: LanguageTag
  /// The name of the input method, `pinyin`; nil where the keys type the text themselves.
  public var inputMethod: String?
  /// What people who speak the language call it.
  public var displayName: String
  /// What the keys type while the mode is current; nil for what each keyboard is set to.
  ///
  /// It is no part of what the mode is: Swedish on a US layout is still Swedish (MOD-10).
  public var layout: KeyboardLayout?
  /// Whether the user chose ``layout`` for this mode; then it counts on every keyboard.
  ///
  /// Else a keyboard whose settings name a layout that types the mode's letters keeps that one.
  public var isLayoutChosen = false

  /// Makes a mode.
  public init(
    _ primaryLanguage: LanguageTag, inputMethod: String? = nil, displayName: String,
    layout: KeyboardLayout? = nil
  ) {
    self.primaryLanguage = primaryLanguage
    self.inputMethod = inputMethod
    self.displayName = displayName
    self.layout = layout
  }

  /// What settings and programs call it: `sv-SE`, or `zh-Hans+pinyin` with an input method.
  public var id: String {
    inputMethod.map { "\(primaryLanguage)+\($0)" } ?? primaryLanguage.description
  }

  /// The script it writes.
  public var script: WritingScript { primaryLanguage.script }

  /// A letter that every layout of the mode's script types; nil where only the mode's own layout fits.
  ///
  /// A keyboard whose layout types it can keep that layout in this mode (MOD-10).
  public var typicalLetter: Unicode.Scalar? {
    // Input methods read Latin letters, too.
    if inputMethod != nil { return "e" }
    return switch script {
    case .latin: "e"
    case .cyrillic: "\u{435}"
    default: nil
    }
  }

  /// Whether it types ASCII letters, so that it fits fields that take nothing else (IME-11).
  public var isASCIICapable: Bool { inputMethod == nil && script == .latin }

  /// Says whether words are corrected while it is current (MOD-12, AST-20).
  ///
  /// A missing dictionary ends correction; typing goes on as before.
  ///
  /// - Parameter hasDictionary: whether there is a dictionary for it.
  /// - Returns: whether there is one, and the script has correction at all.
  public func offersCorrection(hasDictionary: Bool) -> Bool {
    script.hasInlineCorrection && hasDictionary
  }
}

/// A layout as xkb names it.
public struct KeyboardLayout: Hashable, Sendable {
  /// The layout, `se`.
  public var name: String
  /// The variant, `nodeadkeys`; empty for the plain one.
  public var variant: String

  /// Makes a name.
  public init(_ name: String, variant: String = "") {
    self.name = name
    self.variant = variant
  }
}
