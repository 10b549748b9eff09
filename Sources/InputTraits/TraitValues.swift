// SPDX-License-Identifier: Apache-2.0

/// The automatic capitalization of a keyboard; UIKit's `UITextAutocapitalizationType`.
public enum AutocapitalizationType: Int, Hashable, Sendable, CaseIterable {
  /// No automatic capitals.
  case none = 0
  /// The first letter of each word.
  case words = 1
  /// The first letter of each sentence.
  case sentences = 2
  /// All letters.
  case allCharacters = 3
}

/// A trait that is on, off, or left to the engine.
///
/// UIKit has a separate type for each such trait, all with these values. There is no other value
/// (TRT-1).
public enum TraitSwitch: Int, Hashable, Sendable, CaseIterable {
  /// The context decides.
  case `default` = 0
  /// Off.
  case no = 1
  /// On.
  case yes = 2
}

/// The kind of text that is expected; UIKit's `UIKeyboardType`.
///
/// It filters typed text only if ``TextInputTraits/restrictToKeyboardType`` is on (TRT-4).
@nonexhaustive
public enum KeyboardType: Int, Hashable, Sendable, CaseIterable {
  /// Any text.
  case `default` = 0
  /// ASCII characters.
  case asciiCapable = 1
  /// Digits and punctuation first.
  case numbersAndPunctuation = 2
  /// A URL.
  case url = 3
  /// Digits, for example a PIN.
  case numberPad = 4
  /// A telephone number.
  case phonePad = 5
  /// A name or a telephone number.
  case namePhonePad = 6
  /// An email address.
  case emailAddress = 7
  /// A decimal number.
  case decimalPad = 8
  /// Text with easy access to `@` and `#`.
  case twitter = 9
  /// A web search.
  case webSearch = 10
  /// ASCII digits only.
  case asciiCapableNumberPad = 11
}

/// The colours of the keyboard area; UIKit's `UIKeyboardAppearance`.
@nonexhaustive
public enum KeyboardAppearance: Int, Hashable, Sendable, CaseIterable {
  /// The mirror's own colours.
  case `default` = 0
  /// Dark colours.
  case dark = 1
  /// Light colours.
  case light = 2

  /// The old name of ``dark`` (D12).
  public static let alert = KeyboardAppearance.dark
}

/// The label of the return key; UIKit's `UIReturnKeyType`.
///
/// It changes only the label (TRT-6).
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

/// The extent to which writing tools may act; UIKit's `UIWritingToolsBehavior`.
///
/// It has no effect here.
@nonexhaustive
public enum WritingToolsBehavior: Int, Hashable, Sendable, CaseIterable {
  /// No writing tools.
  case none = -1
  /// The system's default.
  case `default` = 0
  /// All writing tools.
  case complete = 1
  /// Writing tools in a panel only.
  case limited = 2
}

/// The kinds of results that writing tools may return; UIKit's `UIWritingToolsResultOptions`.
///
/// It has no effect here.
public struct WritingToolsResultOptions: OptionSet, Hashable, Sendable {
  /// The bits as in UIKit.
  public let rawValue: Int

  /// Creates a set from UIKit's bits.
  ///
  /// - Parameter rawValue: the bits as in UIKit; unknown ones are kept.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The system's default: no bit.
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
