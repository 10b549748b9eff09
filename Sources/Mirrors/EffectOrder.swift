// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// The order of notifications: a change of text before what follows from it.
extension [Update] {
  /// Calls a function with each update in the order of effects: a change of text precedes the
  /// selection and the editing state that follow from it.
  ///
  /// The engine reports them in the order of reference 4.3, which suits a delegate: it can read the
  /// text that has already changed. The reader of a socket has only the lines. It needs the text
  /// first, because the new caret may be beyond the end of the old text.
  package func forEachByEffect(_ body: (Update) -> Void) {
    var index = startIndex
    while index < endIndex {
      if let text = textBehindState(at: index) {
        body(self[text])
        for state in index..<text { body(self[state]) }
        index = text + 1
      } else {
        body(self[index])
        index += 1
      }
    }
  }

  /// Returns the index of the change of text that causes the selection update, the editing update
  /// or both at an index; nil if no change of text follows them.
  private func textBehindState(at index: Int) -> Int? {
    let container: ContainerID
    var next = index
    switch self[index] {
    case .selectionDidChange(let id, _), .selectionDidEnd(let id):
      container = id
      next += 1
      if next < endIndex, case .editingChanged(container) = self[next] { next += 1 }
    case .editingChanged(let id):
      container = id
      next += 1
    default: return nil
    }
    guard next < endIndex, case .textDidChange(container, _, _, _) = self[next] else { return nil }
    return next
  }
}
