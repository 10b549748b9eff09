// SPDX-License-Identifier: Apache-2.0
package import Assistance

/// Messages for lexicons that cannot be used.
extension LexiconError {
  /// The message for a file that cannot be used, without a full stop.
  package var message: String {
    switch reason {
    case .missing: "there is no \(path)"
    case .unreadable(let errno): "cannot read \(path): \(systemMessage(errno))"
    case .empty: "\(path) is empty"
    case .unknownFormat: "\(path) has an unknown format"
    case .version(let found, let known):
      "\(path) has version \(found) of the format; this program reads version \(known)"
    case .length(let found, let stated):
      "\(path) is damaged: it has \(found) bytes instead of \(stated)"
    case .language(let found, let expected):
      "\(path) has the words of '\(found)' instead of '\(expected)'"
    case .changed:
      "\(path) was written while it was in use; rename a new file onto it, and run 'keybridge reload'"
    case .damaged: "\(path) is damaged"
    }
  }
}
