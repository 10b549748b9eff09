// SPDX-License-Identifier: Apache-2.0

/// The engine, as seen by those who help with typing and composing in the focused text.
package protocol FocusHost: EditingHost {
  /// The focused text; nil for none.
  var textContainer: TextContainer? { get }

  /// Opens a list of candidates, which receives the keys until it closes.
  ///
  /// - Parameters:
  ///   - list: the candidates.
  ///   - text: the text that the list is about; the list closes when it changes.
  ///   - choose: called with the index of the choice, after the list has closed.
  func open(_ list: CandidateList, about text: TextContainer, choose: @escaping (Int) -> Void)
  /// Called after a text was changed in place of a key.
  func textDidChange(in text: TextContainer)
}
