// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// The results of keystrokes in the output of `keybridge monitor`.
extension Disposition {
  /// The result of a keystroke, as `keybridge monitor` displays it.
  package var words: String {
    switch self {
    case .insertedText: "text"
    case .binding(let command): command.rawValue
    case .command(let id): "command \(id)"
    case .prefix: "prefix"
    case .composing: "composing"
    case .overlay: "overlay"
    case .mode: "mode"
    case .movedFocus: "focus"
    case .press: "press"
    case .unhandled: "unhandled"
    case .modifier: "modifier"
    case .released: "released"
    case .waiting: "waiting"
    case .queued: "queued"
    case .ignored: "ignored"
    }
  }
}
