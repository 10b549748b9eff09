// SPDX-License-Identifier: Apache-2.0
package import Devices
package import KeyCommands
package import YAMLNodes

/// A mistake in a settings file, with its place; facts, not sentences.
package struct ConfigurationError: Error, Hashable {
  /// What is wrong.
  package enum Problem: Hashable, Sendable {
    /// The text is not YAML, or has a key twice.
    case yaml(YAMLError.Problem)
    /// There is no such key here; `known` are those there are.
    case unknownKey(String, nearest: String?, known: [String])
    /// Something else was expected: `a number from 1 to 1000`.
    case expected(String, found: String)
    /// The word is none of those there are.
    case unknownValue(String, nearest: String?, known: [String])
    /// A mode needs an input method that does not exist; `known` are the modes there are.
    case unsupportedMode(String, method: String, known: [String])
    /// A selector does not make sense.
    case selector(DeviceError)
    /// An entry of `devices` says nothing about which ones.
    case entryWithoutMatch
    /// An entry of `modes` does not say which mode.
    case entryWithoutMode
    /// A variant stands beside no layout.
    case variantWithoutLayout
    /// It is said what codes are like of a device that types none.
    case scannerWithoutMode
    /// Neither a key nor a gap ends codes.
    case codesWithoutEnd
    /// The shortest code is longer than the longest, whose length this is.
    case codesTooLong(Int)
    /// An entry of `commands` does not name its command.
    case commandWithoutName
    /// An entry of `commands` says no keys.
    case commandWithoutChord(String)
    /// Keys that do not make sense.
    case chord(KeyCommandError)
    /// A built-in command has no such setting; where it stands, and the command.
    case notOfBuiltin(String, String)
    /// A built-in command is bound to a sequence.
    case sequenceOfBuiltin(String)
    /// A command that runs without the focus asks what has it.
    case focusOfGlobalCommand
    /// A time limit stands where no process is.
    case limitWithoutProcess
    /// A process is to be started, and nothing says that it may.
    case processesNotAllowed
  }

  /// Where it is.
  package var place: YAMLPlace
  /// What is wrong.
  package var problem: Problem
}

/// Every mistake of one settings file, in the order of their places.
package struct ConfigurationErrors: Error {
  /// The mistakes; at least one.
  package var mistakes: [ConfigurationError]
}
