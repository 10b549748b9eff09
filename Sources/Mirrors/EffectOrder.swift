// SPDX-License-Identifier: Apache-2.0
package import TextInput

extension [Update] {
  /// Calls a function with each update in the order of effects: a change of text precedes the
  /// selection and the editing state that follow from it.
  ///
  /// The engine reports them in the order of reference 4.3, in which a delegate reads text that has
  /// changed already. The reader of a socket has only lines: it needs the text first, for its caret
  /// would be beyond the text.
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

  /// The index of the change of text that the selection, the editing state or both at an index
  /// belong to; nil where none follows them.
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
