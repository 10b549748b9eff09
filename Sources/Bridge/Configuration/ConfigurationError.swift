// SPDX-License-Identifier: Apache-2.0
package import Assistance
package import Devices
package import KeyCommands
package import YAMLNodes

/// An error in a settings file, with its place.
///
/// `Wording` turns it into a sentence.
package struct ConfigurationError: Error, Hashable {
  /// The kind of error.
  package enum Problem: Hashable, Sendable {
    /// The text is not YAML, or contains a key twice.
    case yaml(YAMLError.Problem)
    /// The key does not exist; `known` are the existing ones.
    case unknownKey(String, nearest: String?, known: [String])
    /// The value has the wrong type or range; the first value says what is valid: `a number from 1
    /// to 1000`.
    case expected(String, found: String)
    /// The word is not one of the valid values of a key.
    case unknownValue(String, of: String, nearest: String?, known: [String])
    /// No mode has the language of a tag; `known` are the existing modes.
    case noModeOfLanguage(String, region: String?, known: [String])
    /// A mode needs an input method that does not exist; `known` are the existing modes.
    case unsupportedMode(String, method: String, known: [String])
    /// A selector is invalid.
    case selector(DeviceError)
    /// An entry of `devices` has no `match`.
    case entryWithoutMatch
    /// An entry of `modes` has no mode.
    case entryWithoutMode
    /// A variant is given without a layout.
    case variantWithoutLayout
    /// `scanner` is given for a device whose mode is not `scanner`.
    case scannerWithoutMode
    /// Neither a key nor a gap ends codes.
    case codesWithoutEnd
    /// The minimum length of codes exceeds this maximum length.
    case codesTooLong(Int)
    /// A text replacement has a mistake.
    case replacement(TextReplacement.Problem)
    /// A list, given by its key, has more entries than the limit.
    case tooManyEntries(String, limit: Int)
    /// An entry of `commands` has no name.
    case commandWithoutName
    /// An entry of `commands` has no keys.
    case commandWithoutChord(String)
    /// The keys are invalid.
    case chord(KeyCommandError)
    /// A built-in command does not support the setting; the setting, and the command.
    case notOfBuiltin(String, String)
    /// A built-in command is bound to a sequence.
    case sequenceOfBuiltin(String)
    /// A global command has a condition on the focus.
    case focusOfGlobalCommand
    /// A time limit is given without a process.
    case limitWithoutProcess
    /// A process is given, but no setting allows processes.
    case processesNotAllowed
  }

  /// The place in the file.
  package var place: YAMLPlace
  /// The error.
  package var problem: Problem
}

/// All errors in a settings file, in the order of their places.
package struct ConfigurationErrors: Error {
  /// The errors; at least one.
  package var mistakes: [ConfigurationError]
}
