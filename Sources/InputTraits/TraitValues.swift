// SPDX-License-Identifier: Apache-2.0

/// When a keyboard makes capitals by itself; UIKit's `UITextAutocapitalizationType`.
public enum AutocapitalizationType: Int, Hashable, Sendable, CaseIterable {
  /// Never.
  case none = 0
  /// At the start of each word.
  case words = 1
  /// At the start of each sentence.
  case sentences = 2
  /// Always.
  case allCharacters = 3
}

/// A trait that is left to the engine, or switched off or on.
///
/// UIKit has one type for each such trait, all with these values. There is no fourth (TRT-1).
public enum TraitSwitch: Int, Hashable, Sendable, CaseIterable {
  /// As the context has it.
  case `default` = 0
  /// Off.
  case no = 1
  /// On.
  case yes = 2
}

/// What kind of text is expected; UIKit's `UIKeyboardType`.
///
/// It filters what is typed only where ``TextInputTraits/restrictToKeyboardType`` is on (TRT-4).
@nonexhaustive
public enum KeyboardType: Int, Hashable, Sendable, CaseIterable {
  /// Anything.
  case `default` = 0
  /// ASCII characters.
  case asciiCapable = 1
  /// Digits and punctuation first.
  case numbersAndPunctuation = 2
  /// A URL.
  case url = 3
  /// Digits, a PIN.
  case numberPad = 4
  /// A telephone number.
  case phonePad = 5
  /// A name or a telephone number.
  case namePhonePad = 6
  /// A mail address.
  case emailAddress = 7
  /// A decimal number.
  case decimalPad = 8
  /// Text with `@` and `#` at hand.
  case twitter = 9
  /// A search of the web.
  case webSearch = 10
  /// ASCII digits only.
  case asciiCapableNumberPad = 11
}

/// The colours of the keyboard area; UIKit's `UIKeyboardAppearance`.
@nonexhaustive
public enum KeyboardAppearance: Int, Hashable, Sendable, CaseIterable {
  /// As the mirror has it.
  case `default` = 0
  /// Dark.
  case dark = 1
  /// Light.
  case light = 2

  /// The old name of ``dark`` (D12).
  public static let alert = KeyboardAppearance.dark
}

/// What Return is labelled; UIKit's `UIReturnKeyType`.
///
/// It changes the label only (TRT-6).
@nonexhaustive
public enum ReturnKeyType: Int, Hashable, Sendable, CaseIterable {
  /// The localised word for return.
  case `default` = 0
  /// Go.
  case go = 1
  /// Google.
  case google = 2
  /// Join.
  case join = 3
  /// Next.
  case next = 4
  /// Route.
  case route = 5
  /// Search.
  case search = 6
  /// Send.
  case send = 7
  /// Yahoo.
  case yahoo = 8
  /// Done.
  case done = 9
  /// Emergency Call.
  case emergencyCall = 10
  /// Continue.
  case `continue` = 11
}

/// How much the writing tools may do; UIKit's `UIWritingToolsBehavior`.
///
/// It has no effect here.
@nonexhaustive
public enum WritingToolsBehavior: Int, Hashable, Sendable, CaseIterable {
  /// Nothing.
  case none = -1
  /// As the system has it.
  case `default` = 0
  /// Everything.
  case complete = 1
  /// What fits into a panel.
  case limited = 2
}

/// What writing tools may bring back; UIKit's `UIWritingToolsResultOptions`.
///
/// It has no effect here.
public struct WritingToolsResultOptions: OptionSet, Hashable, Sendable {
  /// The bits, UIKit's.
  public let rawValue: Int

  /// Makes a set from UIKit's bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// As the system has it: no bit.
  public static let `default`: WritingToolsResultOptions = []
  /// Plain text.
  public static let plainText = WritingToolsResultOptions(rawValue: 1)
  /// Text with styles.
  public static let richText = WritingToolsResultOptions(rawValue: 2)
  /// Lists.
  public static let list = WritingToolsResultOptions(rawValue: 4)
  /// Tables.
  public static let table = WritingToolsResultOptions(rawValue: 8)
}
