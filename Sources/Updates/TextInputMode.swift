// SPDX-License-Identifier: Apache-2.0
public import InputTraits

/// A language to type in: its tag, its input method, and its name (MOD-1).
///
/// The mode determines the assistance, and the ``layout`` what the keys type (MOD-10). The UIKit
/// counterpart is `UITextInputMode`.
public struct TextInputMode: Hashable, Sendable {
  /// The language; UIKit's `primaryLanguage`.
  public var primaryLanguage: LanguageTag
  /// The name of the input method, `pinyin`; nil if the keys type the text directly.
  public var inputMethod: String?
  /// The name of the language in the language itself.
  public var displayName: String
  /// The layout of the keys while the mode is current; nil for each keyboard's own.
  ///
  /// The layout is not part of the mode's identity: Swedish on a US layout is still Swedish
  /// (MOD-10).
  public var layout: KeyboardLayout?
  /// Whether the user chose ``layout`` for this mode, so that it applies to every keyboard.
  ///
  /// If not, a keyboard whose own layout types the mode's letters keeps that layout.
  public var isLayoutChosen = false

  /// Creates a mode.
  ///
  /// - Parameters:
  ///   - primaryLanguage: the language.
  ///   - inputMethod: the name of the input method; nil if the keys type the text directly.
  ///   - displayName: the name of the language in the language itself.
  ///   - layout: the layout of the keys while the mode is current; nil for each keyboard's own.
  public init(
    _ primaryLanguage: LanguageTag, inputMethod: String? = nil, displayName: String,
    layout: KeyboardLayout? = nil
  ) {
    self.primaryLanguage = primaryLanguage
    self.inputMethod = inputMethod
    self.displayName = displayName
    self.layout = layout
  }

  /// The identifier in settings and programs: `sv-SE`, or `zh-Hans+pinyin` with an input method;
  /// `esperanto.x` for a mode of an extension.
  public var id: String {
    guard let inputMethod else { return primaryLanguage.description }
    return isOfExtension ? inputMethod : "\(primaryLanguage)+\(inputMethod)"
  }

  /// Whether an extension offers the mode; its input method has the names of the extension and of
  /// the mode, as `esperanto.x` (reference 13.2).
  public var isOfExtension: Bool { inputMethod?.utf8.contains(UInt8(ascii: ".")) ?? false }

  /// Whether characters are drawn, and not typed (F026).
  public var isHandwriting: Bool { inputMethod == "handwriting" }

  /// The script of the language.
  public var script: WritingScript { primaryLanguage.script }

  /// A letter that every layout of the mode's script types; nil if only the mode's own layout is
  /// suitable.
  ///
  /// A keyboard whose layout types it can keep that layout in this mode (MOD-10).
  public var typicalLetter: Unicode.Scalar? {
    // Input methods also read Latin letters, so any layout with Latin letters is suitable.
    if inputMethod != nil { return "e" }
    return switch (script.code, primaryLanguage.language) {
    case ("Latn", _): "e"
    // Other layouts of Cyrillic letters lack it.
    case ("Cyrl", "sr"): "\u{45B}"
    case ("Cyrl", _): "\u{435}"
    case ("Grek", _): "\u{3B1}"
    case ("Hebr", _): "\u{5D0}"
    // Arabic layouts lack it.
    case ("Arab", "fa"): "\u{6AF}"
    case ("Arab", "ar"): "\u{627}"
    case ("Deva", _): "\u{915}"
    case ("Thai", _): "\u{E01}"
    default: nil
    }
  }

  /// Whether the mode types ASCII letters, so that it fits fields that accept nothing else
  /// (IME-11).
  public var isASCIICapable: Bool { inputMethod == nil && script == .latin }

  /// Reports whether words are corrected in this mode (MOD-12, AST-20).
  ///
  /// Without a dictionary there is no correction; typing is not affected.
  ///
  /// - Parameter hasDictionary: whether a dictionary for the language is installed.
  /// - Returns: whether there is a dictionary and the script supports correction.
  public func offersCorrection(hasDictionary: Bool) -> Bool {
    script.hasInlineCorrection && hasDictionary
  }
}

/// A layout as named in xkb.
public struct KeyboardLayout: Hashable, Sendable {
  /// The layout, for example `se`.
  public var name: String
  /// The variant, for example `nodeadkeys`; empty for none.
  public var variant: String

  /// Creates a name.
  ///
  /// - Parameters:
  ///   - name: the layout, for example `se`; it is not checked.
  ///   - variant: the variant, for example `nodeadkeys`; empty for none.
  public init(_ name: String, variant: String = "") {
    self.name = name
    self.variant = variant
  }
}
