// SPDX-License-Identifier: Apache-2.0
import TextInput

/// The container of an update, which decides who receives it.
extension Update {
  /// The container that the update is about; nil for keys, devices and the screen.
  var container: ContainerID? {
    switch self {
    case .textDidChange(let id, _, _, _), .selectionDidChange(let id, _),
      .selectionDidEnd(let id), .markedDidChange(let id, _, _), .editingChanged(let id),
      .didEndOnExit(let id), .focusDidBegin(let id), .focusDidEnd(let id, _),
      .traitsDidChange(let id, _), .correctionDidChange(let id, _, _),
      .spellingDidChange(let id, _, _), .viewDidScroll(let id, _), .inlineDidChange(let id, _):
      id
    default: nil
    }
  }
}
