// SPDX-License-Identifier: Apache-2.0
public import KeyCommands

/// A responder that holds text and takes what is typed.
///
/// UIKit's counterpart is `UITextInput`. Everything that changes appends its updates in the order of
/// reference 4.3.
public protocol TextContainer: Responder {
  /// Its number within the engine.
  var id: ContainerID { get }
  /// What it says of the text it expects.
  var traits: TextInputTraits { get }
  /// The text; a copy costs nothing.
  var storage: TextStorage { get }
  /// What is selected.
  var selection: Selection { get }
  /// Where provisional text is; nil while none is marked.
  var markedRange: TextRange? { get }

  /// Replaces the marked text, else the selection, and puts the caret behind the text (INP-4).
  func insertText(_ text: String, into updates: inout [Update])

  /// Replaces the marked text, else the selection, by provisional text (INP-7).
  ///
  /// - Parameters:
  ///   - text: what to show; empty removes the marked text.
  ///   - selected: what is selected in it, counted from its start.
  ///   - updates: what changed is appended here.
  func setMarkedText(_ text: String, selected: TextRange, into updates: inout [Update])

  /// Keeps the marked text and ends marking (INP-8).
  func unmarkText(into updates: inout [Update])

  /// Drops the marked text and brings back what it replaced.
  func cancelMarkedText(into updates: inout [Update])

  /// Whether an editing command would take its key now; when not, the key goes on to others.
  func canPerform(_ command: EditingCommand) -> Bool

  /// Performs an editing command that ``canPerform(_:)-(EditingCommand)`` agreed to.
  func perform(_ command: EditingCommand, into updates: inout [Update])

  /// Learns that a key went elsewhere: the goal column and the run of ⌃K end (BND-6, BND-9).
  func endRun()
}
